/** The consoles in README.md and the guide show what the commands print. `…` matches any text, or any lines. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { packageRoot } from "../../../src/platform/environment.ts";
import { skill } from "./run.ts";
import { SharedSandbox as Sandbox } from "./shared.ts";

interface Transcript {
  readonly command: string;
  readonly lines: readonly string[];
}

function transcriptsIn(document: string): Transcript[] {
  const text = readFileSync(join(packageRoot(), document), "utf8");
  return [...text.matchAll(/^```(?:console)?\n((?:\$ skillwright|[^`])[^`]*(?:`[^`\n]+`[^`]*)*?)^```$/gm)].flatMap(
    ([, block = ""]) =>
      block
        .split(/^\$ /m)
        .filter((each) => each.startsWith("skillwright "))
        .map((each) => {
          const [command = "", ...lines] = each.trimEnd().split("\n");
          return { command, lines };
        }),
  );
}

/** A line of only `…` matches any lines. A line that ends with `…` matches every line with the same beginning. */
function matches(expected: readonly string[], actual: readonly string[]): boolean {
  const [line, ...rest] = expected;
  if (line === undefined) return actual.length === 0;
  if (line.trim() === "…") return actual.some((_, at) => matches(rest, actual.slice(at))) || matches(rest, []);
  const [first, ...others] = actual;
  if (first === undefined) return false;
  // Columns are wider if paths are longer.
  const [wanted = "", found = ""] = [line, first].map((each) => each.replace(/ {2,}/g, "  "));
  const isSame = wanted.endsWith("…") ? found.startsWith(wanted.slice(0, -1)) : found === wanted;
  return isSame && matches(rest, others);
}

function newSite(): Sandbox {
  const box = new Sandbox({
    ".claude/skills/pdf/SKILL.md": skill("pdf", "Reads and fills PDF forms. Use when a PDF is attached."),
    ".agents/skills/release/SKILL.md": skill("release", "Use when: it ships"),
    ".agents/skills/team/db/SKILL.md": skill("db", "Migrates databases. Use when the schema changes."),
  });
  expect(box.run(["trust", "--yes"]).code).toBe(0);
  return box;
}

function shown(box: Sandbox, command: string): string[] {
  const { stdout, stderr } = box.run(command.split(" ").slice(1), { env: { COLUMNS: "100" } });
  const text = `${stdout}${stderr}`.replaceAll("<tmp>/project", "/home/me/site").replaceAll("<tmp>/home", "/home/me");
  return text.trimEnd().split("\n");
}

describe("[L6] consoles in documents", () => {
  const readme = transcriptsIn("README.md");

  test("the README has two", () => expect(readme).toHaveLength(2));

  test.each(readme)("README.md: $command", ({ command, lines }) => {
    const actual = shown(newSite(), command);
    expect(matches(lines, actual), actual.join("\n")).toBe(true);
  });

  test.each([
    "list --roots",
    "matrix --hosts skillwright,claude-code,codex,opencode,gemini-cli,pi",
    "explain db --all-hosts",
    "list --host claude-code",
    "check . --target all",
    "hosts",
  ])("docs/guide.md: %s", (words) => {
    const command = `skillwright ${words}`;
    const found = transcriptsIn("docs/guide.md").find((each) => each.command === command);
    const actual = shown(newSite(), command);
    expect(found && matches(found.lines, actual), actual.join("\n")).toBe(true);
  });

  test("a line that differs, is missing or is too many does not match", () => {
    expect(matches(["a", "…", "c"], ["a", "b", "b", "c"])).toBe(true);
    expect(matches(["a", "b…"], ["a", "bcd"])).toBe(true);
    for (const actual of [["a"], ["a", "c"], ["a", "b", "c"], []]) expect(matches(["a", "b"], actual)).toBe(false);
  });
});
