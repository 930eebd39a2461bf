/**
 * Adds the verb that CONTRIBUTING.md shows to a copy of the project. It must then be on the command line and on HTTP.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const copy = realpathSync(mkdtempSync(join(tmpdir(), "skillwright-verb-")));
const COPIED = ["src", "scripts", "bench", "skills", "package.json", "biome.json", "tsconfig.json", "docs", "LICENSE"];

afterAll(() => rmSync(copy, { recursive: true, force: true }));

function run(...args: string[]): string {
  const env = { PATH: process.env["PATH"], HOME: join(copy, "home") };
  return execFileSync(process.execPath, args, { cwd: copy, encoding: "utf8", env, stdio: ["ignore", "pipe", "pipe"] });
}

test("[O14] a verb is one file", { timeout: 600_000 }, () => {
  const [, text = ""] = /```ts\n\/\/ src\/ops\/verbs\/count\.ts\n(.*?)```/s.exec(
    readFileSync(join(root, "CONTRIBUTING.md"), "utf8"),
  ) as RegExpExecArray;
  for (const name of COPIED) cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  writeFileSync(join(copy, "src/ops/verbs/count.ts"), text);
  run("scripts/verbs.mjs");
  run("scripts/operations.mjs");
  run("scripts/build.mjs", "--no-types");
  expect(JSON.parse(run("dist/bin.cjs", "count", "--json", "--no-default-skills"))).toEqual({ loaded: 0, withheld: 0 });
  expect(run("dist/bin.cjs", "count")).toBe("loaded: 3\nwithheld: 0\n");
  expect(run("dist/bin.cjs", "help", "--all")).toContain("  count       Count the loaded skills\n");
  expect(run("dist/bin.cjs", "count", "--help")).toContain("usage: skillwright count\n");
  expect(readFileSync(join(copy, "docs/operations.md"), "utf8")).toContain(
    "| Count the loaded skills | read | `count` | `GET /api/count` |",
  );
});
