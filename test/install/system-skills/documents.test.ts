import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { packageRoot } from "../../../src/platform/environment.ts";
import { GLOBAL_OPTIONS } from "../../../src/surfaces/cli/command.ts";
import { COMMANDS } from "../../../src/surfaces/cli/commands.ts";

const root = packageRoot();
const documents = [
  ...["docs/guide.md", "docs/glossary.md", "CONTRIBUTING.md", "AGENTS.md", "SECURITY.md", "CHANGELOG.md"].map((path) =>
    join(root, path),
  ),
  ...below("docs/decisions"),
  ...below("skills"),
];

const commandLines = documents.flatMap((path) =>
  [...readFileSync(path, "utf8").matchAll(/(?:^|`|\$ )skillwright ((?:[a-z]+(?:-[a-z]+)*)(?: [^`\n|>]*)?)/gm)].map(
    (match) => ({
      path: relative(root, path),
      line: (match[1] as string).split(/ {2,}/)[0] as string,
    }),
  ),
);

test("[O14] there are command lines in the guide and in the embedded skills", () => {
  expect(commandLines.filter(({ path }) => path === "docs/guide.md").length).toBeGreaterThan(20);
  expect(commandLines.filter(({ path }) => path.startsWith("skills/")).length).toBeGreaterThan(20);
});

test.each(commandLines)("[O14] $path: skillwright $line", async ({ line }) => {
  const [name, ...words] = line.split(" ");
  const entry = COMMANDS.find((command) => command.name === name);
  expect(entry?.name).toBe(name);
  // Words after a skill's command belong to that command.
  if (name === "run") return;
  const known = { ...GLOBAL_OPTIONS, ...(await entry?.load())?.options };
  const options = words.filter((word) => word.startsWith("--")).map((word) => word.slice(2));
  expect(options.filter((option) => !Object.hasOwn(known, option))).toEqual([]);
});

test.each(documents.map((path) => [relative(root, path), path] as const))(
  "[L6] links in %s lead somewhere",
  (_, path) => {
    // Inline code is not a link.
    const text = readFileSync(path, "utf8").replace(/`[^`\n]*`/g, "");
    const links = [...text.matchAll(/\]\(([^)\s#]+)/g)].map((match) => match[1] as string);
    expect(links.filter((link) => !/^https?:/.test(link) && !existsSync(join(dirname(path), link)))).toEqual([]);
  },
);

test("[L6] AGENTS.md stays short", () => {
  expect(readFileSync(join(root, "AGENTS.md"), "utf8").split("\n").length).toBeLessThan(60);
});

test("[L6] every decision says context, decision, consequences and when to reconsider it", () => {
  for (const path of below("docs/decisions")) {
    const headings = [...readFileSync(path, "utf8").matchAll(/^## (.*)$/gm)].map((match) => match[1]);
    expect(headings).toEqual(["Context", "Decision", "Consequences", "When to reconsider"]);
  }
});

test("[L6] every rule that SECURITY.md relies on exists", () => {
  const rules = new Set(
    [...readFileSync(join(root, "docs/spec.md"), "utf8").matchAll(/\*\*([A-Z]\d+)\*\*/g)].map((match) => match[1]),
  );
  const rows = readFileSync(join(root, "SECURITY.md"), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .map((line) => line.split("|").at(-2) ?? "");
  const cited = rows.flatMap((cell) => [...cell.matchAll(/\b[A-Z]\d+\b/g)].map(([rule]) => rule));
  expect(cited.length).toBeGreaterThan(20);
  expect(cited.filter((rule) => !rules.has(rule))).toEqual([]);
  const files = rows.flatMap((cell) => [...cell.matchAll(/`([^`]+\.test\.ts)`/g)].map((match) => match[1] as string));
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

function below(directory: string): string[] {
  return readdirSync(join(root, directory), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .sort()
    .map((path) => join(root, directory, path));
}
