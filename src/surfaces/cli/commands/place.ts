import { dirname, relative } from "node:path";
import { type LinkStep, type Placed, type Placement, placeSkills, undoPlacing } from "../../../index.ts";
import { jsonText } from "../../../model/text/printable.ts";
import { SCHEMA } from "../../../ops/answers/answer.ts";
import { type Command, type Context, flag, names, UsageError } from "../command.ts";
import { place as shownPath } from "../findings/print-text.ts";
import { pad, printable } from "../output/paint.ts";
import { resolveAsked } from "../output/present.ts";

export const place: Command = {
  usage: "SKILL… --for HOSTS [--apply] | --undo",
  about:
    "Finds the fewest links with which each of these hosts sees a skill exactly once, by asking every host's own rules. The skill\nstays where it is; only links are made or removed, inside the project for a project's skill and in your home for yours.\nWithout --apply nothing is changed. Running it again changes nothing more.",
  options: {
    for: { type: "string", value: "A,B", summary: "the hosts; `all` for every verified one", choices: "hosts" },
    apply: { type: "boolean", summary: "make the links" },
    undo: { type: "boolean", summary: "take back what the last --apply did" },
  },
  examples: [
    ["skillwright place pdf --for claude-code,codex", "what it would take"],
    ["skillwright place pdf docx --for all --apply", "and do it"],
    ["skillwright place --undo", "and take it back"],
  ],
  positionals: [0, 1000],
  completes: "skills",
  async run(context) {
    if (flag(context, "undo")) return undo(context);
    if (context.positionals.length === 0) throw new UsageError("`place` needs a skill", "name one, or `--undo`");
    const hosts = names(context, "for");
    const cwd = context.load.cwd ?? process.cwd();
    const skills = context.positionals.map((asked) => resolveAsked(asked, cwd));
    const apply = flag(context, "apply");
    const placed = await placeSkills({ skills, apply }, { ...context.load, ...(hosts ? { hosts } : {}) });
    if (context.json) context.out.line(jsonText({ schema: SCHEMA, ...placed }, 2));
    else print(placed, context);
    return placed.placements.every(({ hosts: all }) => all.every(({ path }) => path !== undefined)) ? 0 : 1;
  },
};

async function undo(context: Context): Promise<number> {
  const undone = await undoPlacing(context.load);
  if (context.json) context.out.line(jsonText({ schema: SCHEMA, undone }, 2));
  else
    for (const { do: kind, at } of undone)
      context.out.line(`${kind === "link" ? "linked" : "unlinked"} ${printable(at)}`);
  return 0;
}

function print({ placements, applied, projectRoot }: Placed, context: Context): void {
  for (const placement of placements) printOne(placement, projectRoot, context);
  const open = placements.some(({ steps }) => steps.length > 0);
  if (open && !applied) context.err.line("help: run it again with `--apply` to make these links");
}

function printOne({ directory, steps, hosts }: Placement, root: string, { out, paint }: Context): void {
  out.line(paint.bold(printable(shownPath(directory, root))));
  if (steps.length === 0) out.line("  no link to make or remove");
  for (const step of steps) out.line(`  ${told(step, root)}`);
  const width = Math.max(...hosts.map(({ host }) => host.length)) + 2;
  for (const { host, path, because } of hosts) {
    const said = path === undefined ? paint.yellow(`no: ${because?.text} (${because?.code})`) : shownPath(path, root);
    out.line(`  ${pad(host, width)}${printable(said)}`);
  }
}

function told({ do: kind, at, to }: LinkStep, root: string): string {
  if (kind === "unlink") return `unlink ${printable(shownPath(at, root))}`;
  return `link ${printable(shownPath(at, root))} → ${printable(relative(dirname(at), to))}`;
}
