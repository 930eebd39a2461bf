// The reading commands that `rails` runs on each tree, in this order.

/** Maximum skills of a tree on which the commands about one skill run. */
const MAX_SKILLS = 3;
const MESSAGE = "Use $NAME, then /NAME now, and check a loader that reads a PDF.";

/** Commands that run before the project is trusted. */
export const UNTRUSTED = [["list", "--all"], ["list", "--all"], ["catalog"]];

/** Trusts the project. `rails` does not record its output. */
export const TRUST = ["trust", "--yes"];

/** Commands about the whole tree. */
export const TRUSTED = [
  ["list"],
  ["list", "--all"],
  ["list", "--roots"],
  ["list", "--all"],
  ["hosts"],
  ["doctor"],
  ["config"],
  ["matrix", "--hosts", "all"],
  ["check"],
  ["check", "."],
  ["audit", "--all"],
  ["catalog"],
  ["catalog", "--window", "8000"],
  ["budget"],
  ["search", "check a loader that reads a PDF"],
  ["deps"],
  ["deps", "--packages"],
  ["config", "--policy"],
  ["list", "--usage"],
  ["verify"],
  ["update", "--check"],
  ["eval"],
  ["trust", "--list"],
  ["update", "--dry-run"],
  ["add", ".", "--dry-run"],
  ["publish", ".", "--to", "site", "--dry-run"],
];

/** Commands about one skill. */
export function commandsAbout(name) {
  return [
    ["explain", "--details", name],
    ["explain", name],
    ["load", name],
    ["explain", "--message", MESSAGE.replaceAll("NAME", name)],
    ["explain", "--policy", name],
    ["compile", name, "--to", "codex"],
    ["compile", name, "--to", "claude-code"],
    ["place", name, "--for", "all"],
    ["approve", name, "--dry-run"],
  ];
}

/** Returns names of skills from the answer of `list --all --json`, without the embedded ones. */
export function namesIn(text) {
  let answer;
  try {
    answer = JSON.parse(text);
  } catch {
    return [];
  }
  const found = ["skills", "rejected", "overridden", "disabled", "ineligible"].flatMap((key) => answer[key] ?? []);
  const names = found.filter(({ scope }) => scope !== "system").map(({ name }) => name);
  return [...new Set(names)].filter((name) => typeof name === "string" && /^[^-]/.test(name)).slice(0, MAX_SKILLS);
}
