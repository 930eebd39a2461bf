/** The lock between processes: one process, many processes, and killed processes. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "rolldown";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { systemCode } from "../../../src/model/errors.ts";
import { takeNotices } from "../../../src/platform/files/read-text.ts";
import { hasEnded, type ProcessIdentity, thisProcess } from "../../../src/platform/processes/process-identity.ts";
import { changeFiles, lockPath, tryChangeFiles } from "../../../src/platform/writing/change-files.ts";
import { type FileLock, lockOwner, tryLock } from "../../../src/platform/writing/file-lock.ts";
import { waitFor } from "../../wait.ts";

const top = realpathSync(mkdtempSync(join(tmpdir(), "skillwright-lock-")));
const module = join(top, "change-files.mjs");
const worker = join(import.meta.dirname, "lock-worker.mjs");

afterEach(() => {
  vi.useRealTimers();
});

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

/** Returns the text of a lock that a process made in a directory. */
function textOf(
  { pid, started, boot, namespace, machine }: ProcessIdentity,
  at: string,
  token: string = TOKEN,
): string {
  return [pid, started, token, boot, namespace, machine, placeIn(at)].join(".");
}

/** Makes a real lock in the directory, and returns the part of its text that identifies the directory. */
function placeIn(at: string): string {
  const probe = join(at, ".probe.lock");
  const taken = tryLock(probe);
  const [place = ""] = readlinkSync(probe).split(".").slice(-1);
  taken?.release();
  return place;
}

/** Returns the identity of a process that has ended. */
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

  test("forbids writes to other files, and later writes", async () => {
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
    vi.useFakeTimers();
    const at = directory();
    const waited: (number | undefined)[] = [];
    await changeFiles([join(at, "a")], async () => {
      const onWait = (owner: ProcessIdentity | undefined): void => void waited.push(owner?.pid);
      const refused = expect(changeFiles([join(at, "a")], () => 1, { timeoutMs: 2000, onWait })).rejects.toMatchObject({
        code: "SK662",
        message: `process ${process.pid} holds \`${join(at, "a")}\`; Skillwright stopped waiting after 2 s`,
        hint: "wait until that process ends, or stop the process",
      });
      await vi.advanceTimersByTimeAsync(2100);
      await refused;
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
    symlinkSync(textOf(owner(), at), join(at, ".a.lock"));
    expect(await changeFiles([join(at, "a")], () => readdirSync(at), { timeoutMs: 1000 })).toEqual([".a.lock"]);
    expect(readdirSync(at)).toEqual([]);
  });

  test.each([
    ["another machine", () => ({ ...ended(), machine: "0123456789abcdef" })],
    ["another container", () => ({ ...ended(), namespace: "1" })],
  ])("of a process on %s is never taken over", async (_, owner) => {
    const at = directory();
    symlinkSync(textOf(owner(), at), join(at, ".a.lock"));
    await expect(changeFiles([join(at, "a")], () => 1, { timeoutMs: 50 })).rejects.toMatchObject({
      code: "SK662",
      message: expect.stringContaining("on another machine or in a container"),
      hint: expect.stringContaining(join(at, ".a.lock")),
    });
  });

  /** Entries that a clone, an archive or a copy can put under the name of a lock. */
  const FOREIGN: Readonly<Record<string, (path: string, at: string) => void>> = {
    "a file": (path) => writeFileSync(path, "mine"),
    "an empty directory": (path) => mkdirSync(path),
    "a directory with files": (path) => {
      mkdirSync(join(path, "deep"), { recursive: true });
      writeFileSync(join(path, "deep/file"), "mine");
    },
    "a FIFO": (path) => execFileSync("mkfifo", [path]),
    "an unreadable file": (path) => writeFileSync(path, "mine", { mode: 0 }),
    "a link to a file": (path) => symlinkSync("/etc/passwd", path),
    "a link to itself": (path) => symlinkSync(path, path),
    "a link to a directory": (path, at) => symlinkSync(at, path),
    "a link with a path for a token": (path) => symlinkSync(`1.1.${"../".repeat(10)}aa.0.0.0`, path),
    "a link with a long text": (path) => symlinkSync("1".repeat(4000), path),
    ...Object.fromEntries(
      (
        [
          ["another machine", () => ({ ...thisProcess(), machine: "0123456789abcdef" })],
          ["another container", () => ({ ...thisProcess(), namespace: "1" })],
          ["an earlier start of the system", () => ({ ...thisProcess(), boot: "0-0" })],
          ["a process that has ended", () => ended()],
          ["no machine at all", () => ({ pid: 1, started: "", boot: "", namespace: "", machine: "0".repeat(16) })],
        ] as const
      ).map(([name, owner]) => [
        `the lock of ${name} in another directory`,
        (path: string) => symlinkSync(textOf(owner(), top), path),
      ]),
    ),
  };

  const NAMES = ["", `.${TOKEN}`, `.${TOKEN}.${"1".repeat(32)}`];

  test.each(Object.keys(FOREIGN).flatMap((kind) => NAMES.map((suffix) => [kind, suffix] as const)))(
    "that is really %s delays nothing, and is kept (%s)",
    async (kind, suffix) => {
      const at = directory();
      const path = join(at, ".a.lock");
      // A shipped file can also have the name of the second lock, which protects the removal of a shipped lock.
      if (suffix !== "") symlinkSync(textOf({ ...ended(), machine: "0".repeat(16) }, top), path);
      FOREIGN[kind]?.(path + suffix, at);
      writeFileSync(join(at, ".a.1234.tmp"), "mine");
      const before = lstatSync(path).ino;
      const waits: number[] = [];
      takeNotices();
      const options = { timeoutMs: 5000, onWait: () => waits.push(1) };
      expect(await changeFiles([join(at, "a")], () => lockOwner(path)?.pid, options)).toBe(process.pid);
      const notices = takeNotices();
      expect([waits, notices.map(({ code }) => code), notices[0]?.path]).toEqual([[], ["SK667"], path]);
      const aside = readdirSync(at).filter((name) => name.includes(".foreign-"));
      expect(aside.map((name) => lstatSync(join(at, name)).ino)).toEqual([before]);
      expect(notices[0]?.message).toContain(aside[0]);
      expect(
        readdirSync(at)
          .filter((name) => !name.includes(".foreign-"))
          .sort(),
      ).toEqual([".a.1234.tmp", ...(suffix === "" ? [] : [`.a.lock${suffix}`])].sort());
      // The next checkout can restore the file.
      if (suffix === "") FOREIGN[kind]?.(path, at);
      expect(tryChangeFiles([join(at, "a")], () => 1)).toBe(1);
    },
  );

  test.each(["looked", "judged", "entitled"] as const)(
    "that is foreign is moved by one process, also if two of them look at it at once (%s)",
    (when) => {
      for (const put of Object.values(FOREIGN)) {
        const at = directory();
        const path = join(at, ".a.lock");
        put(path, at);
        let other: FileLock | undefined;
        let isFirst = true;
        const taken = tryLock(path, (step) => {
          if (step !== when || !isFirst) return;
          isFirst = false;
          other = tryLock(path);
        });
        const holders = [taken, other].filter((each) => each !== undefined);
        expect([holders.length, lockOwner(path)?.pid]).toEqual([1, process.pid]);
        holders[0]?.release();
        expect(readdirSync(at).filter((name) => !name.includes(".foreign-"))).toEqual([]);
      }
    },
  );

  test("of a process that runs here is kept, also in a copy of its directory", async () => {
    const [at, copy] = [directory(), directory()];
    await changeFiles([join(at, "a")], () => {
      symlinkSync(readlinkSync(join(at, ".a.lock")), join(copy, ".a.lock"));
      expect(tryChangeFiles([join(copy, "a")], () => 1)).toBeUndefined();
    });
  });

  test("is not broken by a process that looked at an earlier owner", () => {
    const at = directory();
    const path = join(at, ".a.lock");
    const dead = ended();
    // Three processes have died. The first left the lock, the second a lock for removing it, and the third a lock for
    // removing that second lock.
    symlinkSync(textOf(dead, at), path);
    symlinkSync(textOf(dead, at, "1".repeat(32)), `${path}.${TOKEN}`);
    symlinkSync(textOf(dead, at, "2".repeat(32)), `${path}.${TOKEN}.${"1".repeat(32)}`);
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
      symlinkSync(textOf(ended(), at), path);
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

  test("that was removed by hand is not released for the next owner", () => {
    const at = directory();
    const path = join(at, ".a.lock");
    const first = tryLock(path);
    rmSync(path);
    const second = tryLock(path);
    first?.release();
    expect([second !== undefined, lockOwner(path)?.pid]).toEqual([true, process.pid]);
  });

  test.each(["/dev/null", "/dev/zero", "/dev/full"])("is never made beside a device: %s", async (device) => {
    const at = directory();
    symlinkSync(device, join(at, "a"));
    const before = lstatSync("/dev").mtimeMs;
    await expect(changeFiles([join(at, "a")], () => 1)).rejects.toMatchObject({ code: "SK005" });
    expect(() => tryChangeFiles([join(at, "a")], () => 1)).toThrow("not a regular file");
    expect([readdirSync(at), lstatSync("/dev").mtimeMs]).toEqual([["a"], before]);
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
  // The parent never waits for its child, so the child stays a zombie.
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
/** How long the processes compete. To try longer: `SKILLWRIGHT_LOCK_SECONDS=30`. */
const COMPETE_MS = Number(process.env["SKILLWRIGHT_LOCK_SECONDS"] ?? 4) * 1000;

test(
  "[SF1] eight processes add to one counter at once, and no increment is lost",
  async () => {
    const at = directory();
    const until = Date.now() + COMPETE_MS;
    const ran = await Promise.all(Array.from({ length: PROCESSES }, () => start(at, until, "count").ended));
    expect(ran.map(({ signal, stderr }) => [signal, stderr])).toEqual(Array(PROCESSES).fill([null, ""]));
    const total = ran.reduce((sum, { done }) => sum + done, 0);
    expect(ran.every(({ done }) => done > 0)).toBe(true);
    expect(Number(readFileSync(join(at, "counter"), "utf8"))).toBe(total);
    expect(readdirSync(at)).toEqual(["counter"]);
  },
  COMPETE_MS + 120_000,
);

test(
  "[SF1] eight processes lose no increment while a stranger keeps putting files in the place of the lock",
  async () => {
    const at = directory();
    const until = Date.now() + COMPETE_MS;
    let put = 0;
    const stranger = setInterval(() => {
      try {
        if (put % 2 === 0) writeFileSync(join(at, ".counter.lock"), "x", { flag: "wx" });
        else symlinkSync("nowhere", join(at, ".counter.lock"));
        put++;
      } catch (error) {
        expect(systemCode(error)).toBe("EEXIST");
      }
    }, 1);
    const ran = await Promise.all(Array.from({ length: PROCESSES }, () => start(at, until, "count").ended));
    clearInterval(stranger);
    rmSync(join(at, ".counter.lock"), { force: true });
    expect(ran.map(({ signal, stderr }) => [signal, stderr])).toEqual(Array(PROCESSES).fill([null, ""]));
    expect(put).toBeGreaterThan(0);
    expect(Number(readFileSync(join(at, "counter"), "utf8"))).toBe(ran.reduce((sum, { done }) => sum + done, 0));
    expect(readdirSync(at).filter((name) => !name.includes(".foreign-"))).toEqual(["counter"]);
  },
  COMPETE_MS + 120_000,
);

test(
  "[SF1] of processes that are killed while they hold the lock, no two hold it, and the others go on",
  async () => {
    const at = directory();
    const until = Date.now() + COMPETE_MS;
    const deadline = until + 100_000;
    let killed = 0;
    const line = async (): Promise<void> => {
      // On a busy machine, more time passes until enough processes were killed.
      while (Date.now() < until || (killed <= PROCESSES && Date.now() < deadline)) {
        const { signal, stderr } = await start(at, Math.max(until, Date.now() + 500), "die").ended;
        expect(stderr).toBe("");
        if (signal === "SIGKILL") killed++;
      }
    };
    await Promise.all(Array.from({ length: PROCESSES }, line));
    expect(readdirSync(at).filter((name) => name.startsWith("both-"))).toEqual([]);
    expect(killed).toBeGreaterThan(PROCESSES);
    await changeFiles([join(at, "counter")], () => undefined, { timeoutMs: 5000 });
  },
  COMPETE_MS + 120_000,
);
