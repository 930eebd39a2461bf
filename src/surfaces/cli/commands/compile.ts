import { type CompiledFile, type CompiledSkill, compileRefusal, compileSkill } from "../../../index.ts";
import { jsonText } from "../../../model/text/printable.ts";
import { compileAnswer } from "../../../ops/answers/compile-answer.ts";
import { type Command, type Context, flag, text, texts, UsageError } from "../command.ts";
import { diffLines, tint } from "../output/diff-lines.ts";
import { printable } from "../output/paint.ts";
import { resolveAsked, warnUnverified } from "../output/present.ts";

export const compile: Command = {
  usage: "SKILL --to HOST [--out DIR] [--accept-loss CODE]… [--force]",
  about:
    "Writes a skill in the words of another host: who may invoke it, its tools, isolation, model, paths, arguments, hooks and\ndependencies go where that host reads them, and what it cannot be told is reported. The result is read back with that host's own\nreader. Where a promise of safety would be lost it is refused. Without --out it only shows the difference.",
  options: {
    to: { type: "string", value: "HOST", summary: "the host that it is for: see `skillwright hosts`", choices: "host" },
    out: { type: "string", value: "DIR", summary: "make the skill's new directory in this one" },
    "accept-loss": {
      type: "string",
      value: "CODE",
      multiple: true,
      summary: "write it although this is lost: SK480, SK481, SK482 or SK483; repeatable",
      choices: ["SK480", "SK481", "SK482", "SK483"],
    },
    force: { type: "boolean", summary: "take the place of a directory that is there" },
  },
  examples: [
    ["skillwright compile deploy --to codex", "what would change, and what is lost"],
    ["skillwright compile deploy --to codex --out dist/codex", "write it"],
    [
      "skillwright compile deploy --to opencode --out dist --accept-loss SK480",
      "although the model may invoke it there",
    ],
    ["skillwright compile deploy --host claude-code --to codex", "as Claude Code reads it"],
  ],
  positionals: [1, 1],
  completes: "skills",
  async run(context) {
    const to = text(context, "to");
    if (to === undefined)
      throw new UsageError("`compile` needs a host", "say `--to HOST`; `skillwright hosts` lists them");
    const out = text(context, "out");
    const asked = context.positionals[0] as string;
    const skill = resolveAsked(asked, context.load.cwd ?? process.cwd()).replace(/\/SKILL\.md$/i, "");
    const how = { acceptLoss: texts(context, "accept-loss"), force: flag(context, "force") };
    const request = { skill, to, ...how, ...(out === undefined ? {} : { out }) };
    const compiled = await compileSkill(request, context.load);
    await warnUnverified([context.load.host ?? "skillwright", compiled.host], context);
    if (context.json) context.out.line(jsonText(compileAnswer(compiled), 2));
    else print(compiled, context);
    if (compiled.refused.length === 0) return 0;
    if (context.json) return 1;
    throw compileRefusal(compiled);
  },
};

function print({ files, losses, title, written, refused }: CompiledSkill, context: Context): void {
  const { out, err, paint } = context;
  if (written === undefined) for (const file of files) printFile(file, context);
  else out.line(`wrote ${printable(written)}`);
  out.line(losses.length === 0 ? `nothing is lost in ${title}` : `lost in ${title}:`);
  for (const { code, meant, safety, written: elsewhere } of losses) {
    const also = elsewhere === undefined ? "" : `; it is written as ${printable(elsewhere)}`;
    out.line(`  ${safety ? paint.red(code) : paint.yellow(code)}  ${printable(meant)}${also}`);
  }
  if (written === undefined && refused.length === 0) err.line("help: nothing was written; `--out DIR` writes it");
}

function printFile({ path, state, before, after }: CompiledFile, { out, paint }: Context): void {
  if (state === "same") return;
  const words = [before === undefined ? "not there" : "", after === undefined ? "gone" : ""] as const;
  for (const line of diffLines(path, before ?? "", after ?? "", words)) out.line(tint(line, paint));
}
