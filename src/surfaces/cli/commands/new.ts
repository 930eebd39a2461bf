import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { OperationError } from "../../../index.ts";
import { writeFileAtomically } from "../../../platform/write-file.ts";
import { SCHEMA } from "../../answers/answer.ts";
import { type Command, type Context, flag, text, UsageError } from "../command.ts";
import { printable } from "../paint.ts";

const DEFAULT_DIRECTORY = ".agents/skills";

export const newSkill: Command = {
  usage: "NAME [--dir DIR] [--description TEXT] [--evals]",
  about: `Starts a skill: a directory of that name with a SKILL.md that passes every check. It goes into ${DEFAULT_DIRECTORY}, which\nnearly every host reads; with --dir anywhere else, such as .claude/skills for Claude Code.`,
  options: {
    dir: { type: "string", value: "DIR", summary: `where to put it (${DEFAULT_DIRECTORY})` },
    evals: {
      type: "boolean",
      summary: "with requests that should find it and some that should not, for `skillwright eval`",
    },
    description: { type: "string", value: "TEXT", summary: "what it does and when to use it" },
  },
  examples: [
    ["skillwright new release-notes", "in this project"],
    ["skillwright new release-notes --evals", "with trigger tests to start from"],
    ["skillwright new pdf --dir ~/.claude/skills", "among your own"],
  ],
  positionals: [1, 1],
  run(context) {
    const name = context.positionals[0] as string;
    if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) || name.length > 64)
      throw new UsageError(
        `\`${printable(name)}\` cannot be a skill's name`,
        "use at most 64 lowercase letters, digits and single hyphens",
      );
    const directory = join(resolve(context.load.cwd ?? process.cwd(), text(context, "dir") ?? DEFAULT_DIRECTORY), name);
    const path = join(directory, "SKILL.md");
    if (existsSync(path))
      throw new OperationError("SK601", `\`${path}\` exists already`, {
        hint: "choose another name, or edit that file",
      });
    writeFileAtomically(path, template(name, text(context, "description")));
    if (flag(context, "evals")) writeFileAtomically(join(directory, "evals", "trigger-eval.json"), triggers(name));
    return done(path, name, context);
  },
};

function done(path: string, name: string, { json, out, err }: Context): number {
  if (json) out.line(JSON.stringify({ schema: SCHEMA, name, path }));
  else out.line(printable(path));
  err.line(`help: write the instructions, then run \`skillwright check ${printable(path)}\``);
  return 0;
}

function template(name: string, description: string | undefined): string {
  const title = name
    .split("-")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
  const says =
    description ??
    `Carries out the ${name.replaceAll("-", " ")} procedure of this project step by step. Use when the user asks for ${name.replaceAll("-", " ")}.`;
  return `---
name: ${name}
description: ${JSON.stringify(says)}
---

# ${title}

Say in one sentence what this skill achieves.

## Steps

1. What to look at first, and how to tell that the task is the right one.
2. What to do, in the order in which it is done.
3. How to check the result before it is handed over.

## Limits

What this skill is not for, and what to ask the user before going on.
`;
}

/** To start from: whoever knows the task adds how people ask for it, and near misses. */
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
