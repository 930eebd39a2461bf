/**
 * Finds the paths that a text names if a tool treats it as a file pattern. Tools disagree about patterns, so this code
 * matches more than any of them. `*` also matches a leading dot, `[a-z]` matches every character, and case is ignored.
 */
import { matchWildcards } from "../../../model/text/matching/match-wildcards.ts";
import { foldCase } from "../../../model/text/text.ts";
import { entryNames, listAt } from "./path-checks.ts";
import { realCallTarget } from "./real-call-target.ts";
import type { Surroundings } from "./surroundings.ts";

/** Returns true if any tool could treat the text as a pattern. */
export function canBePattern(text: string): boolean {
  return /[*?[{\\]|[+@!]\(|\([^()|]*\||^!(?!=|\s|$)/.test(text);
}

/** Maximum length of a pattern. A longer pattern is not judged, because it could take seconds. */
const MAX_PATTERN_CHARS = 256;
/** Maximum number of paths that a pattern may match, and of directories that `**` may enter. */
const MAX_PATHS = 2000;

/**
 * Returns the paths that match a pattern; an empty list if the text is not a pattern. Returns undefined if there are
 * too many paths.
 */
export function pathsOfPattern(text: string, around: Surroundings): readonly string[] | undefined {
  if (!canBePattern(text)) return [];
  if (text.length > MAX_PATTERN_CHARS) return undefined;
  // `!a.txt` matches everything else, and `\.env` is `.env` in a pattern.
  const forms = text.startsWith("!") ? ["**", text.slice(1)] : [text, text.replaceAll("\\", "")];
  const plain = [...new Set(forms)].map((form) => {
    // Groups such as `@(a|b)` and sequences such as `{a..z}` can match any name, so they become `*`.
    const wide = form.replaceAll(/[?*+@!]\([^()]*\)|\{[^{},]*\.\.[^{},]*\}/g, "*");
    return withoutBraces(wide.replaceAll(/\([^()]*\|[^()]*\)/g, asBraces));
  });
  if (plain.includes(undefined)) return undefined;
  const found = new Set<string>();
  for (const each of plain.flatMap((texts) => texts ?? [])) {
    const paths = pathsOf(each, around);
    if (paths === undefined) return undefined;
    for (const path of paths) found.add(path);
    if (found.size > MAX_PATHS) return undefined;
  }
  return [...found];
}

function asBraces(group: string): string {
  return `{${group.slice(1, -1).replaceAll("|", ",")}}`;
}

/** Expands braces from the inside: `a{b,c{d,e}}` gives three texts. Returns undefined if there are too many texts. */
function withoutBraces(text: string): readonly string[] | undefined {
  const done: string[] = [];
  const pending = [text];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [braces, inner] = /\{([^{}]*)\}/.exec(next) ?? [];
    if (braces === undefined || inner === undefined) done.push(next);
    else for (const each of inner.split(",")) pending.push(next.replace(braces, () => each));
    if (done.length + pending.length > MAX_PATHS) return undefined;
  }
  return done;
}

function pathsOf(pattern: string, around: Surroundings): readonly string[] | undefined {
  let paths: readonly string[] = [pattern.startsWith("/") ? "/" : ""];
  // A final `**` also matches files, not only directories.
  for (const segment of pattern
    .replace(/(?<![^/])\*\*\/*$/, "**/*")
    .split("/")
    .filter((each) => each !== "")) {
    const next =
      segment === "**" ? withDirectoriesBelow(paths, around) : paths.flatMap((path) => enter(path, segment, around));
    if (next === undefined || next.length > MAX_PATHS) return undefined;
    paths = next;
  }
  return paths.map((path) => (path.length > 1 ? path.slice(0, -1) : path || "."));
}

/** A class of characters: `[a-z]`, `[!a]`, `[]a]`, `[[:alpha:]_]`. */
const CLASS = /\[[!^]?\]?(?:\[[:.=][^\]:.=[]*[:.=]\]|[^\]])*\]/g;

/** Returns the paths that one segment of a pattern matches in a directory, each with a final `/`. */
function enter(path: string, segment: string, around: Surroundings): readonly string[] {
  // A class with one character means that character: `[C]LAUDE.md`.
  const literal = segment.replaceAll(/\[([^\]!^])\]/g, "$1");
  const wanted = foldCase(literal.replaceAll(CLASS, "?"));
  const isNamed = (name: string): boolean => name === segment || matchWildcards(wanted, foldCase(name));
  const names = /[*?]/.test(wanted) ? namesIn(path, around).filter(isNamed) : [literal];
  return names.map((name) => `${path}${name}/`);
}

function namesIn(path: string, around: Surroundings): readonly string[] {
  const target = realCallTarget(path || ".", around);
  return target === undefined ? [] : entryNames(listAt(target, around));
}

/**
 * Adds all directories below the paths. It follows no symlinks, and enters neither packages nor git's object
 * directories.
 */
function withDirectoriesBelow(paths: readonly string[], around: Surroundings): readonly string[] | undefined {
  const found = [...paths];
  for (const path of found) {
    const target = realCallTarget(path || ".", around);
    for (const name of (target && listAt(target, around)?.directories) || [])
      if (name !== "node_modules" && name !== "objects") found.push(`${path}${name}/`);
    if (found.length > MAX_PATHS) return undefined;
  }
  return found;
}
