import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const directory = resolve(import.meta.dirname, "..");
const ELSEWHERE = ["needs.ts"];

test("tests are skipped by `test/needs.ts` alone, which wants a reason", () => {
  const files = readdirSync(directory, { recursive: true, encoding: "utf8" }).map((file) => file.replaceAll("\\", "/"));
  const silent = files
    .filter((file) => file.endsWith(".ts") && !ELSEWHERE.includes(file))
    .filter((file) =>
      /\b(?:test|describe|it)\.(?:skip|skipIf|runIf|todo)\b/.test(readFileSync(join(directory, file), "utf8")),
    );
  expect(silent).toEqual([]);
});
