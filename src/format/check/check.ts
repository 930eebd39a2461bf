/**
 * Checks the metadata of a parsed skill on every load, in a fixed order. An error rejects the skill. Rules that read
 * the body or the bundle are in `advise.ts`.
 */
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import type { Skill } from "../../model/skills/skill.ts";
import { NO_FINDINGS, type Rule, VALID_NAME } from "./rule.ts";
import { compatibilityLength } from "./rules/compatibility-length.ts";
import { descriptionLength } from "./rules/description-length.ts";
import { descriptionPresent } from "./rules/description-present.ts";
import { nameCharacters } from "./rules/name-characters.ts";
import { nameLength } from "./rules/name-length.ts";
import { nameMatchesDirectory } from "./rules/name-matches-directory.ts";
import { namePresent } from "./rules/name-present.ts";

const RULES: readonly Rule[] = [
  namePresent,
  descriptionPresent,
  nameCharacters,
  nameMatchesDirectory,
  nameLength,
  descriptionLength,
  compatibilityLength,
];

export function checkSkillFile(skill: Skill): readonly Diagnostic[] {
  if (isPlainlyFine(skill)) return NO_FINDINGS;
  let found: Diagnostic[] | undefined;
  for (const rule of RULES) {
    const diagnostics = rule(skill);
    if (diagnostics.length === 0) continue;
    found ??= [];
    found.push(...diagnostics);
  }
  return found ?? NO_FINDINGS;
}

/**
 * Returns true if a skill breaks no rule. The test is quick: nearly every skill passes it, and there may be ten
 * thousand skills.
 */
function isPlainlyFine({ name, description, directory, root, manifest }: Skill): boolean {
  return (
    root.namespace === "" &&
    name.length <= 64 &&
    description !== "" &&
    description.length <= 1024 &&
    (manifest.compatibility?.length ?? 0) <= 500 &&
    directory.endsWith(name) &&
    directory.charCodeAt(directory.length - name.length - 1) === SLASH &&
    VALID_NAME.test(name)
  );
}

const SLASH = 47;
