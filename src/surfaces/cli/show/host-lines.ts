/**
 * Prints one line for each host on this machine: how many skills the host sees, and why it does not see other skills.
 */
import { CATALOGUE } from "../../../model/diagnostics/catalogue.ts";
import { padToWidth, printableLine } from "../../../model/text/display/printable.ts";
import type { HostSummary } from "../../../ops/answers/hosts/host-summary.ts";

const REASONS = 4;

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
      `${padToWidth(profile.name, width)}  ${words}${sure}`,
      ...remarks.map(
        ({ code, path, text }) => `${padToWidth("", width)}  [${code}] ${printableLine(path)}: ${printableLine(text)}`,
      ),
    ];
  });
  return [...lines, "`skillwright matrix` shows each skill, and `skillwright explain NAME` shows the fix"];
}
