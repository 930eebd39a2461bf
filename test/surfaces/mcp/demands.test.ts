/** Checks the tables of docs/mcp.md: each requirement of the extension names an existing test. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..", "..");
const rows = readFileSync(join(root, "docs", "mcp.md"), "utf8")
  .split("\n")
  .filter((line) => /^\| .* \| MC\d/.test(line));

/** Returns the citations of a cell: `file`: “title”, “title”; … */
function citedIn(cell: string): { file: string; title: string }[] {
  return cell.split("`").flatMap((file, at, parts) => {
    if (!file.endsWith(".test.ts")) return [];
    return [...(parts[at + 1] ?? "").matchAll(/“([^”]+)”/g)].map(([, title = ""]) => ({ file, title }));
  });
}

test("[MC1] every demand on a server and on a host is shown by tests that exist", () => {
  expect(rows.length).toBeGreaterThan(40);
  for (const row of rows) {
    const [demand, , shown = ""] = row.slice(2, -2).split(" | ");
    const cited = citedIn(shown);
    expect([demand, cited.length]).not.toEqual([demand, 0]);
    for (const { file, title } of cited) {
      const texts = readFileSync(join(import.meta.dirname, file), "utf8").match(/"[^"\n]+"/g) ?? [];
      expect([demand, file, title, texts.some((each) => each.includes(title))]).toEqual([demand, file, title, true]);
    }
  }
});
