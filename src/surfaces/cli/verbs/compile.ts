import { printableLine } from "../../../model/text/display/printable.ts";
import type { CompiledFile, CompiledSkill } from "../../../ops/hosts/compile-skill.ts";
import { compile } from "../../../ops/verbs/compile.ts";
import type { Context } from "../command.ts";
import { colourDiffLine, diffLines } from "../output/diff-lines.ts";
import { defineTerminalOutput } from "../verb-command.ts";

const hosts = ({ host }: CompiledSkill, { load }: Context): string[] => [load.host ?? "skillwright", host];

export const terminalOutput = defineTerminalOutput(compile, {
  plan: {
    hosts,
    async show(compiled, context) {
      for (const file of compiled.files) printFile(file, context);
      printLosses(compiled, context);
      if (compiled.refused.length > 0)
        throw (await import("../../../ops/hosts/compile-skill.ts")).compileRefusal(compiled);
      context.err.line("help: nothing was written; to write the compiled skill, add `--out DIR`");
    },
  },
  compile: {
    hosts,
    show(compiled, context) {
      context.out.line(`wrote ${printableLine(compiled.written ?? "")}`);
      printLosses(compiled, context);
    },
  },
});

function printLosses({ losses, title }: CompiledSkill, { out, paint }: Context): void {
  out.line(losses.length === 0 ? `nothing is lost in ${title}` : `lost in ${title}:`);
  for (const { code, meant, safety, written } of losses) {
    const also = written === undefined ? "" : `; the setting is written as ${printableLine(written)}`;
    out.line(`  ${safety ? paint.red(code) : paint.yellow(code)}  ${printableLine(meant)}${also}`);
  }
}

function printFile({ path, state, before, after }: CompiledFile, { out, paint }: Context): void {
  if (state === "same") return;
  const words = [before === undefined ? "(no file)" : "", after === undefined ? "gone" : ""] as const;
  for (const line of diffLines(path, before ?? "", after ?? "", words)) out.line(colourDiffLine(line, paint));
}
