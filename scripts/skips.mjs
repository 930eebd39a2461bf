// Skipped tests as `npm test` lists them: how many for which reason.

/** `[{ reason }]` → lines, the reason of most tests first. */
export function listSkips(skips) {
  const counts = new Map();
  for (const { reason } of skips) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const lines = [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([reason, count]) => `${`${count}`.padStart(6)}  ${reason}`);
  return [`skipped tests: ${skips.length}`, ...lines].join("\n");
}
