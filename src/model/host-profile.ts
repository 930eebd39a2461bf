/**
 * The types of host profiles: all differences between hosts, as data. `host-profile-schema.ts` describes every field. A
 * profile is one JSON file in `src/hosts/profiles/`. `docs/hosts/` and `hosts.json` are generated from profiles, and
 * `views/` uses them to compute what a host sees.
 */
import type {
  argumentRule,
  collisionRule,
  confidence,
  descriptionRule,
  disclosureRule,
  fact,
  mentionRule,
  nameRule,
  profileBody,
  rootTemplate,
  toolRule,
  walkRule,
} from "./host-profile-schema.ts";
import type { Infer } from "./schema.ts";

/**
 * `verified`: every test case agrees with the real program. `documented`: the facts come from the host's source code or
 * documents. `reported`: the facts come from reports of other people.
 */
export type Confidence = Infer<typeof confidence>;

/** The evidence for a section of a profile. */
export type Fact = Infer<typeof fact>;

/** The sections of a profile, in reading order. */
export const SECTIONS = [
  "roots",
  "walk",
  "frontmatter",
  "name",
  "description",
  "collisions",
  "disclosure",
  "activation",
  "envelope",
  "arguments",
  "reload",
  "trust",
] as const;
export type Section = (typeof SECTIONS)[number];

/** A directory that a host searches. */
export type RootTemplate = Infer<typeof rootTemplate>;
/** How a host searches a root. */
export type WalkRule = Infer<typeof walkRule>;
/** The rules of a host for the names of skills. */
export type NameRule = Infer<typeof nameRule>;
/** The rules of a host for descriptions. */
export type DescriptionRule = Infer<typeof descriptionRule>;
/** How a host handles skills with the same name. */
export type CollisionRule = Infer<typeof collisionRule>;
/** How a host lists loaded skills for the model. */
export type DisclosureRule = Infer<typeof disclosureRule>;
/** How a user names a skill in a message. */
export type MentionRule = Infer<typeof mentionRule>;
/** The tool that the model calls to load a skill. */
export type LoadToolRule = Infer<typeof toolRule>;
/** How a host passes arguments to a skill. */
export type ArgumentRule = Infer<typeof argumentRule>;

/** The behaviour of a host as data, such as its directories, frontmatter reader, limits and listing. */
export interface HostProfile extends Infer<typeof profileBody> {
  readonly name: string;
  /** The version of the host that the facts describe. */
  readonly version: string;
  /** The profiles of the same host at earlier versions, newest first. Each profile differs in some rules. */
  readonly earlier?: readonly HostProfile[];
  /** The version of the installed program, if it is not the version that the facts describe. */
  readonly programVersion?: string;
  readonly facts: Readonly<Record<Section, Fact>>;
  /** Notes for users of this host. */
  readonly notes: readonly string[];
}

/** Returns true if a host uses a frontmatter key. Our own profile uses every known key. */
export function usesField({ runtime, fields }: Pick<HostProfile, "runtime" | "fields">, field: string): boolean {
  return runtime === "engine" || fields.includes(field);
}
