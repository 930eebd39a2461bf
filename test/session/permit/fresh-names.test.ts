/** The names of directories are cached for a moment. A file that becomes a symlink must be noticed by the next call. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Files } from "../../../src/platform/files/files.ts";
import { memoryFiles } from "../../../src/platform/files/memory-files.ts";
import { expectChanges, plainEntryAt } from "../../../src/session/permit/paths/directory-names.ts";

const before = memoryFiles({ "/p/src/a.ts": "" });
const after = memoryFiles({ "/p/src/a.ts": { link: "/home/key" }, "/home/key": "" });

/** Returns the session's files, and a function that replaces `src/a.ts` with a symlink. */
function changingFiles() {
  let files = before;
  const around = { cwd: "/p", files: new Proxy({} as Files, { get: (_, key) => files[key as keyof Files] }) };
  const link = (): void => {
    files = after;
  };
  return { around, link };
}

describe("[B22] a file that becomes a symlink", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"], now: 1_000_000 });
    expectChanges(false);
  });
  afterEach(() => void vi.useRealTimers());

  test("is noticed in the next turn of the event loop", async () => {
    const { around, link } = changingFiles();
    expect(plainEntryAt("src/a.ts", around)).toBe("file");
    link();
    vi.setSystemTime(1_000_001);
    await new Promise((resolve) => setImmediate(resolve));
    expect(plainEntryAt("src/a.ts", around)).toBe(undefined);
  });

  test("is noticed after another call, in the same turn", () => {
    const { around, link } = changingFiles();
    expect(plainEntryAt("src/a.ts", around)).toBe("file");
    link();
    vi.setSystemTime(1_000_001);
    expectChanges(false);
    expect(plainEntryAt("src/a.ts", around)).toBe(undefined);
  });

  test("is noticed at once after a call that can change files by itself", () => {
    const { around, link } = changingFiles();
    expect(plainEntryAt("src/a.ts", around)).toBe("file");
    link();
    expectChanges(true);
    expect(plainEntryAt("src/a.ts", around)).toBe(undefined);
  });

  test("is noticed after a few calls that only read, in the same turn", () => {
    const { around, link } = changingFiles();
    expect(plainEntryAt("src/a.ts", around)).toBe("file");
    link();
    vi.setSystemTime(1_000_001);
    const entries = Array.from({ length: 16 }, () => plainEntryAt("src/a.ts", around));
    expect(entries.at(-1)).toBe(undefined);
  });
});
