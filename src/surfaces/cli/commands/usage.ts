import { resolve } from "node:path";
import { openSkills, type SkillUse, type UsageReport } from "../../../index.ts";
import { SCHEMA } from "../../../ops/answers/answer.ts";
import { type Command, type Context, flag, text, UsageError } from "../command.ts";
import { writeObject } from "../output/json.ts";
import { pad, printable, textWidth } from "../output/paint.ts";
import { plural, warnUnverified } from "../output/present.ts";

export const usage: Command = {
  usage: "[--journal FILE] [--dead] [--dead-after N]",
  about:
    "What sessions made of each skill, by their journal: in how many it was offered, how often it was activated, and how often\nits task was completed. A skill is dead that was offered again and again and never called: shorten, disable or remove it.",
  options: {
    journal: { type: "string", value: "FILE", summary: "this journal instead of the configured one" },
    dead: { type: "boolean", summary: "only the names of dead skills, one to a line" },
    "dead-after": {
      type: "string",
      value: "N",
      summary: "dead after being offered in so many sessions; 3 unless given",
    },
  },
  examples: [
    ["skillwright usage", "the most used first"],
    ["skillwright usage --dead | xargs -n1 skillwright disable", "leave out what nobody calls"],
  ],
  positionals: [0, 0],
  async run(context) {
    const skills = await openSkills(context.load);
    await warnUnverified(skills.snapshot.host, context);
    const report = await skills.usage(optionsOf(context));
    if (context.json) writeJson(report, context);
    else if (flag(context, "dead")) for (const { address } of report.dead) context.out.line(printable(address));
    else print(report, context);
    return 0;
  },
};

function optionsOf(context: Context): { journal?: string; deadAfter?: number } {
  const journal = text(context, "journal");
  const after = text(context, "dead-after");
  if (after !== undefined && !/^[1-9]\d{0,5}$/.test(after))
    throw new UsageError(`\`--dead-after ${printable(after)}\` is not a number of sessions`, "write it in digits");
  return {
    ...(journal === undefined ? {} : { journal: resolve(context.load.cwd ?? process.cwd(), journal) }),
    ...(after === undefined ? {} : { deadAfter: Number(after) }),
  };
}

function writeJson({ skills, dead, gone, ...counted }: UsageReport, { out }: Context): void {
  writeObject(out, { schema: SCHEMA, ...counted }, { skills, dead, gone });
}

const MAX_NAME = 40;

function print(report: UsageReport, context: Context): void {
  const { out, paint, err } = context;
  const { skills, dead, gone, sessions, from, to, damaged } = report;
  const width = Math.min(MAX_NAME, Math.max(5, ...skills.map(({ address }) => textWidth(printable(address)))));
  const deadIds = new Set(dead.map(({ id }) => id));
  out.line(paint.bold(`${pad("skill", width)}  offered  activated  by user  completed  last`));
  for (const use of skills) {
    const line = `${pad(printable(use.address), width)}  ${numbers(use)}  ${use.last?.slice(0, 10) ?? "never"}`;
    out.line(deadIds.has(use.id) ? `${paint.yellow(line)}  dead` : line);
  }
  const span = from === undefined ? "" : `, ${from.slice(0, 10)} to ${to?.slice(0, 10)}`;
  out.line(
    `${plural(sessions, "session")}${span} · ${plural(skills.length, "skill")} · ${dead.length} dead · ${gone.length} gone since`,
  );
  if (damaged > 0) err.line(`${plural(damaged, "line")} of the journal could not be read`);
}

function numbers({ offered, activated, byUser, completed }: SkillUse): string {
  return [
    [offered, 7],
    [activated, 9],
    [byUser, 7],
    [completed, 9],
  ]
    .map(([value, width]) => String(value).padStart(width as number))
    .join("  ");
}
