import { resolve } from "node:path";
import { prepare } from "../../../catalog/load/load.ts";
import { jsonText } from "../../../model/text/printable.ts";
import { DEFAULT_DIRECTORY, isSkillName, NAME_HELP, startSkill } from "../../../ops/start-skill.ts";
import { type Command, type Context, flag, text, UsageError } from "../command.ts";
import { printable } from "../output/paint.ts";

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
  async run(context) {
    const name = context.positionals[0] as string;
    if (!isSkillName(name)) throw new UsageError(`\`${printable(name)}\` cannot be a skill's name`, NAME_HELP);
    const description = text(context, "description");
    const { cwd, projectRoot } = await prepare({ ...context.load, host: "skillwright" });
    const started = startSkill({
      name,
      projectRoot,
      directory: resolve(cwd, text(context, "dir") ?? DEFAULT_DIRECTORY),
      ...(description === undefined ? {} : { description }),
      evals: flag(context, "evals"),
    });
    return done(started, context);
  },
};

function done(started: ReturnType<typeof startSkill>, { json, out, err }: Context): number {
  const path = printable(started.path);
  out.line(json ? jsonText(started) : path);
  err.line(`help: write the instructions, then run \`skillwright check ${path}\``);
  return 0;
}
