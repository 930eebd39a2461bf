import { installPackages, type SkillPackages, skillPackages, type WantedPackage } from "../../../index.ts";
import { jsonText } from "../../../model/text/printable.ts";
import { SCHEMA } from "../../../ops/answers/answer.ts";
import { confirmed } from "../ask/confirm.ts";
import { type Command, type Context, flag } from "../command.ts";
import { pad, printable, textWidth } from "../output/paint.ts";
import { plural, resolveAsked } from "../output/present.ts";

export const packages: Command = {
  usage: "[SKILL…] [--run [--yes]]",
  about:
    "Shows what skills want from package managers (`install` in their frontmatter): what is here already, what is not for this\nmachine, and the command for the rest. With --run these commands are shown, asked about and run, one after the other, without\na shell. Names that a package cannot have are never run, and nothing of a skill that is withheld. Exits 1 if something failed.",
  options: {
    run: { type: "boolean", summary: "run the commands, after a look" },
    yes: { type: "boolean", short: "y", summary: "with `--run`: do not ask" },
  },
  examples: [
    ["skillwright packages", "what all skills want, and what is missing"],
    ["skillwright packages pdf --run", "install what `pdf` wants"],
  ],
  positionals: [0, 1000],
  completes: "skills",
  async run(context) {
    const cwd = context.load.cwd ?? process.cwd();
    const asked = context.positionals.map((each) => resolveAsked(each, cwd).replace(/\/SKILL\.md$/i, ""));
    const wanted = await skillPackages(asked, context.load);
    if (!flag(context, "run")) return show(wanted, context);
    // Whoever names a skill is told why not; without a name it is passed over.
    return install(asked.length > 0 ? wanted : wanted.filter(({ withheld }) => withheld === undefined), context);
  },
};

/** Nothing of this is a failure: it says what there is. */
function show(wanted: readonly SkillPackages[], context: Context): number {
  if (context.json) writeJson(wanted, context);
  else {
    print(wanted, context);
    const planned = countOf(wanted, "planned");
    if (wanted.length === 0) context.out.line("no skill wants anything from a package manager");
    if (planned > 0)
      context.err.line(
        `help: ${plural(planned, "command")} to run; add \`--run\` to be asked about ${planned === 1 ? "it" : "them"}`,
      );
  }
  return 0;
}

async function install(wanted: readonly SkillPackages[], context: Context): Promise<number> {
  const planned = countOf(wanted, "planned");
  if (!context.json) {
    print(wanted, { ...context, out: context.err, paint: context.paintErr });
    context.err.flush();
  }
  if (planned > 0 && !flag(context, "yes") && !(await confirmed(`Run ${plural(planned, "command")}?`, context))) {
    context.err.line("nothing was run");
    if (process.stdin.isTTY !== true)
      context.err.line("help: run it on a terminal, or look at the commands and add `--yes`");
    return 1;
  }
  const onRun = (command: readonly string[]): void => {
    context.err.line(`running ${commandText(command)}`);
    context.err.flush();
  };
  const done = await installPackages(wanted, { ...context.load, onRun });
  if (context.json) writeJson(done, context);
  else for (const one of ran(wanted, done)) context.out.line(told(one));
  return countOf(done, "failed") + countOf(done, "refused") > 0 ? 1 : 0;
}

/** The rest has been said already. */
function ran(wanted: readonly SkillPackages[], done: readonly SkillPackages[]): WantedPackage[] {
  const before = wanted.flatMap((each) => each.packages);
  const after = done.flatMap((each) => each.packages);
  return after.filter((_, index) => before[index]?.result.status === "planned");
}

function countOf(wanted: readonly SkillPackages[], status: WantedPackage["result"]["status"]): number {
  return wanted.flatMap((each) => each.packages).filter(({ result }) => result.status === status).length;
}

function writeJson(skills: readonly SkillPackages[], { out }: Context): void {
  out.line(jsonText({ schema: SCHEMA, skills }, 2));
}

function print(wanted: readonly SkillPackages[], { out, paint }: Pick<Context, "out" | "paint">): void {
  const names = wanted.flatMap(({ packages: list }) => list.map(({ spec }) => textWidth(nameOf(spec))));
  const width = Math.max(8, ...names);
  for (const { name, packages: list, withheld } of wanted) {
    out.line(
      `${paint.bold(printable(name))}${withheld ? paint.yellow(`  withheld: ${printable(withheld.reason)}`) : ""}`,
    );
    if (list.length === 0) out.line("  wants nothing from a package manager");
    for (const { spec, result } of list)
      out.line(`  ${pad(nameOf(spec), width)}  ${WORDS[result.status]}${detail(result)}`);
  }
}

const WORDS: Readonly<Record<WantedPackage["result"]["status"], string>> = {
  present: "here",
  skipped: "not here: ",
  planned: "run ",
  installed: "installed by ",
  refused: "refused: ",
  failed: "failed: ",
};

function detail(result: WantedPackage["result"]): string {
  if ("command" in result) return commandText(result.command);
  return "reason" in result ? printable(result.reason) : "";
}

function commandText(command: readonly string[]): string {
  return printable(command.map(quoted).join(" "));
}

/** As somebody would type it; nothing is ever run by a shell. */
function quoted(argument: string): string {
  return /^[\w@%+=:,./~-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
}

function nameOf({ kind, package: name }: WantedPackage["spec"]): string {
  return printable(`${kind}:${name}`);
}

function told({ spec, result }: WantedPackage): string {
  return `${nameOf(spec)}  ${WORDS[result.status]}${detail(result)}`;
}
