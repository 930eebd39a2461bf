import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Debounce } from "../../../src/catalog/watch/debounce.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Returns the times of the calls, in milliseconds, for events at these times. */
function calls(hints: readonly number[], isBusy: (now: number) => boolean = () => false): number[] {
  const called: number[] = [];
  const begin = Date.now();
  const now = (): number => Date.now() - begin;
  const quiet = new Debounce({
    quietMs: 20,
    maxWaitMs: 1000,
    isBusy: () => isBusy(now()),
    now,
    call: () => called.push(now()),
  });
  for (const at of hints) {
    vi.advanceTimersByTime(at - now());
    quiet.note();
  }
  vi.advanceTimersByTime(5000);
  return called;
}

const every = (ms: number, until: number): number[] => Array.from({ length: until / ms }, (_, index) => index * ms);

test.each<[string, readonly number[], readonly number[]]>([
  ["one hint", [0], [20]],
  ["a few in a row", [0, 10, 25], [45]],
  ["two that have nothing to do with each other", [0, 100], [20, 120]],
  ["many without a pause", every(10, 1500), [1000, 1510]],
])("[HR3] %s", (_, hints, expected) => {
  expect(calls(hints)).toEqual(expected);
});

test("[HR3] waits while a writer is known to be at work, up to a limit", () => {
  expect([calls([0, 30], (now) => now < 300), calls([0], () => true)]).toEqual([[310], [1000]]);
});
