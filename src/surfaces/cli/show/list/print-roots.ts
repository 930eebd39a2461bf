/** Implements `list --roots`: prints the searched directories in order of precedence, including missing ones. */
import type { Snapshot } from "../../../../model/skills/snapshot.ts";
import { printableLine } from "../../../../model/text/display/printable.ts";
import { countFilesOfRoot } from "../../../../ops/answers/skills/list-answers.ts";
import type { Context } from "../../command.ts";
import { scopeColour } from "../../output/present.ts";
import { tableLines } from "../../output/table.ts";

export function printRoots(snapshot: Snapshot, context: Context): void {
  const { out, paint } = context;
  const rows = snapshot.roots.map((root) => [
    { text: root.path },
    { text: root.scope, tone: scopeColour(root.scope, paint) },
    root.exists ? { text: String(countFilesOfRoot(snapshot, root)) } : { text: "missing", tone: paint.dim },
    { text: root.exists && !root.trusted ? "not trusted" : "", tone: paint.yellow },
    { text: root.from.startsWith("profile ") || root.from === "embedded" ? "" : root.from },
  ]);
  const columns = [
    { title: "directory", least: 24 },
    { title: "scope" },
    { title: "skills" },
    { title: "trust" },
    { title: "named by", least: 16 },
  ];
  for (const line of tableLines(columns, rows, context)) out.line(line);
  out.line(`project root ${printableLine(snapshot.projectRoot)} (${snapshot.trusted ? "trusted" : "not trusted"})`);
}
