/** Checks which changes of a command arrive in a writable directory, with every sandbox of this machine. */
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { afterAll, expect, test } from "vitest";
import type { CommandOutcome, CommandRequest } from "../../../src/model/conversation/control.ts";
import { temporaryDirectory } from "../../../src/platform/writing/write-tree.ts";
import { newMark, sleepersWith } from "../../alive.ts";
import { waitFor } from "../../wait.ts";
import { throughEach } from "./here.ts";

const top = temporaryDirectory();
afterAll(() => top.remove());
let count = 0;

/** Makes a directory with a space, a comma and a colon in its name, which are special in mount options. */
function newDirectory(): string {
  const path = `${top.path}/a, b: ${count++}`;
  mkdirSync(path);
  return path;
}

throughEach("[F16] changes through", (provider) => {
  const run = (root: string, command: string, more: Partial<CommandRequest> = {}): Promise<CommandOutcome> =>
    provider.run({
      program: "/bin/sh",
      args: ["-c", command],
      cwd: root,
      variables: { PATH: "/usr/bin:/bin" },
      timeoutMs: 60_000,
      maxOutputBytes: 100_000,
      confinement: { read: [], write: [root], network: false },
      ...more,
    });

  test("do not arrive in places of skills and of Skillwright, whether they exist or not", async () => {
    const ways = [
      (place: string) => `mkdir -p "${place}"; echo evil > "${place}/new"`,
      (place: string) => `mkdir -p x/y; echo evil > x/y/new; mkdir -p "$(dirname "${place}")"; mv x/y "${place}"`,
      (place: string) => `rm -rf "${place}"; echo evil > "${place}"`,
      (place: string) => `rm -rf "${place.split("/")[0]}"; mkdir -p evil/b; ln -s evil "${place.split("/")[0]}"`,
      (place: string) => `mv "${place.split("/")[0]}" moved; mkdir -p "${place}"; echo evil > "${place}/old"`,
      (place: string) => `ln -s "${place}" link; mkdir -p "${place}"; echo evil > link/new`,
      (place: string) => `mkdir -p "${place.toUpperCase()}"; echo evil > "${place.toUpperCase()}/new"`,
    ];
    for (const place of ["skills", "a/b", "a/b/c d", ".config/skillwright"])
      for (const way of ways)
        for (const isThere of [true, false]) {
          const root = newDirectory();
          if (isThere) mkdirSync(`${root}/${place}`, { recursive: true });
          if (isThere) writeFileSync(`${root}/${place}/old`, "old");
          const keep = [`${root}/${place}`];
          const confinement = { read: isThere ? keep : [], write: [root], keep, network: false };
          expect(await run(root, way(place), { confinement })).toMatchObject({ ended: "exited" });
          const found = readdirSync(root, { recursive: true, encoding: "utf8" });
          const inPlace = found.filter((path) => path.toLowerCase().startsWith(`${place}/`));
          expect(inPlace).toEqual(isThere ? [`${place}/old`] : []);
          if (isThere) expect(readFileSync(`${root}/${place}/old`, "utf8")).toBe("old");
          const first = `${root}/${place.split("/")[0]}`;
          expect(existsSync(first) && lstatSync(first).isSymbolicLink()).toBe(false);
        }
  });

  test("arrive: files, directories, links, modes, removals, and directories that replace others", async () => {
    const root = newDirectory();
    for (const path of ["kept", "gone", "replaced", "merged"]) mkdirSync(`${root}/${path}`);
    for (const path of ["kept/a", "gone/a", "replaced/a", "merged/a", "merged/b", "file", "secret"])
      writeFileSync(`${root}/${path}`, "old");
    chmodSync(`${root}/secret`, 0o600);
    const script = [
      "rm -r gone replaced && mkdir replaced && echo new > replaced/b",
      "rm merged/a && echo new > merged/c && echo new > file && echo more >> secret",
      "mkdir -p deep/er && echo new > deep/er/x && chmod 4755 deep/er/x && chmod 700 deep",
      "ln -s ../secret deep/link && rm file && mkdir file && echo new > file/inner",
    ].join("\n");
    expect(await run(root, script)).toEqual({ ended: "exited", code: 0, stdout: "", stderr: "" });
    expect(readdirSync(root, { recursive: true, encoding: "utf8" }).sort()).toEqual(
      "deep deep/er deep/er/x deep/link file file/inner kept kept/a merged merged/b merged/c replaced replaced/b secret".split(
        " ",
      ),
    );
    expect([readFileSync(`${root}/secret`, "utf8"), readFileSync(`${root}/deep/er/x`, "utf8")]).toEqual([
      "oldmore\n",
      "new\n",
    ]);
    const modes = ["secret", "deep/er/x", "deep"].map((path) =>
      (statSync(`${root}/${path}`).mode & 0o7777).toString(8),
    );
    expect(modes).toEqual(["600", "755", "700"]);
  });

  test("do not arrive in part: a directory with a protected name in it is not removed, and neither is its content", async () => {
    const root = newDirectory();
    mkdirSync(`${root}/sub/.git`, { recursive: true });
    writeFileSync(`${root}/sub/.git/config`, "old");
    writeFileSync(`${root}/sub/file`, "old");
    const { code, stderr } = await run(root, "mv sub moved && echo moved");
    expect([code, stderr]).toEqual([
      1,
      [
        `skillwright: not written: "${root}/moved/.git": its name is protected\n`,
        `skillwright: not written: "${root}/sub": the directory contains a protected name, so it is not removed\n`,
      ].join(""),
    ]);
    expect(readFileSync(`${root}/sub/.git/config`, "utf8")).toBe("old");
    expect(readdirSync(`${root}/moved`)).toEqual(["file"]);
  });

  test("that are refused are listed, up to twenty of them", async () => {
    const root = newDirectory();
    const { code, stderr } = await run(root, "for each in $(seq 10 31); do mkdir -p $each/.git; done");
    const lines = stderr.split("\n");
    expect([code, lines.length, lines[19], lines[20]]).toEqual([
      1,
      22,
      `skillwright: not written: "${root}/29/.git": its name is protected`,
      "skillwright: not written: … and 2 more",
    ]);
  });

  test("do not go through links and other names of a file", async () => {
    const root = newDirectory();
    const outside = newDirectory();
    writeFileSync(`${outside}/file`, "old");
    mkdirSync(`${root}/.claude`);
    writeFileSync(`${root}/.claude/settings.json`, "old");
    linkSync(`${root}/.claude/settings.json`, `${root}/other-name`);
    symlinkSync(outside, `${root}/away`);
    symlinkSync(".claude", `${root}/inside`);
    const { code } = await run(
      root,
      "echo evil > other-name; echo evil > inside/new; echo evil > away/file; mkfifo pipe; ln -s .claude/x link",
    );
    expect(code).toBe(1);
    expect([`${root}/.claude/settings.json`, `${outside}/file`].map((path) => readFileSync(path, "utf8"))).toEqual([
      "old",
      "old",
    ]);
    expect([readFileSync(`${root}/other-name`, "utf8"), lstatSync(`${root}/away`).isSymbolicLink()]).toEqual([
      "evil\n",
      true,
    ]);
    expect(readdirSync(root).sort()).toEqual([".claude", "away", "inside", "other-name"]);
    expect(readdirSync(`${root}/.claude`)).toEqual(["settings.json"]);
  });

  test("have no file that would fill the disk with its holes", async () => {
    const root = newDirectory();
    const { code, stderr } = await run(
      root,
      "truncate -s 3G huge; for i in 1 2; do truncate -s 600M many-$i; done; echo x > plain",
    );
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('/huge": the file is a sparse file with too many holes'),
    ]);
    const arrived = readdirSync(root);
    expect(arrived.filter((name) => name.startsWith("many")).length).toBe(1);
    expect([arrived.includes("huge"), arrived.includes("plain")]).toEqual([false, true]);
  });

  test("do not arrive if the command was stopped", async () => {
    const root = newDirectory();
    const mark = newMark();
    const stop = new AbortController();
    const ran = run(root, `echo new > file; sleep ${mark}`, { timeoutMs: 60_000, signal: stop.signal });
    await waitFor("the command to write the file", () => sleepersWith(mark).length > 0);
    stop.abort();
    expect(await ran).toMatchObject({ ended: "aborted" });
    expect(existsSync(`${root}/file`)).toBe(false);
  });

  test("of a command that hides its directories or goes deep leave nothing behind", async () => {
    const root = newDirectory();
    const deep =
      'i=0; while [ "$i" -lt 300 ]; do mkdir dddddddddddddddd && cd dddddddddddddddd || exit; i=$((i + 1)); done';
    const { code, stderr } = await run(root, `mkdir -p a/b && chmod 0 a; ${deep}`);
    expect([code !== 0, stderr]).toEqual([true, expect.stringContaining("deeper than 100 directories")]);
    // A directory that the command may not read itself is copied only if we can read it.
    expect(existsSync(`${root}/a`)).toBe(true);
  });

  test("need a path that exists and does not contain the directory for temporary files", async () => {
    const root = newDirectory();
    const confinement = { read: [], write: [`${root}/none`], network: false };
    expect(await run(root, "true", { confinement })).toMatchObject({
      ended: "not-started",
      reason: `\`${root}/none\`, which it may write, does not exist`,
    });
    expect(await run(root, "true", { confinement: { ...confinement, write: ["/"] } })).toMatchObject({
      ended: "not-started",
    });
  });

  test("of several directories, one in another, arrive in each; a file that is named is written as it is", async () => {
    const [root, other] = [newDirectory(), newDirectory()];
    for (const path of ["in", "in/out", "in/out/again"]) mkdirSync(`${root}/${path}`);
    writeFileSync(`${other}/.npmrc`, "old");
    const write = [root, `${root}/in/out/again`, `${other}/.npmrc`];
    const confinement = { read: [`${root}/in/out`], write, network: false };
    const paths = [`${root}/a`, `${root}/in/b`, `${root}/in/out/c`, `${root}/in/out/again/d`, `${other}/.npmrc`];
    const script = 'for path; do echo new 2> /dev/null > "$path" && echo "$path"; done; exit 0';
    const args = ["-c", script, "sh", ...paths];
    const { stdout, code } = await run(root, "", { args, confinement });
    expect([code, stdout]).toEqual([0, `${paths.filter((path) => !path.endsWith("/c")).join("\n")}\n`]);
    expect(paths.map((path) => existsSync(path))).toEqual([true, true, false, true, true]);
  });

  test("a directory that is a symlink to a protected place is refused", async () => {
    const root = newDirectory();
    mkdirSync(`${root}/.git/hooks`, { recursive: true });
    symlinkSync(".git/hooks", `${root}/out`);
    symlinkSync(".git", `${root}/b`);
    for (const write of [`${root}/out`, `${root}/b/hooks`]) {
      const confinement = { read: [], write: [write], network: false };
      const { ended, reason } = await run(root, `echo x > "${write}/pre-commit"`, { confinement });
      expect([ended, reason]).toEqual(["not-started", expect.stringContaining("leads to the protected place")]);
    }
    expect(readdirSync(`${root}/.git/hooks`)).toEqual([]);
  });

  test("a directory that was replaced meanwhile gets no change", async () => {
    const root = newDirectory();
    mkdirSync(`${root}/out`);
    mkdirSync(`${root}/.git/hooks`, { recursive: true });
    mkdirSync(`${root}/.signal`);
    const confinement = { read: [`${root}/.signal`], write: [`${root}/out`], network: false };
    const command = "echo x > out/pre-commit; until [ -e .signal/go ]; do sleep 0.05; done";
    const running = run(root, command, { confinement });
    renameSync(`${root}/out`, `${root}/old`);
    symlinkSync(".git/hooks", `${root}/out`);
    writeFileSync(`${root}/.signal/go`, "");
    const { code } = await running;
    expect([code === 0, readdirSync(`${root}/.git/hooks`)]).toEqual([false, []]);
  });
});
