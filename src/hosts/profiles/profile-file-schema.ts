/**
 * The schema of a file in this directory: a profile without the rules that equal the defaults, with facts for ranges of
 * versions. Only scripts and tests load it.
 */
import {
  argumentRule,
  collisionRule,
  descriptionRule,
  disclosureRule,
  fact,
  frontmatterRule,
  mentionRule,
  nameRule,
  profileRules,
  walkRule,
} from "../../model/host-profile-schema.ts";
import {
  either,
  type Infer,
  list,
  matching,
  object,
  optional,
  type Schema,
  string,
  stringList,
  withDefaults,
  withDescription,
  withOptionalFields,
} from "../../model/schema.ts";
import { DEFAULTS } from "./defaults.ts";
import { RANGE_PATTERN } from "./version-ranges.ts";

const versions = matching(RANGE_PATTERN, "The range of versions: `<2.1.326`, `>=2.1.197`, or `>=2.1.197 <2.1.326`.");

const note = object({ versions, text: string("The text of the note.") });

const facts = object({
  roots: optional(fact),
  walk: optional(fact),
  frontmatter: optional(fact),
  name: optional(fact),
  description: optional(fact),
  collisions: optional(fact),
  disclosure: optional(fact),
  activation: optional(fact),
  envelope: optional(fact),
  arguments: optional(fact),
  reload: optional(fact),
  trust: optional(fact),
});

const sections = {
  walk: withDefaults(walkRule, DEFAULTS.walk),
  frontmatter: withDefaults(frontmatterRule, DEFAULTS.frontmatter),
  naming: optional(withDefaults(nameRule, DEFAULTS.naming)),
  description: optional(withDefaults(descriptionRule, DEFAULTS.description)),
  collisions: withDefaults(collisionRule, DEFAULTS.collisions),
  disclosure: withDefaults(disclosureRule, DEFAULTS.disclosure),
  mentions: optional(withDefaults(mentionRule, DEFAULTS.mentions)),
  arguments: optional(withDefaults(argumentRule, DEFAULTS.arguments)),
  facts: optional(withDescription(facts, "The evidence for each section.")),
  commands: optional(
    withDescription(
      object({
        dialect: optional(string("The name of the dialect.")),
        walk: optional(withDescription(withOptionalFields(walkRule), "The rules for searching directories.")),
        naming: optional(withDescription(withOptionalFields(nameRule), "The rules for names of skills.")),
        description: optional(
          withDescription(withOptionalFields(descriptionRule), "The rules for descriptions of skills."),
        ),
      }),
      "The rules of all roots whose kind is `commands`.",
    ),
  ),
};

const rules = {
  ...profileRules,
  confidence: optional(profileRules.confidence),
  runtime: optional(profileRules.runtime),
  walkUp: optional(profileRules.walkUp),
  trust: optional(profileRules.trust),
  ...sections,
  source: optional(string("The source of every section that `facts` does not name.")),
};

const ruleSet = object(rules);
type Rules = Infer<typeof ruleSet>;

/**
 * The rules that may differ between versions. An object replaces only the rules that it names; every other value is
 * replaced as a whole.
 */
type Differences = {
  readonly [Key in keyof Rules]?: NonNullable<Rules[Key]> extends readonly unknown[] ? Rules[Key] : Partial<Rules[Key]>;
};

const changes = Object.entries<Schema>(rules).map(([key, rule]) => [
  key,
  optional(rule.fields ? withOptionalFields(rule) : rule),
]);
const range = object({ versions, ...Object.fromEntries(changes) }) as Schema<
  { readonly versions: string } & Differences
>;

export const profileFile = object({
  $schema: string("The path of this schema."),
  name: matching(/^[a-z][a-z0-9-]*$/, "The name in `--host NAME`."),
  version: string("The newest version that the facts describe."),
  earlierVersions: optional(stringList("Earlier versions that the facts describe, newest first.")),
  ...rules,
  ranges: optional(
    list(
      range,
      "Facts that differ in a range of versions. An object changes only the rules that it contains; a list replaces " +
        "the whole list.",
    ),
  ),
  notes: list(
    either([string("A note for every version."), note], "A note for users of this host."),
    "Notes for users.",
  ),
});
