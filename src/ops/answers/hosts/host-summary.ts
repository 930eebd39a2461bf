/** Summarizes for each host on this machine how many skills the host sees, and why it does not see other skills. */

import type { LoadOptions } from "../../../catalog/load/load.ts";
import type { HostView } from "../../../hosts/views/host-view.ts";
import type { Cell, CellState } from "../../../hosts/views/matrix.ts";
import type { Code } from "../../../model/diagnostics/catalogue.ts";
import { hostsHere } from "../../hosts/detect-hosts.ts";
import { viewAsHosts } from "../../hosts/look-hosts.ts";

const SEEN: readonly CellState[] = ["visible", "renamed", "name-only"];

/** Returns true for the states in which models see the skill. */
export function isSeen({ state }: Pick<Cell, "state">): boolean {
  return SEEN.includes(state);
}

export interface HostSummary {
  readonly view: HostView;
  readonly seen: number;
  readonly of: number;
  /** Names of the skills in directories that the host does not search. */
  readonly notSearched: readonly string[];
  /** Number of files that the host does not see, by reason, most frequent first. */
  readonly reasons: readonly (readonly [code: Code, count: number])[];
}

export async function summariseHosts(options: LoadOptions): Promise<HostSummary[]> {
  const { views, rows } = await viewAsHosts({ ...options, hosts: await hostsHere(options) });
  return views.map((view, at) => {
    const cells = rows.flatMap((row) => row.cells[at] ?? []);
    const counts = new Map<Code, number>();
    for (const cell of cells)
      if (cell.because && !isSeen(cell)) counts.set(cell.because.code, (counts.get(cell.because.code) ?? 0) + 1);
    const notSearched = rows.flatMap((row) => (row.cells[at]?.because?.code === "SK701" ? row.name : []));
    return {
      view,
      notSearched: [...new Set(notSearched)],
      seen: cells.filter(isSeen).length,
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
    visible: seen,
    total: of,
    reasons: Object.fromEntries(reasons),
    remarks,
  };
}
