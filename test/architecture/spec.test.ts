import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const rules = [...readFileSync(join(root, "docs/spec.md"), "utf8").matchAll(/^- \*\*([A-Z]{1,2}\d+)\*\* /gm)].map(
  (match) => match[1] as string,
);

/** Every rule that a test's title cites, such as `[N4]`. */
const cited = new Set(
  readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts"))
    .flatMap((file) =>
      [...readFileSync(join(root, "test", file), "utf8").matchAll(/\[((?!SK)[A-Z]{1,2}\d+)\]/g)].map(
        (match) => match[1] as string,
      ),
    ),
);

describe("docs/spec.md", () => {
  test("numbers each rule once", () => {
    expect(rules.length).toBeGreaterThan(80);
    expect(new Set(rules).size).toBe(rules.length);
  });

  test("has no rule that no test cites", () => {
    expect(rules.filter((rule) => !cited.has(rule))).toEqual([]);
  });

  test("has every rule that a test cites", () => {
    expect([...cited].filter((rule) => !rules.includes(rule)).sort()).toEqual([]);
  });

  test("links the seeds' own tests to suites that exist", () => {
    const suites = [...readFileSync(join(root, "docs/spec.md"), "utf8").matchAll(/`(test\/[\w./-]+\.test\.ts)`/g)].map(
      (match) => match[1] as string,
    );
    const present = new Set(
      readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" }).map(
        (file) => `test/${file.replaceAll("\\", "/")}`,
      ),
    );
    expect(suites.filter((suite) => !present.has(suite))).toEqual([]);
  });
});
