/**
 * Every code has a page, a fixture that causes it, and a printed form in a snapshot. `test/hosts/views/remedy.test.ts`
 * covers the codes of hosts.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CATALOGUE, CODES, type Code } from "../../src/model/diagnostics/catalogue.ts";
import { printDiagnostic } from "../../src/surfaces/cli/findings/print-text.ts";
import { REMARKS, ROWS } from "../hosts/views/remedy-rows.ts";
import { FIXTURES, runFixture } from "./run-fixture.ts";

const SOURCE = join(import.meta.dirname, "../../src");
const DOCS = join(import.meta.dirname, "../../docs");
const PAGES = join(DOCS, "diagnostics");
const GROUPS = {
  find: "finding and reading files",
  specification: "rules of the specification",
  advice: "advice",
  catalog: "the catalog of skills",
  policy: "permissions and policies",
  operation: "commands and requests",
  host: "behaviour of other hosts",
  audit: "audit",
};
const SECTIONS = ["## What", "## Why it matters", "## Example", "## When to ignore"];

const OF_HOSTS = CODES.filter((code) => CATALOGUE[code].kind === "host");
const OF_FILES = CODES.filter((code) => !OF_HOSTS.includes(code));
const titled = (codes: readonly Code[]): [string, Code][] => codes.map((code) => [`${citedRules(code)}${code}`, code]);

describe.each(titled(CODES))("%s", (_, code) => {
  test("has a page that agrees with the catalogue", () => {
    const page = readFileSync(join(PAGES, `${code}.md`), "utf8");
    const { severity, slug, kind } = CATALOGUE[code];
    expect(page.split("\n").slice(0, 3)).toEqual([
      `# ${code}: ${slug.replaceAll("-", " ")}`,
      "",
      `Severity: ${severity}. Group: ${GROUPS[kind]}.`,
    ]);
    expect(page.split("\n").filter((line) => line.startsWith("## "))).toEqual(SECTIONS);
  });
});

describe.each(titled(OF_FILES))("%s", (_, code) => {
  test("comes from its fixture, and prints as it should", async () => {
    expect(existsSync(join(FIXTURES, code))).toBe(true);
    const { diagnostics, directory } = await runFixture(code);
    expect([...new Set(diagnostics.map((each) => each.code))]).toEqual([code]);
    const printed = diagnostics.map((each) => `${printDiagnostic(each)}\n`);
    const hidden = printed.join("\n").replaceAll(directory, "<tmp>").replace(`process ${process.pid}`, "process <pid>");
    await expect(hidden).toMatchFileSnapshot(join(FIXTURES, code, "printed.txt"));
  });
});

test("no page or fixture is left of a code that does not exist", () => {
  expect(readdirSync(PAGES).sort()).toEqual(CODES.map((code) => `${code}.md`));
  expect(readdirSync(FIXTURES).sort()).toEqual(OF_FILES);
});

test("what hosts do has a row among the remedies", () => {
  const shown = new Set<Code>([...ROWS.map((row) => row.code), ...REMARKS]);
  expect(OF_HOSTS.filter((code) => !shown.has(code))).toEqual([]);
});

test("every code is in the source beside the catalogue", () => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts"));
  const text = files
    .filter((path) => !path.endsWith("catalogue.ts"))
    .map((path) => readFileSync(join(SOURCE, path), "utf8"));
  expect(CODES.filter((code) => text.some((each) => each.includes(code)))).toEqual(CODES);
});

/** Returns the ids of the rules that name the code in brackets, alone or in a range. */
function citedRules(code: Code): string {
  const rules = readFileSync(join(DOCS, "spec.md"), "utf8").matchAll(/^- \*\*([A-Z]{1,2}\d+)\*\* (.*)$/gm);
  const cited = [...rules].filter(([, , text = ""]) => text.includes(code) || inRange(code, text));
  return cited.map(([, id]) => `[${id}] `).join("");
}

function inRange(code: string, text: string): boolean {
  return [...text.matchAll(/(SK\d{3})–(SK\d{3})/g)].some(([, first = "", last = ""]) => first <= code && code <= last);
}
