/** [MC20] A load does not wait long for a slow server, and learns of its answer later. */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { FileCache } from "../../../src/catalog/servers/file-cache.ts";
import { type ServerPort, ServerSource } from "../../../src/catalog/servers/server-source.ts";
import { nodeFiles } from "../../../src/platform/files/node-files.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const ENTRY = {
  uri: "skill://notes/SKILL.md",
  frontmatter: { name: "notes", description: "Takes notes." },
  resources: [{ uri: "skill://notes/SKILL.md", size: 1, digest: `sha256:${"0".repeat(64)}` }],
};
const PATIENCE_MS = 3000;

/** A source whose server answers or fails after a time. */
function slow(answersAfterMs: number, fails = false, isPatient = false) {
  let asked = 0;
  const port: ServerPort = {
    list: () => {
      asked++;
      return new Promise((resolve, reject) => {
        setTimeout(
          () => (fails ? reject(new Error("broken")) : resolve({ skills: [ENTRY], invalid: [] })),
          answersAfterMs,
        );
      });
    },
    read: () => Promise.reject(new Error("no file is read")),
    together: (action) => action(),
    listen: () => () => undefined,
  };
  const cache = new FileCache(join(tmpdir(), "skillwright-nowhere", "\0"), "slow", nodeFiles);
  const source = new ServerSource({
    ...{ label: "slow", port, cache, approved: () => undefined, clock: Date.now },
    ...(isPatient ? {} : { patienceMs: PATIENCE_MS }),
  });
  const changes = vi.fn();
  source.onChange(changes);
  return { source, changes, asked: () => asked };
}

/** Returns what a load gets, and after how many milliseconds. */
async function load(source: ServerSource): Promise<readonly [got: string, afterMs: number]> {
  const start = Date.now();
  const result = source.list().then(
    (paths) => `${paths.length} files`,
    (error: Error) => error.message,
  );
  for (let passed = 0; passed < 20_000; passed += 500) {
    const settled = await Promise.race([result, vi.advanceTimersByTimeAsync(passed === 0 ? 0 : 500)]);
    if (typeof settled === "string") return [settled, Date.now() - start];
  }
  return ["nothing", Date.now() - start];
}

const LATE = "it has not answered within 3 seconds";

describe("[MC20] a load waits for a server", () => {
  test.each([0, 500, 1000, 2500])("that answers after %i ms", async (afterMs) => {
    const { source, changes } = slow(afterMs);
    expect(await load(source)).toEqual(["1 files", afterMs]);
    await vi.runAllTimersAsync();
    expect(changes).not.toHaveBeenCalled();
  });

  test.each([3500, 5000, 9500, 60_000])("for three seconds, if it answers after %i ms", async (afterMs) => {
    const { source, changes, asked } = slow(afterMs);
    expect(await load(source)).toEqual([LATE, PATIENCE_MS]);
    // Later loads do not wait again, and send no other request.
    for (let times = 0; times < 3; times++) expect(await load(source)).toEqual([LATE, 0]);
    expect([asked(), changes.mock.calls.length]).toEqual([1, 0]);
    await vi.advanceTimersByTimeAsync(afterMs);
    expect(changes).toHaveBeenCalledTimes(1);
    expect(await load(source)).toEqual(["1 files", 0]);
  });

  test.each([3500, 9500])("that fails after %i ms, without a change", async (afterMs) => {
    const { source, changes } = slow(afterMs, true);
    expect(await load(source)).toEqual([LATE, PATIENCE_MS]);
    await vi.advanceTimersByTimeAsync(afterMs);
    expect(changes).not.toHaveBeenCalled();
    expect((await load(source))[0]).toContain("broken");
  });

  test.each([5000, 9500])("without a limit of its own, until the answer after %i ms", async (afterMs) => {
    const { source } = slow(afterMs, false, true);
    const given = slow(afterMs).source;
    expect(await load(source)).toEqual(["1 files", afterMs]);
    // A review requests the skills from the server and waits for the answer.
    const review = given.skills();
    await vi.advanceTimersByTimeAsync(afterMs);
    expect(await review).toHaveLength(1);
  });
});
