/** Implements `list --usage`: prints how sessions used each skill, according to the journal. */
import type { UsageReport } from "../../../../ops/usage/skill-usage.ts";
import type { Context } from "../../command.ts";
import { plural } from "../../output/present.ts";
import { tableLines } from "../../output/table.ts";

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
  const { skills, unused, unloaded, sessions, from, to, invalid } = report;
  const unusedIds = new Set(unused.map(({ id }) => id));
  const rows = skills.map(({ id, address, offered, activated, byUser, completed, last }) => {
    const isUnused = unusedIds.has(id);
    const tone = isUnused ? paint.yellow : (text: string) => text;
    const texts = [address, ...[offered, activated, byUser, completed].map(String), last?.slice(0, 10) ?? "never"];
    return [...texts, isUnused ? "unused" : ""].map((text) => ({ text, tone }));
  });
  for (const line of tableLines(COLUMNS, rows, context)) out.line(line);
  const span = from === undefined ? "" : `, ${from.slice(0, 10)} to ${to?.slice(0, 10)}`;
  out.line(
    `${plural(sessions, "session")}${span} · ${plural(skills.length, "skill")} · ${unused.length} unused · ${unloaded.length} no longer loaded`,
  );
  if (invalid > 0) err.line(`${plural(invalid, "line")} of the journal could not be read`);
}

const NO_JOURNAL = `Usage is unknown, because sessions keep no journal here.
To keep one, add this line to your configuration (\`skillwright config --init\` creates it):

  journal: ~/.local/state/skillwright/journal.jsonl

To read another journal, run \`skillwright list --usage --journal FILE\`.`;
