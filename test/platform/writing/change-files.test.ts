/** The lock between processes, in one process and in many, also when some of them are killed. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "rolldown";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasEnded, type ProcessIdentity, thisProcess } from "../../../src/platform/processes/process-identity.ts";
import { changeFiles, lockPath, tryChangeFiles } from "../../../src/platform/writing/change-files.ts";
import { type FileLock, lockOwner, tryLock } from "../../../src/platform/writing/file-lock.ts";
import { waitFor } from "../../wait.ts";

const top = realpathSync(mkdtempSync(join(tmpdir(), "skillwright-lock-")));
const module = join(top, "change-files.mjs");
const worker = join(import.meta.dirname, "lock-worker.mjs");

let count = 0;
function directory(): string {
  const path = join(top, `case-${++count}`);
  mkdirSync(path);
  return path;
}

beforeAll(async () => {
  const input = resolve(import.meta.dirname, "../../../src/platform/writing/change-files.ts");
  await build({ input, platform: "node", logLevel: "warn", output: { file: module } });
});

afterAll(() => rmSync(top, { recursive: true, force: true }));

const TOKEN = "0123456789abcdef0123456789abcdef";

function textOf({ pid, started, boot, namespace, machine }: ProcessIdentity, token: string = TOKEN): string {
  return [pid, started, token, boot, namespace, machine].join(".");
}

/** A process that has ended. */
function ended(): ProcessIdentity {
  return { ...thisProcess(), pid: spawnSync(process.execPath, ["-e", ""]).pid, started: "1" };
}

describe("[SF1] a lock", () => {
  test("lets one task of a process in at a time, and leaves nothing", async () => {
    const at = directory();
    let inside = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      most = Math.max(most, ++inside);
      await new Promise((resume) => setImmediate(resume));
      inside--;
    };
    await Promise.all(Array.from({ length: 8 }, () => changeFiles([join(at, "a"), join(at, "b")], work)));
    expect([most, readdirSync(at)]).toEqual([1, []]);
  });

  test("is the same for every name of a file", async () => {
    const at = directory();
    writeFileSync(join(at, "real"), "");
    symlinkSync(join(at, "real"), join(at, "link"));
    symlinkSync(at, join(at, "directory"));
    const names = ["real", "link", "directory/real", "directory/link", "missing/file", "directory/missing/file"];
    expect(names.map((name) => lockPath(join(at, name)))).toEqual([
      ...Array(4).fill(join(at, ".real.lock")),
      ...Array(2).fill(join(at, "missing/.file.lock")),
    ]);
  });

  test("is released when the change fails", async () => {
    const at = directory();
    await expect(changeFiles([join(at, "a")], () => Promise.reject(new Error("x")))).rejects.toThrow("x");
    expect(readdirSync(at)).toEqual([]);
  });

  test("lets nobody write another file, or write later", async () => {
    const at = directory();
    const kept = await changeFiles([join(at, "a")], (files) => {
      expect(() => files.write(join(at, "b"), "")).toThrow("without its lock");
      files.write(join(at, "a"), "1");
      return files;
    });
    expect(() => kept.write(join(at, "a"), "2")).toThrow("without its lock");
    expect(() => kept.remove(join(at, "a"))).toThrow("without its lock");
    expect(readFileSync(join(at, "a"), "utf8")).toBe("1");
  });

  test("gives up at its deadline, and names the process that holds the file", async () => {
    const at = directory();
    const waited: (number | undefined)[] = [];
    await changeFiles([join(at, "a")], async () => {
      const onWait = (owner: ProcessIdentity | undefined): void => void waited.push(owner?.pid);
      await expect(changeFiles([join(at, "a")], () => 1, { timeoutMs: 100, onWait })).rejects.toMatchObject({
        code: "SK662",
        message: `process ${process.pid} holds \`${join(at, "a")}\`; gave up after 0 s`,
        hint: "wait until that process ends, or end it",
      });
      expect(tryChangeFiles([join(at, "a")], () => 1)).toBeUndefined();
    });
    expect(new Set(waited)).toEqual(new Set([process.pid]));
  });

  test.each([
    ["a process that has ended", () => ended()],
    ["a process whose number another one has now", () => ({ ...thisProcess(), started: "1" })],
    ["a process from before the last start of the system", () => ({ ...thisProcess(), boot: "0-0" })],
  ])("of %s is taken over, with the temporary files that it left", async (_, owner) => {
    const at = directory();
    writeFileSync(join(at, ".a.1234.tmp"), "half");
    symlinkSync(textOf(owner()), join(at, ".a.lock"));
    expect(await changeFiles([join(at, "a")], () => readdirSync(at), { timeoutMs: 1000 })).toEqual([".a.lock"]);
    expect(readdirSync(at)).toEqual([]);
  });

  test.each([
    ["another machine", () => ({ ...ended(), machine: "0123456789abcdef" })],
    ["another container", () => ({ ...ended(), namespace: "1" })],
  ])("of a process on %s is never taken over", async (_, owner) => {
    const at = directory();
    symlinkSync(textOf(owner()), join(at, ".a.lock"));
    await expect(changeFiles([join(at, "a")], () => 1, { timeoutMs: 50 })).rejects.toMatchObject({
      code: "SK662",
      message: expect.stringContaining("elsewhere"),
      hint: expect.stringContaining(join(at, ".a.lock")),
    });
  });

  test.each([
    ["a link to a file", (path: string) => symlinkSync("/etc/passwd", path)],
    ["a link with a path for a token", (path: string) => symlinkSync(`1.1.${"../".repeat(10)}aa.0.0.0`, path)],
    ["a file", (path: string) => writeFileSync(path, "")],
    ["a directory", (path: string) => mkdirSync(path)],
  ])("that is really %s stays, and nothing is changed", async (_, put) => {
    const at = directory();
    put(join(at, ".a.lock"));
    await expect(changeFiles([join(at, "a")], () => 1, { timeoutMs: 50 })).rejects.toMatchObject({ code: "SK662" });
    expect(readdirSync(at)).toEqual([".a.lock"]);
  });

  test("is not broken by a process that looked at an earlier owner", () => {
    const at = directory();
    const path = join(at, ".a.lock");
    const dead = ended();
    // The right to remove the lock of the dead owner is left by a second dead process, whose right a third one left.
    symlinkSync(textOf(dead), path);
    symlinkSync(textOf(dead, "1".repeat(32)), `${path}.${TOKEN}`);
    symlinkSync(textOf(dead, "2".repeat(32)), `${path}.${TOKEN}.${"1".repeat(32)}`);
    const taken = tryLock(path);
    expect([taken?.isInherited, readdirSync(at), lockOwner(path)?.pid]).toEqual([true, [".a.lock"], process.pid]);
    expect(tryLock(path)).toBeUndefined();
    taken?.release();
    expect(readdirSync(at)).toEqual([]);
  });

  test.each(["looked", "judged", "entitled"] as const)(
    "of an owner that has ended is taken by one process, also if two of them look at it at once (%s)",
    (when) => {
      const at = directory();
      const path = join(at, ".a.lock");
      symlinkSync(textOf(ended()), path);
      let other: FileLock | undefined;
      let isFirst = true;
      const taken = tryLock(path, (step) => {
        if (step !== when || !isFirst) return;
        isFirst = false;
        other = tryLock(path);
      });
      expect(isFirst).toBe(false);
      expect([taken, other].filter((each) => each !== undefined)).toHaveLength(1);
      expect(readdirSync(at)).toEqual([".a.lock"]);
    },
  );

  test("that was released while another process looked at it is taken by one process", () => {
    const path = join(directory(), ".a.lock");
    const first = tryLock(path);
    let other: FileLock | undefined;
    const taken = tryLock(path, () => {
      first?.release();
      other ??= tryLock(path);
    });
    expect([taken, other !== undefined]).toEqual([undefined, true]);
  });

  test("that somebody removed by hand is not released in the name of the next owner", () => {
    const at = directory();
    const path = join(at, ".a.lock");
    const first = tryLock(path);
    rmSync(path);
    const second = tryLock(path);
    first?.release();
    expect([second !== undefined, lockOwner(path)?.pid]).toEqual([true, process.pid]);
  });

  test("that cannot be made is SK601", async () => {
    const at = directory();
    writeFileSync(join(at, "file"), "");
    await expect(changeFiles([join(at, "file/a")], () => 1)).rejects.toMatchObject({ code: "SK601" });
  });
});

test("[SF1] a process that was killed and not collected has ended; one that is stopped has not", async () => {
  const code = `
    const { changeFiles } = await import(${JSON.stringify(module)});
    await changeFiles([${JSON.stringify(join(top, "held"))}], () => new Promise(() => setInterval(() => {}, 1000)));`;
  // The parent never collects its child.
  const parent = spawn("sh", ["-c", `"$0" --input-type=module -e "$1" & exec sleep 60`, process.execPath, code]);
  const path = lockPath(join(top, "held"));
  const owner = await waitFor("a child that holds the lock", () => lockOwner(path));
  expect(hasEnded(owner)).toBe(false);
  process.kill(owner.pid, "SIGSTOP");
  expect(tryLock(path)).toBeUndefined();
  process.kill(owner.pid, "SIGKILL");
  const taken = await waitFor("the lock of the killed child", () => tryLock(path));
  expect(existsSync(`/proc/${owner.pid}`)).toBe(true);
  taken.release();
  parent.kill("SIGKILL");
});

interface Ended {
  readonly signal: string | null;
  readonly done: number;
  readonly stderr: string;
}

function start(at: string, until: number, mode: string): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [worker, module, at, String(until), mode]);
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (text) => {
    stdout += text;
  });
  child.stderr.on("data", (text) => {
    stderr += text;
  });
  const ended = new Promise<Ended>((resume) =>
    child.on("close", (_code, signal) => resume({ signal, done: Number(stdout), stderr })),
  );
  return { child, ended };
}

const PROCESSES = 8;

test("[SF1] eight processes add to one counter for thirty seconds, and no increment is lost", async () => {
  const at = directory();
  const until = Date.now() + 30_000;
  const ran = await Promise.all(Array.from({ length: PROCESSES }, () => start(at, until, "count").ended));
  expect(ran.map(({ signal, stderr }) => [signal, stderr])).toEqual(Array(PROCESSES).fill([null, ""]));
  const total = ran.reduce((sum, { done }) => sum + done, 0);
  expect(ran.every(({ done }) => done > 0)).toBe(true);
  expect(Number(readFileSync(join(at, "counter"), "utf8"))).toBe(total);
  expect(readdirSync(at)).toEqual(["counter"]);
}, 120_000);

test("[SF1] of processes that are killed while they hold the lock, no two hold it, and the others go on", async () => {
  const at = directory();
  const until = Date.now() + 6_000;
  let killed = 0;
  const line = async (): Promise<void> => {
    while (Date.now() < until) {
      const { signal, stderr } = await start(at, until, "die").ended;
      expect(stderr).toBe("");
      if (signal === "SIGKILL") killed++;
    }
  };
  await Promise.all(Array.from({ length: PROCESSES }, line));
  expect(readdirSync(at).filter((name) => name.startsWith("both-"))).toEqual([]);
  expect(killed).toBeGreaterThan(PROCESSES);
  await changeFiles([join(at, "counter")], () => undefined, { timeoutMs: 5000 });
}, 120_000);
