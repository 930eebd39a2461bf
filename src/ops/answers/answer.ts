/**
 * What the library returns → the documented answers (`docs/json.md`), for every surface that speaks JSON. They know neither
 * arguments nor requests, and print nothing; the command line writes them line by line, the server as a whole.
 */

/** The number that stays as long as nothing changes its meaning. */
export const SCHEMA = 1;

/** An object whose long lists are made one element at a time, while they are written. */
export interface Answer {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly lists: Readonly<Record<string, Iterable<object>>>;
}

/** The same as one value. */
export function whole({ fields, lists }: Answer): Readonly<Record<string, unknown>> {
  return { ...fields, ...Object.fromEntries(Object.entries(lists).map(([key, list]) => [key, [...list]])) };
}

export function* map<T, U>(items: readonly T[], make: (item: T) => U): Generator<U> {
  for (const item of items) yield make(item);
}
