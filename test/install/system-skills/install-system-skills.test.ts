import { execFile } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "rolldown";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { FINGERPRINT_FILE } from "../../../src/install/system-skills/fingerprint.ts";
import { installSystemSkills } from "../../../src/install/system-skills/install-system-skills.ts";
import { OperationError } from "../../../src/model/errors.ts";
import { type DiskWriter, nodeDiskWriter } from "../../../src/platform/writing/disk.ts";
import { digestDirectory } from "../../../src/trust/bundle/digest.ts";

let base: string;
let home: string;
let first: string;
let second: string;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "system-skills-")));
  home = join(base, "home");
  first = edition("first", {
    "a/SKILL.md": "one",
    "a/scripts/run.sh": "#!/bin/sh\n",
    "b/SKILL.md": "two",
    "only-first/SKILL.md": "x",
  });
  second = edition("second", {
    "a/SKILL.md": "one, changed",
    "a/scripts/run.sh": "#!/bin/sh\n",
    "c/SKILL.md": "three",
  });
});

afterEach(() => rmSync(base, { recursive: true, force: true }));

describe("an undisturbed run", () => {
  test("[O11] the first run installs everything, executable bits included", () => {
    const result = installSystemSkills({ source: first, home });
    expect(result).toEqual({
      status: "installed",
      path: join(home, "skills", ".system"),
      fingerprint: digestDirectory(first),
    });
    expect(tree(result.path)).toEqual(tree(first));
    expect(lstatSync(join(result.path, "a/scripts/run.sh")).mode & 0o777).toBe(0o755);
    expect(lstatSync(join(result.path, "a/SKILL.md")).mode & 0o777).toBe(0o644);
  });

  test("[O11] unchanged writes nothing: no inode, no time, no step", () => {
    installSystemSkills({ source: first, home });
    age(home);
    const before = identities(home);
    const { disk, steps } = counting();
    expect(installSystemSkills({ source: first, home, disk }).status).toBe("unchanged");
    expect(steps()).toBe(0);
    expect(identities(home)).toEqual(before);
  });

  test("[O11] changed replaces the whole: what is gone goes, strays go, nothing is left over", () => {
    const { path } = installSystemSkills({ source: first, home });
    writeFileSync(join(path, "stray.txt"), "mine");
    expect(installSystemSkills({ source: second, home }).status).toBe("updated");
    expect(tree(path)).toEqual(tree(second));
    expect(readdirSync(join(home, "skills"))).toEqual([".system"]);
  });

  test("[O11] what else is in the skills directory is not touched", () => {
    mkdirSync(join(home, "skills/mine"), { recursive: true });
    writeFileSync(join(home, "skills/mine/SKILL.md"), "mine");
    mkdirSync(join(home, "skills/.system.backup"));
    age(home);
    const before = identities(join(home, "skills"));
    installSystemSkills({ source: first, home });
    installSystemSkills({ source: second, home });
    expect(identities(join(home, "skills"))).toMatchObject(withoutKey(before, "."));
  });

  test("[O11] a read-only edition gives a copy that can be replaced", () => {
    chmodSync(join(first, "a/SKILL.md"), 0o444);
    const { path } = installSystemSkills({ source: first, home });
    expect(lstatSync(join(path, "a/SKILL.md")).mode & 0o777).toBe(0o644);
    expect(installSystemSkills({ source: second, home }).status).toBe("updated");
  });
});

describe("a damaged copy is replaced", () => {
  const system = (): string => join(home, "skills", ".system");
  const at = (path: string): string => join(system(), path);
  const cleared = (path: string): string => {
    rmSync(at(path), { recursive: true });
    return at(path);
  };
  const damages: [string, () => void][] = [
    ["no marker", () => unlinkSync(at(FINGERPRINT_FILE))],
    ["an empty marker", () => writeFileSync(at(FINGERPRINT_FILE), "")],
    ["a marker of garbage", () => writeFileSync(at(FINGERPRINT_FILE), Buffer.alloc(100_000, 255))],
    ["a directory for a marker", () => mkdirSync(cleared(FINGERPRINT_FILE))],
    ["a changed file", () => writeFileSync(at("a/SKILL.md"), "changed")],
    ["a missing file", () => unlinkSync(at("a/SKILL.md"))],
    ["a stray file", () => writeFileSync(at("a/stray"), "")],
    ["a lost executable bit", () => chmodSync(at("a/scripts/run.sh"), 0o644)],
    ["a link in it", () => symlinkSync(join(first, "a/SKILL.md"), cleared("a/SKILL.md"))],
    ["nothing but a file", () => writeFileSync(cleared("."), "")],
    ["an empty directory", () => mkdirSync(cleared("."))],
    ["a link to a good copy", () => symlinkSync(installSystemSkills({ source: first, home: base }).path, cleared("."))],
    ["a link that leads nowhere", () => symlinkSync("nowhere", cleared("."))],
  ];

  test.each(damages)("[O11] %s", (_, damage) => {
    installSystemSkills({ source: first, home });
    damage();
    expect(installSystemSkills({ source: first, home }).status).toBe("updated");
    expect(tree(system())).toEqual(tree(first));
    expect(readdirSync(join(home, "skills"))).toEqual([".system"]);
    expect(installSystemSkills({ source: first, home }).status).toBe("unchanged");
  });

  test("[O11] the target of a link that stood there is left alone", () => {
    mkdirSync(join(home, "skills"), { recursive: true });
    cpSync(second, join(base, "elsewhere"), { recursive: true });
    symlinkSync(join(base, "elsewhere"), system());
    installSystemSkills({ source: first, home });
    expect(tree(join(base, "elsewhere"))).toEqual(tree(second));
  });
});

describe("a run that is stopped", () => {
  /** Stops before or after step `at`, and does nothing more, as if the process were killed. */
  const killedAt = (at: number, done: boolean): DiskWriter =>
    intercepted((step, act) => {
      if (step < at || (step === at && done)) act();
      if (step >= at) throw new Killed();
    });

  const stepsOf = (install: (disk: DiskWriter) => void): number => {
    const { disk, steps } = counting();
    install(disk);
    return steps();
  };

  test.each(["before", "after"])(
    "[O11] a first run stopped %s any step leaves nothing or everything, and the next one completes it",
    (when) => {
      const total = stepsOf((disk) => installSystemSkills({ source: first, home: join(base, "probe"), disk }));
      expect(total).toBeGreaterThan(8);
      for (let at = 1; at <= total; at++) {
        const place = join(base, `first-${at}`);
        stopped(() => installSystemSkills({ source: first, home: place, disk: killedAt(at, when === "after") }));
        const path = join(place, "skills", ".system");
        if (existsSync(path)) expect(tree(path)).toEqual(tree(first));
        installSystemSkills({ source: first, home: place });
        expect(tree(path)).toEqual(tree(first));
        expect(readdirSync(join(place, "skills"))).toEqual([".system"]);
      }
    },
  );

  test.each(["before", "after"])(
    "[O11] an update stopped %s any step leaves the old or the new, whole, and the next one completes it",
    (when) => {
      const probe = join(base, "probe");
      installSystemSkills({ source: first, home: probe });
      const total = stepsOf((disk) => installSystemSkills({ source: second, home: probe, disk }));
      let between = 0;
      for (let at = 1; at <= total; at++) {
        const place = join(base, `update-${at}`);
        const path = join(place, "skills", ".system");
        installSystemSkills({ source: first, home: place });
        stopped(() => installSystemSkills({ source: second, home: place, disk: killedAt(at, when === "after") }));
        if (existsSync(path)) expect([tree(first), tree(second)]).toContainEqual(tree(path));
        else between++;
        installSystemSkills({ source: second, home: place });
        expect(tree(path)).toEqual(tree(second));
        expect(readdirSync(join(place, "skills"))).toEqual([".system"]);
      }
      expect(between, "only between the two renames is there none").toBe(1);
    },
  );

  test("[O11] stopped between the renames, the old one is put back before anything else is tried", () => {
    const path = join(home, "skills", ".system");
    installSystemSkills({ source: first, home });
    const stopAfterMovingAway = intercepted((_, act, what) => {
      act();
      if (what === "rename") throw new Killed();
    });
    stopped(() => installSystemSkills({ source: second, home, disk: stopAfterMovingAway }));
    expect(existsSync(path)).toBe(false);
    const full: DiskWriter = { ...nodeDiskWriter, writeFile: () => fail("ENOSPC") };
    expect(() => installSystemSkills({ source: second, home, disk: full })).toThrow("ENOSPC");
    expect(tree(path)).toEqual(tree(first));
  });

  test("[O11] leftovers of processes that are gone are removed, those of one that runs are not", () => {
    const { path } = installSystemSkills({ source: first, home });
    mkdirSync(`${path}.staging-4194999-00ff/a`, { recursive: true });
    mkdirSync(`${path}.old-${process.ppid}-00ff`);
    expect(installSystemSkills({ source: first, home }).status).toBe("unchanged");
    expect(readdirSync(join(home, "skills"))).toEqual([".system", `.system.old-${process.ppid}-00ff`]);
  });

  test("[O11] leftovers of a process that runs as another user are not removed", () => {
    const { path } = installSystemSkills({ source: first, home });
    mkdirSync(`${path}.old-4194999-00ff`);
    const kill = vi.spyOn(process, "kill").mockImplementation(() => fail("EPERM"));
    installSystemSkills({ source: first, home });
    kill.mockRestore();
    expect(readdirSync(join(home, "skills"))).toEqual([".system", ".system.old-4194999-00ff"]);
  });
});

describe("runs at the same time", () => {
  test("[O11] another complete run in the middle of any step corrupts nothing", () => {
    const probe = join(base, "probe");
    installSystemSkills({ source: first, home: probe });
    const { disk, steps } = counting();
    installSystemSkills({ source: second, home: probe, disk });
    for (let at = 1; at <= steps(); at++) {
      const place = join(base, `between-${at}`);
      installSystemSkills({ source: first, home: place });
      const other = edition(`third-${at}`, { "d/SKILL.md": "four" });
      const disturbed = intercepted((step, act) => {
        if (step === at) installSystemSkills({ source: other, home: place });
        act();
      });
      installSystemSkills({ source: second, home: place, disk: disturbed });
      const left = tree(join(place, "skills", ".system"));
      expect([tree(second), tree(other)]).toContainEqual(left);
      expect(readdirSync(join(place, "skills"))).toEqual([".system"]);
    }
  });

  test("[O11] many processes with two editions leave one of them, whole", async () => {
    const program = join(base, "install.mjs");
    await build({
      input: { install: join(import.meta.dirname, "../../../src/install/system-skills/install-system-skills.ts") },
      platform: "node",
      logLevel: "silent",
      output: { file: program, format: "esm" },
    });
    const source = `import { installSystemSkills } from ${JSON.stringify(program)}; for (let i = 0; i < 20; i++) installSystemSkills({ source: i % 2 ? ${JSON.stringify(first)} : ${JSON.stringify(second)}, home: ${JSON.stringify(home)} });`;
    const run = promisify(execFile);
    await Promise.all(Array.from({ length: 6 }, () => run(process.execPath, ["--input-type=module", "-e", source])));
    expect([tree(first), tree(second)]).toContainEqual(tree(join(home, "skills", ".system")));
    installSystemSkills({ source: first, home });
    expect(readdirSync(join(home, "skills"))).toEqual([".system"]);
  });
});

describe("what cannot be done", () => {
  test.each([
    ["ENOSPC", "the disk is full; free some space, then run the command again"],
    ["EROFS", "the file system is read-only; set `SKILLWRIGHT_HOME` to a directory elsewhere"],
    ["EIO", "check that directory, or set `SKILLWRIGHT_HOME` to another one"],
  ])("[O11] %s is SK601 with a hint, and the old copy stays", (code, hint) => {
    const { path } = installSystemSkills({ source: first, home });
    const error = caught(() =>
      installSystemSkills({ source: second, home, disk: { ...nodeDiskWriter, writeFile: () => fail(code) } }),
    );
    expect(error).toBeInstanceOf(OperationError);
    expect(error).toMatchObject({
      code: "SK601",
      message: `the embedded skills cannot be written to \`${path}\` (${code})`,
      hint,
    });
    expect(tree(path)).toEqual(tree(first));
  });

  test("[O11] a rename that never succeeds gives up, and the old copy stays", () => {
    const { path } = installSystemSkills({ source: first, home });
    const stubborn: DiskWriter = {
      ...nodeDiskWriter,
      rename: (from, to) => (from.includes("staging") ? fail("EPERM") : nodeDiskWriter.rename(from, to)),
    };
    expect(caught(() => installSystemSkills({ source: second, home, disk: stubborn }))).toMatchObject({
      code: "SK601",
      message: `\`${path}\` cannot be replaced`,
    });
    expect(tree(path)).toEqual(tree(first));
  });

  test("[O11] a copy that was taken away before its rename costs the old one nothing", () => {
    const { path } = installSystemSkills({ source: first, home });
    let staging = "";
    const tidied: DiskWriter = {
      ...nodeDiskWriter,
      writeFile(file, bytes, executable) {
        nodeDiskWriter.writeFile(file, bytes, executable);
        if (file.endsWith(FINGERPRINT_FILE)) staging = file.slice(0, -FINGERPRINT_FILE.length - 1);
      },
      rename(from, to) {
        rmSync(staging, { recursive: true, force: true });
        nodeDiskWriter.rename(from, to);
      },
    };
    expect(caught(() => installSystemSkills({ source: second, home, disk: tidied }))).toMatchObject({ code: "SK601" });
    expect(tree(path)).toEqual(tree(first));
  });

  test("[O11] an edition that is missing, or has a link, is SK601", () => {
    expect(caught(() => installSystemSkills({ source: join(base, "none"), home }))).toMatchObject({
      code: "SK601",
      hint: "the installation is incomplete; install skillwright again",
    });
    symlinkSync("/etc/hostname", join(first, "a/link"));
    expect(caught(() => installSystemSkills({ source: first, home }))).toMatchObject({ code: "SK601" });
    expect(existsSync(home)).toBe(false);
  });

  test("[O11] an edition that changes while it is copied is not installed", () => {
    const changing = intercepted((step, act) => {
      if (step === 3) writeFileSync(join(first, "b/SKILL.md"), "changed in between");
      act();
    });
    expect(caught(() => installSystemSkills({ source: first, home, disk: changing }))).toMatchObject({
      code: "SK601",
      hint: "run the command again",
    });
    expect(existsSync(join(home, "skills", ".system"))).toBe(false);
  });

  test("[O11] a file where the directory should be is SK601", () => {
    writeFileSync(home, "");
    expect(caught(() => installSystemSkills({ source: first, home }))).toMatchObject({
      code: "SK601",
      hint: "a file is where a directory is needed; move it away",
    });
  });
});

class Killed extends Error {}

function stopped(run: () => void): void {
  expect(run).toThrow(Killed);
}

function caught(run: () => void): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

function fail(code: string): never {
  throw Object.assign(new Error(code), { code });
}

function edition(name: string, files: Record<string, string>): string {
  const directory = join(base, name);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(directory, path, ".."), { recursive: true });
    writeFileSync(join(directory, path), text, { mode: path.endsWith(".sh") ? 0o755 : 0o644 });
  }
  return directory;
}

/** Returns the real file system, which calls `each` before each step. */
function intercepted(each: (step: number, act: () => void, what: keyof DiskWriter) => void): DiskWriter {
  let step = 0;
  const at = (what: keyof DiskWriter, act: () => void): void => each(++step, act, what);
  return {
    makeDirectory: (path) => at("makeDirectory", () => nodeDiskWriter.makeDirectory(path)),
    writeFile: (path, bytes, executable) => at("writeFile", () => nodeDiskWriter.writeFile(path, bytes, executable)),
    rename: (from, to) => at("rename", () => nodeDiskWriter.rename(from, to)),
    remove: (path) => at("remove", () => nodeDiskWriter.remove(path)),
  };
}

function counting(): { disk: DiskWriter; steps: () => number } {
  let count = 0;
  return {
    disk: intercepted((step, act) => {
      count = step;
      act();
    }),
    steps: () => count,
  };
}

/** Returns every file below the directory with its text and executable bit, except the marker. */
function tree(directory: string): Record<string, string> {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter(
    (entry) => !entry.isDirectory() && entry.name !== FINGERPRINT_FILE,
  );
  const described = files.map((entry): [string, string] => {
    const path = join(entry.parentPath, entry.name);
    const stats = lstatSync(path);
    return [
      path.slice(directory.length),
      `${stats.isFile() ? "file" : "other"} ${stats.mode & 0o100} ${readFileSync(path, "utf8")}`,
    ];
  });
  return Object.fromEntries(described.sort());
}

/** Gives all entries below the directory an old time, so that a test notices any write. */
function age(directory: string): void {
  for (const path of below(directory)) utimesSync(join(directory, path), 1_000_000, 1_000_000);
}

function below(directory: string): string[] {
  return [".", ...readdirSync(directory, { recursive: true }).map(String)].sort();
}

/** Returns inode, time and size of all entries below the directory. */
function identities(directory: string): Record<string, string> {
  const paths = below(directory);
  return Object.fromEntries(
    paths.map((path) => {
      const { ino, mtimeMs, size } = lstatSync(join(directory, path));
      return [path, `${ino} ${mtimeMs} ${size}`];
    }),
  );
}

function withoutKey<T>(record: Record<string, T>, key: string): Record<string, T> {
  const { [key]: _, ...rest } = record;
  return rest;
}
