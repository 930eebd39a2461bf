/** For each host of this machine: how much it sees, and what it does not, by reason. */
import { CATALOGUE, type CellState, type Code, type HostView, hostsHere, lookThrough } from "../../index.ts";
import type { Context } from "./command.ts";
import { pad, printable } from "./paint.ts";

const SEEN: readonly CellState[] = ["visible", "name-differs", "listed-without-description"];
const REASONS = 4;

export interface HostSummary {
  readonly view: HostView;
  readonly seen: number;
  readonly of: number;
  /** How many files are not seen for which reason, the most frequent first. */
  readonly reasons: readonly (readonly [code: Code, count: number])[];
}

export async function summariseHosts(context: Context): Promise<HostSummary[]> {
  const { views, rows } = await lookThrough({ ...context.load, hosts: await hostsHere(context.load) });
  return views.map((view, at) => {
    const cells = rows.flatMap((row) => row.cells[at] ?? []);
    const counts = new Map<Code, number>();
    for (const { state, because } of cells)
      if (because && !SEEN.includes(state)) counts.set(because.code, (counts.get(because.code) ?? 0) + 1);
    return {
      view,
      seen: cells.filter((cell) => SEEN.includes(cell.state)).length,
      of: cells.length,
      reasons: [...counts].sort(([codeA, a], [codeB, b]) => b - a || (codeA < codeB ? -1 : 1)),
    };
  });
}

export function summaryJson({ view, seen, of, reasons }: HostSummary): object {
  const { profile, remarks } = view;
  return {
    host: profile.name,
    version: profile.version,
    confidence: profile.confidence,
    seen,
    of,
    reasons: Object.fromEntries(reasons),
    remarks,
  };
}

export function summaryLines(summaries: readonly HostSummary[]): string[] {
  if (summaries.length === 0) return [];
  const width = Math.max(...summaries.map(({ view }) => view.profile.name.length));
  const lines = summaries.flatMap(({ view: { profile, remarks }, seen, of, reasons }) => {
    const told = reasons
      .slice(0, REASONS)
      .map(([code, count]) => `${count} ${CATALOGUE[code].slug.replaceAll("-", " ")} [${code}]`);
    const sure = profile.confidence === "verified" ? "" : " (documented, not verified)";
    const words =
      profile.runtime === "none"
        ? "has no skills of its own"
        : `sees ${seen} of ${of}${told.length > 0 ? `: ${told.join(", ")}` : ""}`;
    return [
      `${pad(profile.name, width)}  ${words}${sure}`,
      ...remarks.map(({ code, path, text }) => `${pad("", width)}  [${code}] ${printable(path)}: ${printable(text)}`),
    ];
  });
  return [...lines, "`skillwright matrix` shows each skill, `skillwright explain NAME` the fix"];
}
