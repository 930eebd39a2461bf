/** Summarizes for each host on this machine how many skills it sees, and why it does not see the others. */

import type { LoadOptions } from "../../../catalog/load/load.ts";
import type { HostView } from "../../../hosts/views/host-view.ts";
import type { CellState } from "../../../hosts/views/matrix.ts";
import type { Code } from "../../../model/diagnostics/catalogue.ts";
import { hostsHere } from "../../hosts/detect-hosts.ts";
import { lookThrough } from "../../hosts/look-hosts.ts";

const SEEN: readonly CellState[] = ["visible", "renamed", "name-only"];

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
  const { views, rows } = await lookThrough({ ...options, hosts: await hostsHere(options) });
  return views.map((view, at) => {
    const cells = rows.flatMap((row) => row.cells[at] ?? []);
    const counts = new Map<Code, number>();
    for (const { state, because } of cells)
      if (because && !SEEN.includes(state)) counts.set(because.code, (counts.get(because.code) ?? 0) + 1);
    const notSearched = rows.flatMap((row) => (row.cells[at]?.because?.code === "SK701" ? row.name : []));
    return {
      view,
      notSearched: [...new Set(notSearched)],
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
    visible: seen,
    total: of,
    reasons: Object.fromEntries(reasons),
    remarks,
  };
}
