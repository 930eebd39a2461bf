/**
 * Tests the files of the lock, the approvals and the store: their content, their errors, and that reading does not change them.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, statSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readStored, storedBundlePath } from "../../../src/install/journal/store.ts";
import { memoryFiles } from "../../../src/platform/files/memory-files.ts";
import { nodeFiles } from "../../../src/platform/files/node-files.ts";
import { readApprovalDigests, readApprovals } from "../../../src/trust/approvals/approvals.ts";
import { digestDirectory } from "../../../src/trust/bundle/digest.ts";
import {
  conflictSidesOf,
  formatLock,
  type LockEntry,
  parseLock,
  readLock,
} from "../../../src/trust/locks/skills-lock.ts";
import { Machine, skill } from "../../install/machine.ts";

const NOTHING = { tools: [], scripts: [], hosts: [], hooks: [], shell: [], secrets: [], outside: [], binaries: [] };

function entry(name: string, more: Partial<LockEntry> = {}): LockEntry {
  return {
    name,
    origin: { kind: "git", source: `owner/${name}`, path: "", resolved: "0".repeat(40) },
    digest: `sha256:${"a".repeat(64)}`,
    files: { "SKILL.md": `644 ${"b".repeat(64)}` },
    approval: { capabilities: { ...NOTHING, tools: ["Bash(git *)"] }, findings: ["SK801"] },
    ...more,
  };
}

describe("[Y2] the lock", () => {
  test("is written sorted, and read as it was written", () => {
    const lock = new Map([
      [".agents/skills/z", entry("z")],
      [".agents/skills/__proto__", entry("__proto__")],
      [
        ".agents/skills/a",
        entry("a", { files: { "b.md": `755 ${"c".repeat(64)}`, "SKILL.md": `644 ${"b".repeat(64)}` } }),
      ],
    ]);
    const text = formatLock(lock);
    expect(parseLock(text, "skills.lock")).toEqual(new Map([...lock].sort(([a], [b]) => (a < b ? -1 : 1))));
    expect(formatLock(new Map([...lock].reverse()))).toBe(text);
    expect(text).toMatchSnapshot();
  });

  test("in conflict has the lines of each branch, and the common base belongs to neither", () => {
    const merged = "{\n<<<<<<< ours\n1\n2\n||||||| base\n3\n=======\n4\n5\n>>>>>>> theirs\n}\n";
    expect(conflictSidesOf(merged)).toEqual({ ours: "{\n1\n2\n}\n", theirs: "{\n4\n5\n}\n" });
    expect(conflictSidesOf("{\n=======\n}\n")).toBeUndefined();
    expect(conflictSidesOf('{ "a": "<<<<<<< ours" }\n')).toBeUndefined();
  });

  test("is empty if its directory is missing, and unusable if its directory is something else", () => {
    const machine = new Machine({ file: "" });
    symlinkSync("missing", machine.path("nowhere"));
    expect(readLock(machine.path("missing/skills.lock"), nodeFiles)).toEqual(new Map());
    for (const name of ["file", "nowhere"])
      expect(() => readLock(machine.path(`${name}/skills.lock`), nodeFiles)).toThrow("its directory cannot be read");
  });

  test.each(["merge", "diff3"])(
    "two branches that add a skill in one place are both there, in %s style",
    async (style) => {
      const machine = new Machine(
        Object.fromEntries(["b", "c", "d"].map((name) => [`src/${name}/SKILL.md`, skill(name)])),
      );
      const lockPath = machine.path("project/skills.lock");
      const lockWith = async (...names: string[]): Promise<string> => {
        for (const name of names) await machine.add(`../src/${name}`);
        const text = machine.read("project/skills.lock");
        await (await machine.installer()).remove(names);
        return text;
      };
      machine.write({ base: await lockWith("b"), ours: await lockWith("b", "c"), theirs: await lockWith("b", "d") });
      const sides = ["ours", "base", "theirs"].map((name) => machine.path(name));
      const { stdout } = spawnSync("git", ["merge-file", "-p", ...(style === "diff3" ? ["--diff3"] : []), ...sides], {
        encoding: "utf8",
      });
      expect(stdout).toContain("<<<<<<<");
      writeFileSync(lockPath, stdout);
      expect([...readLock(lockPath, nodeFiles).keys()].sort()).toEqual(
        ["b", "c", "d"].map((name) => `.agents/skills/${name}`),
      );
      const installer = await machine.installer();
      await expect(installer.planInstall({ frozen: true })).rejects.toMatchObject({ code: "SK661" });
      expect(await installer.settleLocks()).toEqual([lockPath]);
      expect(machine.read("project/skills.lock")).toBe(await lockWith("b", "c", "d"));
      expect(await installer.settleLocks()).toEqual([]);
    },
  );

  test("a skill that two branches changed is SK504", async () => {
    const machine = new Machine({ "src/b/SKILL.md": skill("b", "One.") });
    await machine.add("../src/b");
    const one = machine.read("project/skills.lock");
    machine.write({ "src/b/SKILL.md": skill("b", "Two.") });
    await machine.add("../src/b");
    const text = `<<<<<<< ours\n${one}=======\n${machine.read("project/skills.lock")}>>>>>>> theirs\n`;
    expect(() => parseLock(text, "x")).toThrow("`x` cannot be used: two branches changed `.agents/skills/b`");
  });

  test.each(["<<<<<<< a\n", "<<<<<<< a\n=======\n", "=======\n>>>>>>> a\n<<<<<<< b", "{}\n<<<<<<< a\n{}\n>>>>>>> b\n"])(
    "%j is SK504",
    (text) => {
      expect(() => parseLock(text, "x")).toThrow(expect.objectContaining({ code: "SK504" }));
    },
  );

  test("a message shows the first hundred characters of a long key", () => {
    const key = `.agents/skills/${"x".repeat(200)}`;
    const lockOf = (value: unknown): string => JSON.stringify({ schema: 1, skills: { [key]: value } });
    const shown = `\`${key.slice(0, 100)}\``;
    expect(() => parseLock(lockOf(1), "x")).toThrow(new RegExp(`its entry ${shown} is not valid$`));
    const merged = `<<<<<<< a\n${lockOf(1)}\n=======\n${lockOf(2)}\n>>>>>>> b\n`;
    expect(() => parseLock(merged, "x")).toThrow(new RegExp(`two branches changed ${shown}$`));
  });

  test("two branches that add different skills merge", () => {
    const machine = new Machine();
    const of = (...names: string[]): string =>
      formatLock(new Map(names.map((name) => [`.agents/skills/${name}`, entry(name)])));
    machine.write({
      base: of("b", "m"),
      ours: of("a", "b", "m"),
      theirs: of("b", "m", "z"),
      updated: of("b", "m").replace("0".repeat(40), "1".repeat(40)),
    });
    const merge = (other: string): string =>
      execFileSync("git", ["merge-file", "-p", machine.path("ours"), machine.path("base"), machine.path(other)], {
        encoding: "utf8",
      });
    expect(merge("theirs")).toBe(of("a", "b", "m", "z"));
    expect([...parseLock(merge("updated"), "x").values()].map(({ origin }) => origin.resolved?.[0])).toEqual([
      "0",
      "1",
      "0",
    ]);
  });

  test.each([
    ["not JSON", "{", "it is not JSON"],
    ["a list", "[]", "it is not an object"],
    ["another version", '{"schema":2,"skills":{}}', "it was written by another version"],
    ["no skills", '{"schema":1}', "it has no `skills`"],
    ["an entry that is none", '{"schema":1,"skills":{"a":{}}}', "its entry `a` is not valid"],
    [
      "an origin of no known kind",
      formatLock(new Map([["a", entry("a")]])).replace('"kind": "git"', '"kind": "carrier pigeon"'),
      "its entry `a` is not valid",
    ],
    [
      "a file without a hash",
      formatLock(new Map([["a", entry("a", { files: { x: "644 1" } })]])),
      "its entry `a` is not valid",
    ],
  ])("%s is SK504", (_, text, why) => {
    expect(() => parseLock(text, "skills.lock")).toThrow(`\`skills.lock\` cannot be used: ${why}`);
  });

  test("any text is a lock or SK504", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json().map((text) => `{"schema":1,"skills":{"a":${text}}}`),
        ),
        (text) => {
          const files = memoryFiles({ "/skills.lock": text });
          try {
            return readLock("/skills.lock", files) instanceof Map;
          } catch (error) {
            return (error as { code?: string }).code === "SK504";
          }
        },
      ),
    );
  });

  test("an unreadable one is left alone, and a load reports it", async () => {
    const machine = new Machine({ "v1/pdf/SKILL.md": skill("pdf"), "project/skills.lock": "<<<<<<< ours\n" });
    await expect(machine.add("../v1/pdf")).rejects.toMatchObject({ code: "SK504" });
    expect(machine.read("project/skills.lock")).toBe("<<<<<<< ours\n");
    const { diagnostics } = await machine.load();
    expect(diagnostics.map(({ code, message }) => [code, machine.hide(message)])).toEqual([
      ["SK504", "`<tmp>/project/skills.lock` cannot be used: it is not JSON"],
    ]);
  });

  test("a link in its place is not written through", async () => {
    const machine = new Machine({ "v1/pdf/SKILL.md": skill("pdf"), "home/precious": "" });
    symlinkSync(machine.path("home/precious"), machine.path("project/skills.lock"));
    await expect(machine.add("../v1/pdf")).rejects.toMatchObject({ code: expect.stringMatching(/SK504|SK601/) });
    expect(machine.read("home/precious")).toBe("");
    expect(machine.has("project/.agents")).toBe(false);
  });
});

describe("[Y40] the file of approvals", () => {
  test.each([
    ["is larger than 64 MiB", (path: string) => truncateSync(path, 64 * 1024 * 1024 + 1), "it is too large"],
    ["has 64 MiB without JSON", (path: string) => truncateSync(path, 64 * 1024 * 1024), "it is not JSON"],
  ])("that %s is SK504", (_, damage, why) => {
    const machine = new Machine({ "approvals.json": "" });
    const path = machine.path("approvals.json");
    damage(path);
    for (const read of [readApprovals, readApprovalDigests])
      expect(() => read(path, nodeFiles)).toThrow(
        expect.objectContaining({ code: "SK504", message: `\`${path}\` cannot be used: ${why}` }),
      );
  });
});

describe("[Y1] the store", () => {
  test("has the files under their digest, read-only, and nothing else", async () => {
    const machine = new Machine({ "v1/pdf/SKILL.md": skill("pdf"), "v1/pdf/scripts/run.sh*": "echo\n" });
    await machine.add("../v1/pdf");
    const digest = digestDirectory(machine.path("v1/pdf"));
    const place = storedBundlePath(join(machine.data, "store"), digest);
    expect(digestDirectory(place)).toBe(digest);
    expect(["SKILL.md", "scripts/run.sh"].map((name) => statSync(join(place, name)).mode & 0o777)).toEqual([
      0o444, 0o555,
    ]);
    expect(Object.keys(machine.tree("home/.local/share/skillwright/store")).map((path) => path.slice(64))).toEqual([
      "",
      "/SKILL.md",
      "/scripts/run.sh",
    ]);
  });

  test("does not believe a name: damaged files are not there, and are put there again", async () => {
    const machine = new Machine({ "v1/pdf/SKILL.md": skill("pdf") });
    await machine.add("../v1/pdf");
    const digest = digestDirectory(machine.path("v1/pdf"));
    const store = join(machine.data, "store");
    const file = join(storedBundlePath(store, digest), "SKILL.md");
    chmodSync(file, 0o644);
    writeFileSync(file, "something else");
    expect(readStored(store, digest)).toBeUndefined();
    const installer = await machine.installer();
    expect(await installer.storedDirectory(digest)).toBeUndefined();
    await installer.remove(["pdf"]);
    await machine.add("../v1/pdf");
    expect(readStored(store, digest)?.files.map(({ path }) => path)).toEqual(["SKILL.md"]);
    expect(await installer.storedDirectory(digest)).toBe(storedBundlePath(store, digest));
    expect(readStored(store, "sha256:../../../../etc")).toBeUndefined();
  });
});

describe("[Y3] a skill's place", () => {
  const files = { "v1/pdf/SKILL.md": skill("pdf") };

  test.each([
    ["project", "project/.agents/skills/pdf", "project/skills.lock", ".agents/skills/pdf"],
    ["user", "home/.agents/skills/pdf", "home/.config/skillwright/skills.lock", "~/.agents/skills/pdf"],
  ] as const)("%s", async (where, directory, lock, key) => {
    const machine = new Machine(files);
    const installer = await machine.installer();
    await installer.apply(await installer.planAdd({ source: "../v1/pdf", where }), { person: true });
    expect(machine.has(`${directory}/SKILL.md`)).toBe(true);
    expect([...readLock(machine.path(lock), nodeFiles).keys()]).toEqual([key]);
  });

  test.each([
    ["in a host's skill root of the project", "project/.claude/skills", "project/skills.lock", ".claude/skills/pdf"],
    ["in a skill root below", "project/a/b/.cursor/skills", "project/skills.lock", "a/b/.cursor/skills/pdf"],
    ["elsewhere in the project", "project/skills", "home/.config/skillwright/skills.lock", "<tmp>/project/skills/pdf"],
    ["in the home", "home/mine", "home/.config/skillwright/skills.lock", "~/mine/pdf"],
    ["anywhere else", "else", "home/.config/skillwright/skills.lock", "<tmp>/else/pdf"],
  ])("a directory %s", async (_, to, lock, key) => {
    const machine = new Machine(files);
    const installer = await machine.installer();
    const where = { directory: machine.path(to) };
    await installer.apply(await installer.planAdd({ source: "../v1/pdf", where }), { person: true });
    expect([...readLock(machine.path(lock), nodeFiles).keys()].map((each) => machine.hide(each))).toEqual([key]);
  });

  test("is not chosen by a link of the project", async () => {
    const machine = new Machine(files);
    mkdirSync(machine.path("project/.agents"));
    mkdirSync(machine.path("elsewhere"));
    symlinkSync(machine.path("elsewhere"), machine.path("project/.agents/skills"));
    await expect(machine.add("../v1/pdf")).rejects.toMatchObject({ code: "SK660" });
    expect(machine.tree("elsewhere")).toEqual({});
  });

  test("that contains the user's own files is left alone", async () => {
    const machine = new Machine({ ...files, "project/.agents/skills/pdf/SKILL.md": "mine\n" });
    await expect(machine.add("../v1/pdf")).rejects.toMatchObject({ code: "SK660" });
    expect(machine.tree("project/.agents")).toEqual({ "skills/pdf/SKILL.md": "mine\n" });
  });

  test("that holds the same bytes is taken over", async () => {
    const machine = new Machine({ ...files, "project/.agents/skills/pdf/SKILL.md": skill("pdf") });
    await machine.add("../v1/pdf");
    expect(await machine.offered()).toEqual({ pdf: "offered" });
    expect(machine.has("project/skills.lock")).toBe(true);
  });
});
