/** The two keys with a shape of their own: Aleph's `eligibility` and `commands`. */

import { isMap } from "../model/is-map.ts";
import type { CommandArg, CommandSpec, EligibilityRules } from "../model/skill.ts";
import type { HeaderEntry } from "./entries.ts";
import type { FieldIssue } from "./fields.ts";
import { splitTools } from "./tool-list.ts";
import { readList, WRONG } from "./values.ts";

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
        message: `\`${entry.key}.${key}\` is not a requirement that is known, so it is not checked`,
        help: `the requirements are ${[...REQUIREMENTS.keys()].map((each) => `\`${each}\``).join(", ")}`,
      });
    }
  }
  return rules;
}

export function readCommands(value: unknown): unknown {
  if (!Array.isArray(value)) return WRONG;
  const commands: CommandSpec[] = [];
  for (const item of value) {
    if (!isMap(item) || typeof item["name"] !== "string") continue;
    const args = Array.isArray(item["args"]) ? item["args"].map(readArgument).filter((arg) => arg !== undefined) : [];
    commands.push({
      name: item["name"],
      description: typeof item["description"] === "string" ? item["description"] : "",
      args,
    });
  }
  return commands;
}

function readArgument(value: unknown): CommandArg | undefined {
  if (typeof value === "string") return { name: value, required: false };
  if (!isMap(value) || typeof value["name"] !== "string") return undefined;
  const description = value["description"];
  return {
    name: value["name"],
    required: value["required"] === true,
    ...(typeof description === "string" ? { description } : {}),
  };
}
