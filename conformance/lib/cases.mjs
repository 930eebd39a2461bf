// Reads the cases, checks their shape, and expands them for one host.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { hostOf, TARGETS } from "./peers.mjs";

export const CASES = join(dirname(fileURLToPath(import.meta.url)), "..", "cases");

/** The directory that replaces `{skills}` for a host without its own directory. */
const COMMON = ".agents/skills";
const PLACES = { "claude-code": ".claude/skills" };

/** Returns the path that replaces `{skills}`. */
export function skillsPlace(host) {
  return PLACES[hostOf(host)] ?? COMMON;
}

/**
 * Returns the recorded outcome of a target. An earlier version such as `codex@0.166.0` has its own outcome only if it
 * differs from the newest version's outcome.
 */
export function expectationOf({ expect = {} }, target) {
  return expect[target] ?? expect[hostOf(target)];
}

/** Returns every target with an expectation in a case. */
export function targetsOf({ expect = {} }) {
  const earlier = TARGETS.filter((target) => target.includes("@") && hostOf(target) in expect);
  return [...new Set([...Object.keys(expect), ...earlier])];
}

/** Returns whether a case applies to a host: the files of `codex-plugins` apply only to Codex. */
export function concerns({ topic }, host) {
  const owner = TARGETS.find((target) => topic.startsWith(`${target}-`));
  return owner === undefined || owner === hostOf(host);
}

/** Returns all cases in the order of their files, each with its `topic`. Throws on the first invalid case. */
export function loadCases(directory = CASES) {
  const cases = [];
  const seen = new Set();
  for (const file of readdirSync(directory).sort()) {
    if (!file.endsWith(".json")) continue;
    const { cases: found } = JSON.parse(readFileSync(join(directory, file), "utf8"));
    for (const each of found) {
      const problems = problemsOf(each);
      if (seen.has(each.id)) problems.push("its id is taken");
      if (problems.length > 0) throw new Error(`${file}: ${each.id}: ${problems.join("; ")}`);
      seen.add(each.id);
      cases.push({ ...each, topic: file.slice(0, -".json".length) });
    }
  }
  return cases;
}

const KEYS = {
  case: ["id", "title", "tree", "cwd", "environment", "git", "control", "expect"],
  entry: ["path", "text", "base64", "parts", "link", "directory", "fifo", "mode", "copies", "expand"],
  outcome: ["skills", "errors", "hangs", "lost", "anyOf", "undetermined", "note"],
  skill: ["name", "description", "path", "listed", "copies"],
};
const CONTENTS = ["text", "base64", "parts", "link", "directory", "fifo"];

/** Returns the errors in the shape of a case. */
export function problemsOf(each) {
  const problems = unknown(each, "case", "case");
  const text = (value, what) => typeof value === "string" || problems.push(`${what} is not a string`);
  if (!/^[a-z0-9][a-z0-9-]*$/.test(each.id ?? "")) problems.push("the id is not in kebab-case");
  text(each.title, "title");
  if (!Array.isArray(each.tree)) return [...problems, "there is no tree"];
  for (const entry of each.tree) {
    problems.push(...unknown(entry, "entry", `tree entry ${entry.path}`));
    if (!/^(project|home|outside)(\/|$)/.test(entry.path ?? ""))
      problems.push(`${entry.path} is in none of the places`);
    if (CONTENTS.filter((key) => key in entry).length > 1) problems.push(`${entry.path} is more than one thing`);
    if (!CONTENTS.some((key) => key in entry) && !("mode" in entry)) problems.push(`${entry.path} is nothing`);
  }
  for (const [host, outcome] of Object.entries(each.expect ?? {})) {
    for (const one of outcome.anyOf ?? [outcome]) {
      problems.push(...unknown(one, "outcome", `expectation of ${host}`));
      if (!one.hangs && !Array.isArray(one.skills)) problems.push(`${host} expects neither skills nor a hang`);
      for (const skill of one.skills ?? []) {
        problems.push(...unknown(skill, "skill", `skill of ${host}`));
        text(skill.name, `a name of ${host}`);
      }
    }
  }
  return problems;
}

function unknown(value, kind, what) {
  if (value === null || typeof value !== "object") return [`${what} is not an object`];
  return Object.keys(value)
    .filter((key) => !KEYS[kind].includes(key))
    .map((key) => `${what} has an unknown key ${key}`);
}

/** Returns the numbers of a `copies` range (`{ from, to, width }`) as text. */
export function numbers({ from, to, width = 1 }) {
  return Array.from({ length: to - from + 1 }, (_, index) => String(from + index).padStart(width, "0"));
}

/** Returns one object for each number of its `copies`, with every `{n}` in its strings replaced. */
export function unfold(entry) {
  if (!entry.copies) return [entry];
  const { copies, ...one } = entry;
  return numbers(copies).map((n) => replaceIn(one, n));
}

function replaceIn(value, n) {
  if (typeof value === "string") return value.replaceAll("{n}", n);
  if (Array.isArray(value)) return value.map((each) => replaceIn(each, n));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, replaceIn(each, n)]));
}
