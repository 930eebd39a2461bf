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
 * `verified`: every test case agrees with the real program. `documented`: the facts were read in the host's source or
 * documents. `reported`: the facts are second hand.
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
/** The names that a host gives to skills, and the names that it accepts. */
export type NameRule = Infer<typeof nameRule>;
/** What a host requires of a description. */
export type DescriptionRule = Infer<typeof descriptionRule>;
/** How a host handles skills with the same name. */
export type CollisionRule = Infer<typeof collisionRule>;
/** How the host lists loaded skills for the model. */
export type DisclosureRule = Infer<typeof disclosureRule>;
/** How a user names a skill in a message. */
export type MentionRule = Infer<typeof mentionRule>;
/** The tool that the model calls to load a skill. */
export type LoadToolRule = Infer<typeof toolRule>;
/** How a skill gets arguments. */
export type ArgumentRule = Infer<typeof argumentRule>;

/** The behaviour of a host as data: its directories, reader, limits and listing. */
export interface HostProfile extends Infer<typeof profileBody> {
  readonly name: string;
  /** The version of the host that the facts describe. */
  readonly version: string;
  /** Profiles of the same host at earlier versions, newest first. Each differs in some rules. */
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
