/**
 * Tests that need something that a machine may lack. Vitest skips them with a reason, which `npm test` lists at its
 * end.
 */
import { describe, test } from "vitest";
import { findProgram, type OPTIONAL_PROGRAMS } from "../scripts/programs.mjs";

declare module "vitest" {
  interface TaskMeta {
    /** Why a test or a suite is skipped. */
    skipReason?: string;
  }
}

export interface Runners {
  readonly test: typeof test;
  readonly describe: typeof describe;
}

/** `needs("tmux").test(…)` and `needs("tmux").describe(…)` run if the PATH has the program. A broken program fails the tests. */
export function needs(program: (typeof OPTIONAL_PROGRAMS)[number]): Runners {
  return onlyIf(findProgram(program) !== undefined, `${program} is not installed`);
}

/**
 * Skips tests that use a download of `npm test -- fetch` if it is missing. After a `fetch` in the same run, which sets
 * `SKILLWRIGHT_FETCHED`, they run in any case, and a missing download fails them.
 */
export function needsDownload(name: "frameworks" | "browser", isThere: boolean): Runners {
  const isPromised = (process.env["SKILLWRIGHT_FETCHED"] ?? "").split(" ").includes(name);
  return onlyIf(isThere || isPromised, `not fetched: node scripts/${name}.mjs`);
}

/** Returns `test` and `describe` if the condition is true. Otherwise returns functions that skip with this reason. */
export function onlyIf(condition: boolean, reason: string): Runners {
  if (condition) return { test, describe };
  return { test: skipping(test, reason), describe: skipping(describe, reason) };
}

type Register = (title: string, options: object, body: unknown) => unknown;

/** The reason is not part of the title, because the title identifies snapshots. */
function skipping<T extends Runners["test"] | Runners["describe"]>(api: T, skipReason: string): T {
  const options = { skip: true, meta: { skipReason } };
  const body = (rest: readonly unknown[]): unknown => rest.find((each) => typeof each === "function");
  const skip = (title: string, ...rest: readonly unknown[]) => (api as Register)(title, options, body(rest));
  const each =
    (...table: readonly unknown[]) =>
    (title: string, ...rest: readonly unknown[]) =>
      (api.each as (...table: readonly unknown[]) => Register)(...table)(title, options, body(rest));
  return Object.assign(skip, { each }) as unknown as T;
}
