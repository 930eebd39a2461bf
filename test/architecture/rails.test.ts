/** Checks `npm run rails`: records one tree twice, and compares two records. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import { COMMANDS } from "../../src/surfaces/cli/commands.ts";

const script = resolve(import.meta.dirname, "../../scripts/rails.mjs");
const directory = mkdtempSync(join(tmpdir(), "test-"));
afterAll(() => rmSync(directory, { recursive: true }));

function rails(...args: readonly string[]): { code: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    env: { PATH: process.env["PATH"], TMPDIR: directory },
    encoding: "utf8",
  });
  return { code: status, stdout, stderr };
}

function record(name: string, files: Readonly<Record<string, readonly object[]>>): string {
  const path = join(directory, name);
  mkdirSync(path);
  for (const [file, lines] of Object.entries(files))
    writeFileSync(join(path, file), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return path;
}

/** Commands that change something, wait for a person or run until they are stopped. */
const NOT_RECORDED = "new run script agent install remove enable disable".split(" ");
const SERVERS = "serve mcp app-server completion".split(" ");

test("two records of a tree are the same, and have an answer of every reading command", () => {
  const one = join(directory, "one");
  expect(rails("record", one, "--only", "fixture/SK104", "--jobs", "1")).toEqual({ code: 0, stdout: "", stderr: "" });
  expect(rails("compare", one, "--only", "fixture/SK104", "--jobs", "1")).toMatchObject({ code: 0, stderr: "" });
  const recorded = readdirSync(one).map((file) => file.replace(".jsonl", ""));
  const expected = COMMANDS.map(({ name }) => name).filter((name) => ![...NOT_RECORDED, ...SERVERS].includes(name));
  expect(recorded.sort()).toEqual(expected.sort());
  const answers = readdirSync(one).map((file) => readFileSync(join(one, file), "utf8"));
  expect(answers.filter((text) => text.includes(directory) || text.includes('"exit":70'))).toEqual([]);
});

test("a difference is printed by command, with the lines that differ", () => {
  const answer = { tree: "case/ok", args: "", phase: "trusted", exit: 0, stdout: '{"skills":["a","b"]}', stderr: "" };
  const before = record("before", { "list.jsonl": [answer], "show.jsonl": [answer] });
  const after = record("after", {
    "list.jsonl": [{ ...answer, stdout: '{"skills":["a","c"]}' }],
    "show.jsonl": [answer],
    "audit.jsonl": [answer],
  });
  expect(rails("compare", before, before)).toMatchObject({ code: 0, stdout: "no difference in 2 files\n" });
  const { code, stdout } = rails("compare", before, after);
  expect(code).toBe(1);
  expect(stdout).toContain("== audit.jsonl: 1 of 1 answers differ\n\n-- case/ok trusted\n");
  expect(stdout).toContain("== list.jsonl: 1 of 1 answers differ\n\n-- case/ok trusted\n");
  expect(stdout).toContain('-  "b"\n+  "c"\n');
  expect(stdout).toContain("2 answers differ\n");
});
