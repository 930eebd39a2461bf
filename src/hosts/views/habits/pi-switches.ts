/** The patterns in lists of skills of pi's settings: `!` takes out by a glob, `-` by a name, `+` puts one back. */
import { relative } from "node:path";
import { baseName } from "../../../model/text/text.ts";
import type { ViewEntry } from "../host-view.ts";
import { type Glob, type GlobMatcher, parseGlob } from "../steps/match-glob.ts";

export function isPattern(entry: string): boolean {
  return /^[!+-]|[*?]/.test(entry);
}

export interface PiSwitch {
  readonly mark: string;
  /** What `-` and `+` name. */
  readonly name: string;
  /** What `!` names. */
  readonly glob: Glob;
}

export function switchOf(entry: string): PiSwitch[] {
  const mark = entry.charAt(0);
  if (mark === "!") return [{ mark, name: "", glob: parseGlob(entry.slice(1)) }];
  return mark === "-" || mark === "+" ? [{ mark, name: entry.slice(1).replace(/^\.\//, ""), glob: [] }] : [];
}

export function isOut(
  { path, directory }: ViewEntry,
  base: string,
  switches: readonly PiSwitch[],
  matcher: GlobMatcher,
): boolean {
  const names = [path, directory].flatMap((each) => [each, relative(base, each), baseName(each)]);
  let out = false;
  for (const { mark, name, glob } of switches) {
    if (mark === "!") out ||= names.some((each) => matcher.matches(glob, each));
    else if (names.includes(name)) {
      if (mark === "-") return true;
      out = false;
    }
  }
  return out;
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
  const switches = filter.flatMap(switchOf);
  const names = [entry.path, entry.directory].flatMap((each) => [each, relative(base, each), baseName(each)]);
  const isWanted = wanted.length === 0 || wanted.some((glob) => names.some((each) => matcher.matches(glob, each)));
  const isBack = switches.some(({ mark, name }) => mark === "+" && names.includes(name));
  return isWanted || isBack ? isOut(entry, base, switches, matcher) : true;
}
