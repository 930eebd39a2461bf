/** Implements `new`: creates a directory with a SKILL.md that passes every check. */
import { join } from "node:path";
import { OperationError } from "../model/errors.ts";
import { yamlNameValue, yamlQuotedText } from "../model/text/data-formats/yaml-text.ts";
import { entryExists } from "../platform/files/files.ts";
import { nodeFiles } from "../platform/files/node-files.ts";
import { requireTargetIn } from "../platform/files/real-target.ts";
import { writeFileAtomically } from "../platform/writing/write-file.ts";
import { SCHEMA } from "./answers/answer.ts";

export interface NewSkillRequest {
  readonly name: string;
  /** The parent directory of the new skill directory. */
  readonly directory: string;
  /** Root of the project. If `directory` is in the project, no symlink may lead out of the project. */
  readonly projectRoot: string;
  readonly description?: string;
  /** True to add trigger tests: requests that should trigger the skill, and some that should not. */
  readonly evals?: boolean;
}

const MAX_NAME = 64;
export const SKILL_NAME_HELP = `use at most ${MAX_NAME} lowercase letters, digits and single hyphens`;

export function isSkillName(name: string): boolean {
  return name.length <= MAX_NAME && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name);
}

/** Returns the files that `createSkill` can write. */
export function newSkillFiles(directory: string, name: string): readonly [skill: string, trigger: string] {
  return [join(directory, name, "SKILL.md"), join(directory, name, "evals", "trigger-eval.json")];
}

/**
 * Creates the files of a new skill. Throws SK601 if a file exists, or if a symlink leads out of the directory or the
 * project.
 */
export function createSkill({ name, directory, projectRoot, description, evals = false }: NewSkillRequest): {
  readonly schema: number;
  readonly name: string;
  readonly path: string;
} {
  const [path, trigger] = newSkillFiles(directory, name);
  for (const each of evals ? [path, trigger] : [path]) requireTargetIn(each, directory, projectRoot);
  if (entryExists(path, nodeFiles))
    throw new OperationError("SK601", `\`${path}\` exists already`, { hint: "choose another name, or edit that file" });
  writeFileAtomically(path, template(name, description));
  if (evals) writeFileAtomically(trigger, triggers(name));
  return { schema: SCHEMA, name, path };
}

function template(name: string, description: string | undefined): string {
  const title = name
    .split("-")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
  // Control characters such as bells and line breaks become spaces.
  const says =
    description?.replace(/\p{Cc}+/gu, " ") ??
    `Carries out the ${name.replaceAll("-", " ")} procedure of this project step by step. Use when the user asks for ${name.replaceAll("-", " ")}.`;
  return `---
name: ${yamlNameValue(name)}
description: ${yamlQuotedText(says)}
---

# ${title}

Say in one sentence what this skill achieves.

## Steps

1. Check that the task is the right one, and read the files that matter.
2. Describe each step, in order.
3. Describe how to check the result.

## Limits

List the cases in which not to use this skill, and the questions to ask the user first.
`;
}

/**
 * Returns example trigger tests. The author replaces them with real requests, and with requests that should not match.
 */
function triggers(name: string): string {
  const words = name.replaceAll("-", " ");
  const cases = [
    [`I need ${words} for this project`, true],
    [`help me with ${words}, step by step`, true],
    ["translate this paragraph into French", false],
    ["what will the weather be tomorrow?", false],
  ].map(([query, should]) => `  { "query": ${JSON.stringify(query)}, "should_trigger": ${should} }`);
  return `[\n${cases.join(",\n")}\n]\n`;
}
