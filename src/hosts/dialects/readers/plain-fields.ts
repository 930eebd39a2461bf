/** Converts a parsed YAML map into printable values: no cycles, no dates, and limited repetition by aliases. */

const MAX_VALUES = 5000;
const MAX_DEPTH = 50;

export function plainFields(data: object): Record<string, unknown> {
  const left = { values: MAX_VALUES };
  return plain(data, 0, left) as Record<string, unknown>;
}

function plain(value: unknown, depth: number, left: { values: number }): unknown {
  if (--left.values < 0) return null;
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Date) return value.toISOString();
  if (depth >= MAX_DEPTH || value instanceof Uint8Array) return depth === 0 ? {} : null;
  if (Array.isArray(value)) return within(value, left).map((each) => plain(each, depth + 1, left));
  return Object.fromEntries(
    within(Object.entries(value), left).map(([key, each]) => [key, plain(each, depth + 1, left)]),
  );
}

function within<T>(list: readonly T[], left: { values: number }): readonly T[] {
  return list.slice(0, Math.max(0, left.values));
}
