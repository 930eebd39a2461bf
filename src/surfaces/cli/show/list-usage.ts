/** `list --usage`: what sessions made of each skill, by their journal. */
import type { UsageReport } from "../../../ops/usage/skill-usage.ts";
import type { Context } from "../command.ts";
import { plural } from "../output/present.ts";
import { tableLines } from "../output/table.ts";

const COLUMNS = [
  { title: "skill", least: 16 },
  { title: "offered" },
  { title: "activated" },
  { title: "by user" },
  { title: "completed" },
  { title: "last" },
  { title: "" },
];

export function printUsage(report: UsageReport, context: Context): void {
  const { out, paint, err } = context;
  if (report.journal === undefined) return void out.line(NO_JOURNAL);
  const { skills, dead, gone, sessions, from, to, damaged } = report;
  const deadIds = new Set(dead.map(({ id }) => id));
  const rows = skills.map(({ id, address, offered, activated, byUser, completed, last }) => {
    const isDead = deadIds.has(id);
    const tone = isDead ? paint.yellow : (text: string) => text;
    const texts = [address, ...[offered, activated, byUser, completed].map(String), last?.slice(0, 10) ?? "never"];
    return [...texts, isDead ? "dead" : ""].map((text) => ({ text, tone }));
  });
  for (const line of tableLines(COLUMNS, rows, context)) out.line(line);
  const span = from === undefined ? "" : `, ${from.slice(0, 10)} to ${to?.slice(0, 10)}`;
  out.line(
    `${plural(sessions, "session")}${span} · ${plural(skills.length, "skill")} · ${dead.length} dead · ${gone.length} gone since`,
  );
  if (damaged > 0) err.line(`${plural(damaged, "line")} of the journal could not be read`);
}

const NO_JOURNAL = `Sessions keep no journal here, so the use of skills is not known.
To keep one, add this line to your configuration (\`skillwright config --init\` creates it):

  journal: ~/.local/state/skillwright/journal.jsonl

To read another journal, run \`skillwright list --usage --journal FILE\`.`;
