import {
  type ArgumentRule,
  type CollisionRule,
  type DescriptionRule,
  type DisclosureRule,
  type Fact,
  type FrontmatterRule,
  type HostProfile,
  type MentionRule,
  type NameRule,
  SECTIONS,
  type Section,
  type WalkRule,
} from "../../model/host-profile.ts";

/** The common rules of hosts. A profile states only its differences; our own states all rules. */
const DEFAULTS = {
  confidence: "documented",
  runtime: "view",
  walkUp: "nearest-first",
  walk: {
    skipped: [],
    directoryLinks: "followed",
    fileLinks: "followed",
    special: "skipped",
    anyCase: false,
    flat: false,
    once: false,
    ignoreFiles: [],
  },
  frontmatter: { encoding: "replaced", broken: "rejected", repair: "none" },
  naming: { from: "frontmatter", broken: "warned" },
  description: { missing: "rejected", empty: "rejected", blank: "rejected" },
  collisions: { key: "name", said: "nothing" },
  disclosure: { hiddenBy: {} },
  mentions: { dollar: false, slash: "leading", at: false },
  arguments: { base: "none", missing: "none", appended: "", shell: false },
  trust: "none asked",
} as const;
type Defaults = typeof DEFAULTS;

/** A rule whose default values are optional. */
type Differing<Rule, Default> = Omit<Rule, keyof Default> & Partial<Rule>;

/** A profile as its file states it. */
export interface OwnRules
  extends Omit<HostProfile, keyof Defaults | "facts" | "earlier">,
    Partial<Pick<HostProfile, "confidence" | "runtime" | "walkUp" | "trust">> {
  readonly walk: Differing<WalkRule, Defaults["walk"]>;
  readonly frontmatter: Differing<FrontmatterRule, Defaults["frontmatter"]>;
  readonly naming?: Differing<NameRule, Defaults["naming"]>;
  readonly description?: Differing<DescriptionRule, Defaults["description"]>;
  readonly collisions: Differing<CollisionRule, Defaults["collisions"]>;
  readonly disclosure: Differing<DisclosureRule, Defaults["disclosure"]>;
  readonly mentions?: Differing<MentionRule, Defaults["mentions"]>;
  readonly arguments?: Differing<ArgumentRule, Defaults["arguments"]>;
  /** The source of every section that `facts` does not name. */
  readonly source?: string;
  readonly facts?: Partial<Readonly<Record<Section, Fact>>>;
  /** Earlier versions, newest first: only the rules in which they differ. */
  readonly earlier?: readonly EarlierRules[];
}

/** The rules in which a version differs. A section replaces single rules, everything else is replaced as a whole. */
export type EarlierRules = { readonly version: string } & {
  readonly [Key in Exclude<
    keyof OwnRules,
    "name" | "title" | "version" | "earlier"
  >]?: OwnRules[Key] extends readonly unknown[] ? OwnRules[Key] : Partial<OwnRules[Key]>;
};

/** Completes a profile with the common rules. */
export function defineProfile({ earlier = [], ...own }: OwnRules): HostProfile {
  const before = earlier.map((rules) => complete(replaceRules(own, rules)));
  return { ...complete(own), ...(before.length > 0 ? { earlier: before } : {}) };
}

function replaceRules(own: OwnRules, rules: EarlierRules): OwnRules {
  const replaced: Record<string, unknown> = { ...own };
  for (const [key, value] of Object.entries(rules)) {
    const now = replaced[key];
    replaced[key] = isSection(now) && isSection(value) ? { ...now, ...value } : value;
  }
  return replaced as unknown as OwnRules;
}

function isSection(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function complete({ source = "", facts, ...own }: Omit<OwnRules, "earlier">): HostProfile {
  return {
    ...DEFAULTS,
    ...own,
    walk: { ...DEFAULTS.walk, ...own.walk },
    frontmatter: { ...DEFAULTS.frontmatter, ...own.frontmatter },
    naming: { ...DEFAULTS.naming, ...own.naming },
    description: { ...DEFAULTS.description, ...own.description },
    collisions: { ...DEFAULTS.collisions, ...own.collisions },
    disclosure: { ...DEFAULTS.disclosure, ...own.disclosure },
    mentions: { ...DEFAULTS.mentions, ...own.mentions },
    arguments: { ...DEFAULTS.arguments, ...own.arguments },
    facts: Object.fromEntries(
      SECTIONS.map((section) => [section, facts?.[section] ?? { source }]),
    ) as HostProfile["facts"],
  };
}
