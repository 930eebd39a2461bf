/** Reads Aleph's `eligibility`, which is a nested structure. */
import type { EligibilityRules } from "../../../model/skills/skill.ts";
import { type FieldIssue, type HeaderEntry, readList } from "../entries.ts";
import { splitTools } from "./split-tools.ts";

const REQUIREMENTS: ReadonlyMap<string, keyof EligibilityRules> = new Map<string, keyof EligibilityRules>([
  ["os", "os"],
  ["required-bins", "requiredBins"],
  ["any-bins", "anyBins"],
  ["required-env", "requiredEnv"],
  ["required-config", "requiredConfig"],
  ["required-skills", "requiredSkills"],
  ["conflicts", "conflicts"],
]);

export function readEligibility(
  map: Record<string, unknown>,
  entry: HeaderEntry,
  issues: FieldIssue[],
): EligibilityRules {
  const rules: EligibilityRules = {};
  for (const [key, value] of Object.entries(map)) {
    const to = REQUIREMENTS.get(key.replaceAll("_", "-"));
    const items = readList(value, splitTools);
    if (to && Array.isArray(items)) rules[to] = items;
    else {
      issues.push({
        code: "SK114",
        entry,
        message: `\`${entry.key}.${key}\` is not a known requirement, so it is not checked`,
        help: `the requirements are ${[...REQUIREMENTS.keys()].map((each) => `\`${each}\``).join(", ")}`,
      });
    }
  }
  return rules;
}
