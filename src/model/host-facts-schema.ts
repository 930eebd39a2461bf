/** The schema of `hosts.json`, the facts about hosts for other programs. Only scripts and tests load it. */

import { SECTIONS } from "./host-profile.ts";
import { confidence, fact, profileRules, rootTemplate, walkRule } from "./host-profile-schema.ts";
import {
  boolean,
  list,
  number,
  object,
  optional,
  type Schema,
  string,
  stringList,
  withDescription,
  withoutField,
} from "./schema.ts";

const facts = object(Object.fromEntries(SECTIONS.map((section) => [section, fact])));

const versionFacts: Schema = object(
  {
    version: string("The version that the facts describe."),
    confidence,
    required: stringList("Frontmatter keys without which the host drops a skill."),
    roots: list(
      withoutField(rootTemplate, "dialect"),
      "The directories that the host searches, in the order in which it reads them.",
    ),
    projectMarkers: profileRules.projectMarkers,
    walkUp: profileRules.walkUp,
    unmarked: profileRules.unmarked,
    homeEnds: profileRules.homeEnds,
    walk: withDescription(
      object({
        ...walkRule.fields,
        depth: optional(
          number(
            "Directory levels to search below the root; 1 means `<root>/<directory>/SKILL.md` (default: no limit).",
          ),
        ),
      }),
      "How the host searches a root.",
    ),
    frontmatter: withoutField(profileRules.frontmatter, "dialect"),
    naming: profileRules.naming,
    description: profileRules.description,
    collisions: profileRules.collisions,
    disclosure: withoutField(profileRules.disclosure, "format"),
    activation: profileRules.activation,
    envelope: profileRules.envelope,
    arguments: profileRules.arguments,
    reload: profileRules.reload,
    trust: profileRules.trust,
    fields: profileRules.fields,
    facts: withDescription(facts, "The evidence for each section."),
    notes: stringList("Notes for users."),
  },
  "Version",
);

export const hostFacts: Schema = object({
  $schema: string("The path of this JSON schema file."),
  hosts: list(
    object(
      {
        name: string("The name in `--host NAME`."),
        title: profileRules.title,
        summary: profileRules.summary,
        notCompared: profileRules.notCompared,
        skills: boolean("False if the program has no skills."),
        detect: profileRules.detect,
        versions: list(
          versionFacts,
          "Newest first. For a version that is not listed, use the next older one; if there is none, use the last.",
        ),
      },
      "Host",
    ),
    "The facts of all hosts.",
  ),
});
