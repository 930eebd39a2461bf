/** A line for each host of this machine: how much it sees, and what it does not, by reason. */
import { CATALOGUE, type CellState, detectHosts, lookThrough } from "../../index.ts";
import type { Context } from "./command.ts";
import { pad, printable } from "./paint.ts";

const SEEN: readonly CellState[] = ["visible", "name-differs", "listed-without-description"];
const REASONS = 4;

export async function hostSummary(context: Context): Promise<string[]> {
  const { machine } = await lookThrough({ ...context.load, hosts: [] });
  const hosts = detectHosts(machine).map((profile) => profile.name);
  if (hosts.length === 0) return [];
  const { views, rows } = await lookThrough({ ...context.load, hosts });
  const width = Math.max(...hosts.map((host) => host.length));
  const lines = views.flatMap((view, at) => {
    const cells = rows.flatMap((row) => row.cells[at] ?? []);
    const seen = cells.filter((cell) => SEEN.includes(cell.state)).length;
    const counts = new Map<string, number>();
    for (const { state, because } of cells)
      if (because && !SEEN.includes(state)) counts.set(because.code, (counts.get(because.code) ?? 0) + 1);
    const reasons = [...counts]
      .sort(([codeA, a], [codeB, b]) => b - a || (codeA < codeB ? -1 : 1))
      .slice(0, REASONS)
      .map(
        ([code, count]) => `${count} ${CATALOGUE[code as keyof typeof CATALOGUE].slug.replaceAll("-", " ")} [${code}]`,
      );
    const sure = view.profile.confidence === "verified" ? "" : " (documented, not verified)";
    return [
      `${pad(view.profile.name, width)}  sees ${seen} of ${cells.length}${reasons.length > 0 ? `: ${reasons.join(", ")}` : ""}${sure}`,
      ...view.remarks.map(
        ({ code, path, text }) => `${pad("", width)}  [${code}] ${printable(path)}: ${printable(text)}`,
      ),
    ];
  });
  return [...lines, "`skillwright matrix` shows each skill, `skillwright explain NAME --all-hosts` the fix"];
}
