import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { OperationError } from "../../../src/model/errors.ts";
import { renameFile, writeFileAtomically } from "../../../src/platform/writing/write-file.ts";
import { onlyIf } from "../../needs.ts";

const directory = (): string => mkdtempSync(join(tmpdir(), "skillwright-write-"));

describe("[O8] writing is all or nothing", () => {
  test("replaces the content, keeps the mode, follows a link, leaves no temporary file", () => {
    const root = directory();
    writeFileSync(join(root, "real"), "old", { mode: 0o600 });
    symlinkSync("real", join(root, "link"));
    writeFileAtomically(join(root, "link"), "new");
    expect([
      readFileSync(join(root, "real"), "utf8"),
      statSync(join(root, "real")).mode & 0o777,
      readdirSync(root).sort(),
    ]).toEqual(["new", 0o600, ["link", "real"]]);
  });

  onlyIf(process.platform !== "win32", "Windows has no FIFOs").test(
    "[SF4] a FIFO, a directory or a device stays as it is, also behind a link",
    () => {
      const root = directory();
      execFileSync("mkfifo", [join(root, "fifo")]);
      mkdirSync(join(root, "directory"));
      for (const name of ["fifo", "directory"]) symlinkSync(name, join(root, `link-${name}`));
      const kinds = (): string[] => readdirSync(root).map((name) => `${name} ${statSync(join(root, name)).mode}`);
      const before = kinds();
      for (const name of ["fifo", "directory", "link-fifo", "link-directory"])
        expect(() => writeFileAtomically(join(root, name), "x")).toThrow(expect.objectContaining({ code: "SK601" }));
      expect(kinds()).toEqual(before);
    },
  );

  test("makes missing directories", () => {
    const root = directory();
    writeFileAtomically(join(root, "a/b/c"), "x");
    expect(readFileSync(join(root, "a/b/c"), "utf8")).toBe("x");
  });

  onlyIf(process.platform === "linux", "only Linux has /proc").test(
    "a directory that cannot be created is SK601",
    () => {
      expect(() => writeFileAtomically("/proc/skillwright/a/b", "x")).toThrow(
        expect.objectContaining({ code: "SK601" }),
      );
    },
  );

  test("a target that cannot be replaced stays, and nothing else is left behind", () => {
    const root = directory();
    mkdirSync(join(root, "taken"));
    expect(() => writeFileAtomically(join(root, "taken"), "x")).toThrow(OperationError);
    expect(readdirSync(root)).toEqual(["taken"]);
    writeFileSync(join(root, "file"), "");
    expect(() => writeFileAtomically(join(root, "file/child"), "x")).toThrow(
      expect.objectContaining({ code: "SK601" }),
    );
    expect(readdirSync(root).sort()).toEqual(["file", "taken"]);
  });

  test("a rename never replaces another file", () => {
    const root = directory();
    writeFileSync(join(root, "skill.md"), "a");
    writeFileSync(join(root, "SKILL.md"), "b");
    expect(() => renameFile(join(root, "skill.md"), "SKILL.md")).toThrow(expect.objectContaining({ code: "SK601" }));
    expect(readFileSync(join(root, "SKILL.md"), "utf8")).toBe("b");
  });
});
