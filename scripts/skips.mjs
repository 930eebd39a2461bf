// Lists skipped tests for `test/report-skips.ts` and `npm test`: the number for each reason.

/** Converts `[{ reason }]` to lines, with the most frequent reason first. */
export function listSkips(skips) {
  const counts = new Map();
  for (const { reason } of skips) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const lines = [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([reason, count]) => `${`${count}`.padStart(6)}  ${reason}`);
  return [`skipped tests: ${skips.length}`, ...lines].join("\n");
}
