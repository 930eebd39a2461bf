/**
 * Applies the patterns in the skill lists of pi's settings. `!` removes skills by a glob, `-` removes a skill by its
 * name, and `+` restores a skill.
 */
import { relative } from "node:path";
import { isSkillFile } from "../../../model/skills/skill.ts";
import { baseName } from "../../../model/text/text.ts";
import type { ViewEntry } from "../host-view.ts";
import { type Glob, type GlobMatcher, parseGlob } from "../steps/match-glob.ts";

export function isPattern(entry: string): boolean {
  return /^[!+-]|[*?]/.test(entry);
}

export interface PiSwitch {
  readonly mark: string;
  /** The name in a `-` or `+` pattern. */
  readonly name: string;
  /** The glob of a `!` pattern. */
  readonly glob: Glob;
}

export function parsePiSwitch(entry: string): PiSwitch[] {
  const mark = entry.charAt(0);
  if (mark === "!") return [{ mark, name: "", glob: parseGlob(entry.slice(1)) }];
  return mark === "-" || mark === "+" ? [{ mark, name: entry.slice(1).replace(/^\.\//, ""), glob: [] }] : [];
}

/**
 * Returns true if patterns turn a skill off. A pattern may also match the directory of a skill. `-` takes precedence
 * over `+`, and `+` over `!`, whatever their order is.
 */
export function isSwitchedOff(
  entry: ViewEntry,
  base: string,
  switches: readonly PiSwitch[],
  matcher: GlobMatcher,
): boolean {
  const names = namesOf(entry, base);
  const has = (wanted: string): boolean =>
    switches.some(({ mark, name }) => mark === wanted && names.exact.includes(name));
  if (has("-")) return true;
  return !has("+") && switches.some(({ mark, glob }) => mark === "!" && isMatch(names.all, glob, matcher));
}

interface Names {
  readonly exact: readonly string[];
  /**
   * All names that a pattern can match, including the last part of each path. Only glob patterns can match the last
   * part.
   */
  readonly all: readonly string[];
}

function namesOf({ path, directory }: ViewEntry, base: string): Names {
  const paths = isSkillFile(path) ? [path, directory] : [path];
  const exact = paths.flatMap((each) => [each, relative(base, each)]);
  return { exact, all: [...exact, ...paths.map(baseName)] };
}

function isMatch(names: readonly string[], glob: Glob, matcher: GlobMatcher): boolean {
  return names.some((each) => matcher.matches(glob, each));
}

/** Returns true if a filter of a package leaves the skill out. Without a plain pattern, the filter begins with all skills. */
export function isFilteredOut(
  entry: ViewEntry,
  base: string,
  filter: readonly string[],
  matcher: GlobMatcher,
): boolean {
  if (filter.length === 0) return true;
  const wanted = filter.filter((each) => !/^[!+-]/.test(each)).map((each) => parseGlob(each.replace(/^\.\//, "")));
  const switches = filter.flatMap(parsePiSwitch);
  const names = namesOf(entry, base);
  const isWanted = wanted.length === 0 || wanted.some((glob) => isMatch(names.all, glob, matcher));
  const isBack = switches.some(({ mark, name }) => mark === "+" && names.exact.includes(name));
  return isWanted || isBack ? isSwitchedOff(entry, base, switches, matcher) : true;
}
