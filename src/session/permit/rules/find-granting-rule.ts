/** Finds the rule that covers a call. If no rule certainly covers it, returns the reason. */
import { dirname, isAbsolute, resolve } from "node:path";
import { matchSegments } from "../../../activate/access/match-paths.ts";
import { undefinedIfRefused } from "../../../model/errors.ts";
import { holdsSecrets } from "../../../model/rules/holds-secrets.ts";
import { hasProtectedName, mentionsProtectedName } from "../../../model/rules/protected-names.ts";
import { matchWildcards } from "../../../model/text/matching/match-wildcards.ts";
import { baseName, foldCase, oneLine } from "../../../model/text/text.ts";

import { cutBetweenCharacters } from "../../conversation/notes.ts";
import { filePatternsIn, pathsIn, plainHostIn, READING_TOOLS, solePathIn, WRITING_TOOLS } from "../call-targets.ts";
import { type NamedPlace, otherReadings, possiblePaths, restsOf, textsOfCall } from "../call-texts.ts";
import { namesOfDirectory, plainEntryAt } from "../paths/directory-names.ts";
import {
  createsMore,
  firstReason,
  hasOtherNames,
  isSoleFile,
  OWN_FILES,
  PROTECTED_REASON,
  type ReadFiles,
  whyReadingAsks,
} from "../paths/path-checks.ts";
import { canBePattern, pathsOfPattern } from "../paths/pattern-paths.ts";
import { endsAtLink, realCallTarget } from "../paths/real-call-target.ts";
import { isWithin, type Surroundings } from "../paths/surroundings.ts";
import type { ReadCall } from "../read-call.ts";
import { filesOfLine } from "../shell/files-of-line.ts";
import { LinePaths } from "../shell/line-paths.ts";
import type { WordKind } from "../shell/programs/programs.ts";
import type { ShellLine, SimpleCommand } from "../shell/read/shell-line.ts";
import { isPlainlyGranted, whyLineAsks } from "../shell/why-line-asks.ts";
import { WORD_KIND_RULES } from "../shell/why-word-asks.ts";
import type { UsePattern } from "./rule.ts";
import type { GrantingRule, RuleSet, RulesOfTool } from "./rule-set.ts";

export type CoverResult = GrantingRule | { readonly reason: string };

export function findGrantingRule(rules: RuleSet, call: ReadCall, around: Surroundings): CoverResult {
  const about = rules.about(call.tool, call.kind);
  if (about === undefined) return { reason: `nothing grants \`${call.tool}\`` };
  const { whole } = about;
  if (call.kind === "shell")
    return whole ? coversWholeShell(whole, call, around) : coversLine(about, rules, call, around);
  return whole && call.kind === "read" && isPlainRead(call, around) ? whole : coversTargets(about, call, around);
}

function coversTargets(about: RulesOfTool, call: ReadCall, around: Surroundings): CoverResult {
  const { whole } = about;
  const targets = targetsOf(call, around);
  const problem = whyNoRuleCovers(call, targets, around);
  if (problem !== undefined) return { reason: problem };
  const beyond = whole && whyBareRuleAsks(call, targets, around);
  if (whole && beyond === undefined) return whole;
  const fit = about.rules.find((rule) => rule.use && fits(rule.use, call, targets, around));
  return fit ? { rule: `\`${fit.text}\`` } : { reason: beyond ?? `${about.all.rule} do not cover it` };
}

/** Accepts every shell line, except a line that visibly writes to a protected path. */
function coversWholeShell(granted: GrantingRule, { line, text }: ReadCall, around: Surroundings): CoverResult {
  return line !== undefined && visiblyWrites(line, text ?? "", pathsOf(around))
    ? { reason: PROTECTED_REASON }
    : granted;
}

/** Returns true if a line visibly could change a protected path. `text` is the unparsed line. */
function visiblyWrites(line: ShellLine, text: string, paths: LinePaths): boolean {
  if ("commands" in line && line.commands.some(isFedInterpreter) && mentionsProtectedName(text)) return true;
  const isCode = (kind: WordKind): boolean => WORD_KIND_RULES[kind].use === "code";
  for (const { path, glob, whole, use } of filesOfLine(line, paths, isCode)) {
    if (use === "read" || use === "hidden") continue;
    if (!whole && path === "" && mentionsProtectedName(text)) return true;
    if (path === "" || (path === "." && glob === undefined && use !== "remove")) continue;
    const named = glob === undefined ? [path] : (paths.expand(glob) ?? []);
    if (named.some((each) => paths.isProtected(each, use === "remove"))) return true;
  }
  return false;
}

const pathsOf = (around: Surroundings): LinePaths => new LinePaths(around, () => false);

/** Returns true for an interpreter that receives its program through a pipe or redirection. */
function isFedInterpreter({ program, fed, words }: SimpleCommand): boolean {
  return fed && words.length < 3 && /^(?:ba|z|da|k)?sh$|^python|^node$|^perl$|^ruby$/.test(program);
}

/** Returns the real targets of a call's paths; undefined if they are uncertain. */
type Targets = () => readonly string[] | undefined;

/** Returns a function that resolves the targets on the first call. All rules share this result. */
function targetsOf(call: ReadCall, around: Surroundings): Targets {
  let known: { readonly targets: readonly string[] | undefined } | undefined;
  return () => {
    const found = known ? [] : placesIn(call, around)?.map((path) => realCallTarget(path, around));
    known ??= { targets: found?.includes(undefined) ? undefined : (found as readonly string[] | undefined) };
    return known.targets;
  };
}

/** Maximum number of patterns in a call. */
const MAX_PATTERNS = 50;

/** Matches a path that starts with a variable, such as `$HOME/x` or `%TEMP%/x`. Some tools replace the variable. */
const STARTS_WITH_VARIABLE = /^(?:\$[{(]?\w+[})]?|%\w+%)(?:[/\\]|$)/;

/**
 * Returns the paths of a call. Other readings of a path are added if they name a secret or protected file, or exist. If a path
 * can be a pattern, the paths that match it are added. Undefined if the paths are uncertain.
 */
export function placesIn(call: ReadCall, around: Surroundings): readonly string[] | undefined {
  const paths = pathsIn(call)?.flatMap((path) => [path, ...readingsThatCount(path, around)]);
  if (paths?.some((path) => STARTS_WITH_VARIABLE.test(path))) return undefined;
  if (!paths?.some(canBePattern)) return paths;
  // Some tools read `a.txt, *.md` as a list.
  const texts = paths.flatMap((path) => (canBePattern(path) ? [path, ...path.split(/[\s,]+/)] : []));
  const parts = [...new Set(texts)];
  if (parts.length > MAX_PATTERNS) return undefined;
  const named = parts.map((path) => pathsOfPattern(path, around));
  return named.includes(undefined) ? undefined : [...paths, ...(named as (readonly string[])[]).flat()];
}

/**
 * Returns the other readings of a path that name a secret or protected file, lead out, or exist. The names of the project and of
 * the home directory can contain blanks, so they are not split.
 */
function readingsThatCount(path: string, around: Surroundings): readonly string[] {
  const base = [around.projectRoot, ...around.readable, around.home].find((each) => path.startsWith(`${each}/`));
  const at = (reading: string): string => (base && !/^[/~]/.test(reading) ? `${base}/${reading}` : reading);
  return otherReadings(base === undefined ? path : path.slice(base.length + 1)).flatMap((reading) => {
    const counts = holdsSecrets(reading) || hasProtectedName(reading, "") || LEADS_OUT.test(reading);
    return counts || STARTS_WITH_VARIABLE.test(reading) || existsAt(at(reading), around) ? [at(reading)] : [];
  });
}

/**
 * Returns the reason why no rule covers a call. The call could change a protected path, or a tool of unknown kind could
 * leave the project.
 */
function whyNoRuleCovers(call: ReadCall, targets: Targets, around: Surroundings): string | undefined {
  const { kind, input } = call;
  if (kind !== undefined && WRITING_TOOLS.has(kind)) {
    const all = targets();
    if (all === undefined || pathsIn(call)?.some(createsMore))
      return "Skillwright cannot tell which files it would change";
    const isTaken = (target: string): boolean => around.isProtected(target) || hasOtherNames(target, around);
    return all.some(isTaken) ? PROTECTED_REASON : undefined;
  }
  if (kind !== undefined && kind !== "fetch") return undefined;
  const texts = textsOfCall(input);
  if (texts === undefined) return "it has too many values to check";
  const joined = joinedTexts(texts, around);
  if (joined === undefined) return "it has too many values to check";
  return firstReason([...texts, ...joined], (text) => whyTextAsks(text, around));
}

/** Maximum number of paths that can be formed by joining the texts of a call. */
const MAX_JOINED = 2000;

/**
 * Returns the paths that a tool could get by resolving one text of the call from the directory that another text names.
 * Returns undefined if there are too many paths.
 */
function joinedTexts(texts: readonly string[], around: Surroundings): readonly string[] | undefined {
  if (texts.length < 2) return [];
  const { cwd, files } = around;
  const seen = new Set<string | undefined>([undefined, cwd]);
  const isNewDirectory = (path: string): boolean => {
    const found = undefinedIfRefused(() => files.stat(resolve(cwd, path)).kind);
    const target = found === "directory" ? realCallTarget(path, around) : undefined;
    return !seen.has(target) && seen.add(target) !== undefined;
  };
  const paths = new Set(texts.flatMap(restsOf).map(({ path }) => path));
  const relative = [...paths].filter((path) => !isAbsolute(path));
  const bases = texts.filter(isNewDirectory);
  const joined: string[] = [];
  // The loop also visits the directories that it adds to `bases`, because a text can be relative to them too.
  for (const base of bases) {
    const inside = relative.map((text) => `${base}/${text}`);
    joined.push(...inside);
    if (joined.length > MAX_JOINED) return undefined;
    bases.push(...inside.filter(isNewDirectory));
  }
  return joined;
}

/**
 * Returns the reason if a tool of unknown kind could use this text to change a protected place, or to leave the
 * project.
 */
function whyTextAsks(text: string, around: Surroundings): string | undefined {
  if (mentionsProtectedName(text)) return PROTECTED_REASON;
  if (NAMES_HOME.test(text)) return outside(text);
  const places = possiblePaths(text, (name) => namesOfDirectory(around).has(name));
  const named = places && withPatterns(places, around);
  if (named === undefined) return PROTECTED_REASON;
  for (const { path, isWhole } of named) {
    if (mentionsProtectedName(path)) return PROTECTED_REASON;
    const target = realCallTarget(path.replace(/^~(?=\/|$)/, around.home), around);
    if (target !== undefined && (around.isProtected(target) || hasOtherNames(target, around))) return PROTECTED_REASON;
    if (target === undefined && endsAtLink(path, around)) return PROTECTED_REASON;
    if (canNameSecret(path, target, around)) return `\`${cutBetweenCharacters(oneLine(text), 80)}\` can hold secrets`;
    const isOutside = target === undefined ? LEADS_OUT.test(path) : !isReadable(target, around);
    if (isOutside ? isWhole || isPlaceOutside(target, around) : isWhole && OTHER_ROOT.test(path)) return outside(text);
  }
  return undefined;
}

const outside = (text: string): string => `\`${cutBetweenCharacters(oneLine(text), 80)}\` is outside of the project`;

/**
 * Matches a home directory or a variable in a text, as a shell would read it: `cat ~/x`, `cd ~`, `"$HOME"`, `${DIR}/x`,
 * `$(pwd)/x`.
 */
const NAMES_HOME =
  /(?<![^\s"'`=:,;(<@\u0080-\uffff])(?:~(?:[a-z_][\w.-]*|[+-])?(?=[/\\\s;&|"']|$)|\$\{?[a-z_]\w*\}?(?=[/\\])|%[a-z_]\w*%(?=[/\\])|\$\{?HOME\b|\$(?:\(|env:))/i;

/**
 * Adds the paths that match a text, if the text is a pattern. Returns undefined if these paths are uncertain. A text
 * with blanks is probably not a pattern, so uncertain paths in it are ignored.
 */
function withPatterns(places: readonly NamedPlace[], around: Surroundings): readonly NamedPlace[] | undefined {
  const all = [...places];
  for (const { path, isWhole, isPattern } of places) {
    const paths = isWhole || isPattern ? pathsOfPattern(path, around) : [];
    if (paths === undefined && !/\s/.test(path)) return undefined;
    for (const each of paths ?? []) all.push({ path: each, isWhole: true });
  }
  return all;
}

/**
 * Returns true for a frequent simple case: the call has only the path of a file in the project, without symlinks,
 * secrets or hard links.
 */
function isPlainRead({ input }: ReadCall, around: Surroundings): boolean {
  const path = around.cwd === around.projectRoot ? solePathIn(input) : undefined;
  // A plain relative path has no character of a pattern.
  const isPattern = path?.startsWith("/") && canBePattern(path);
  const entry = path === undefined || isPattern ? undefined : plainEntryAt(path, around);
  return entry === "missing" || (entry === "file" && isSoleFile(resolve(around.cwd, path as string), around));
}

/**
 * Returns true if a path can name a secret. It can be a pattern that matches secrets, or lead to a secret through a
 * symlink.
 */
function canNameSecret(path: string, target: string | undefined, around: Surroundings): boolean {
  const name = path.replaceAll(/[*?[\]]/g, "");
  if (name !== path && holdsSecrets(name)) return true;
  const { projectRoot } = around;
  const isInside = target !== undefined && isWithin(target, projectRoot);
  const isSecret = holdsSecrets(path) || (isInside && holdsSecrets(target.slice(projectRoot.length)));
  // On disks that ignore case, `.ENV` is `.env`.
  return isSecret && (existsAt(target ?? path, around) || existsAt(foldCase(path), around));
}

function existsAt(path: string, { cwd, files }: Surroundings): boolean {
  return undefinedIfRefused(() => files.stamp(resolve(cwd, path))) !== undefined;
}

/**
 * Returns true if a path or its directory exists. Ordinary text contains words such as `/api/users`, so a part of a
 * text is checked only if it may be a real path.
 */
function isPlaceOutside(target: string | undefined, { files }: Surroundings): boolean {
  const near = target === undefined || target === "/" ? [] : [target, dirname(target)];
  return near.some((each) => each !== "/" && undefinedIfRefused(() => files.stamp(each)) !== undefined);
}

/** Matches absolute paths, paths in home directories, and paths with `..`. */
const LEADS_OUT = /^(?:\/|~[\w.-]*(?:\/|$))|(?:^|\/)\.\.(?:\/|$)/;
/**
 * Matches an absolute path of Windows, and a path that starts with a variable. Also matches a path that becomes `../`
 * if a tool removes `../` from it.
 */
const OTHER_ROOT = /^(?:[A-Za-z]:|\$\{?\w+\}?|%\w+%)\/|\.{3,}\//;

/**
 * Returns the reason why a rule without a path does not cover a call. Such a rule covers only the project; for reading,
 * it also covers skills.
 */
function whyBareRuleAsks(call: ReadCall, targets: Targets, around: Surroundings): string | undefined {
  const { kind, input } = call;
  if (kind === "fetch")
    return typeof input["url"] === "string" && /^https?:\/\//i.test(input["url"])
      ? undefined
      : "the address is not a web address";
  if (kind === undefined || !(READING_TOOLS.has(kind) || WRITING_TOOLS.has(kind))) return undefined;
  const paths = placesIn(call, around);
  const all = targets();
  if (paths === undefined) return "Skillwright cannot tell which files it would use";
  if (all === undefined) return "it names a place that cannot be determined";
  const files = kind === "search" ? searchedFiles(call) : OWN_FILES;
  for (const [at, path] of paths.entries()) {
    const target = all[at] as string;
    const isInside = WRITING_TOOLS.has(kind) ? isWithin(target, around.projectRoot) : isReadable(target, around);
    if (!isInside) return `\`${path}\` is outside of the project; only a rule with a path covers that`;
    // Only tools that read or search show the content of files, so only they are checked for secrets.
    const reason =
      kind === "read" || kind === "search"
        ? whyReadingAsks({ path, target, isMissing: false }, around, files)
        : undefined;
    if (reason !== undefined) return reason;
  }
  return leadsOut(call, around) ? "its pattern can lead to files elsewhere" : undefined;
}

function searchedFiles(call: ReadCall): ReadFiles {
  const bases = filePatternsIn(call).flatMap((each) => (each.startsWith("!") ? [] : baseName(each)));
  if (bases.length === 0) return OWN_FILES;
  return { ...OWN_FILES, isRead: (name) => bases.some((base) => matchWildcards(base, name)) };
}

function isReadable(target: string, { projectRoot, readable }: Surroundings): boolean {
  return isWithin(target, projectRoot) || readable.some((each) => isWithin(target, each));
}

function coversLine(about: RulesOfTool, rules: RuleSet, call: ReadCall, around: Surroundings): CoverResult {
  const line = call.line ?? NO_COMMAND;
  const exact = call.text === undefined || about.lines.size === 0 ? undefined : about.lines.get(call.text.trim());
  if (exact)
    return visiblyWrites(line, call.text ?? "", pathsOf(around))
      ? { reason: PROTECTED_REASON }
      : { rule: `\`${exact.text}\`` };
  const names = namesOfDirectory(around);
  if (isPlainlyGranted(line, about.plain, names.filter)) return about.all;
  if (about.proven.has(line, around, names)) return about.all;
  const paths = new LinePaths(
    around,
    (kind, path) => "rule" in findGrantingRule(rules, { tool: "", kind, input: { path } }, around),
  );
  const reason = whyLineAsks(line, {
    patterns: about.patterns,
    paths,
    plain: about.plain,
    whySpelledAsks: (command) => (visiblyWrites({ commands: [command] }, "", paths) ? PROTECTED_REASON : undefined),
  });
  if (reason !== undefined) return { reason };
  if (!paths.hasLooked) about.proven.add(line, around, names);
  return about.all;
}

const NO_COMMAND: ShellLine = { unproven: "there is no command in it" };

function fits(use: UsePattern, call: ReadCall, targets: Targets, around: Surroundings): boolean {
  if ("path" in use) return fitsPath(use.path, call, targets, around);
  if ("domain" in use) return fitsDomain(use.domain, plainHostIn(call));
  if (!("parameter" in use)) return false;
  const value = call.input[use.parameter] ?? (use.parameter === "skill" ? call.input["name"] : undefined);
  return typeof value === "string" && matchWildcards(use.value, value);
}

function fitsPath(pattern: string, call: ReadCall, targets: Targets, around: Surroundings): boolean {
  const reads = call.kind !== undefined && READING_TOOLS.has(call.kind);
  const all = targets();
  if (all === undefined || (reads && leadsOut(call, around))) return false;
  const isRead = call.kind === "read" || call.kind === "search";
  const files = call.kind === "search" ? searchedFiles(call) : OWN_FILES;
  return all.every((target) => {
    if (matchesPath(pattern, target, around) !== true) return false;
    // If a file can contain secrets, a rule covers it only if the rule's pattern names the file exactly.
    if (!isRead || !/[*?]|\/$/.test(pattern)) return true;
    if (!/[*?]$|\/$/.test(pattern)) return !hasOtherNames(target, around);
    return whyReadingAsks({ path: target, target, isMissing: false }, around, files) === undefined;
  });
}

/** Returns true if a file pattern can leave its directory through a symlink, as `etc/*` does if `etc` is a symlink. */
function leadsOut(call: ReadCall, around: Surroundings): boolean {
  const patterns = filePatternsIn(call);
  if (patterns.length === 0) return false;
  const base = pathsIn(call)?.[0] ?? ".";
  const top = realCallTarget(base, around);
  if (top === undefined) return true;
  const isInside = (path: string): boolean => isWithin(realCallTarget(path, around) ?? "", top);
  const paths = pathsOf({ ...around, cwd: top });
  return patterns.some((pattern) => {
    const start = /^[^*?]*/.exec(pattern)?.[0];
    const entered = paths.expand(directoriesOf(pattern));
    return !isInside(`${base}/${start}`) || !entered?.every((each) => isInside(`${base}/${each}`));
  });
}

/** Returns the part of a file pattern that can go through symlinks. A search does not follow symlinks below `**`. */
function directoriesOf(pattern: string): string {
  const inner = pattern.split("/").slice(0, -1);
  return inner.slice(0, inner.includes("**") ? inner.indexOf("**") : inner.length).join("/");
}

/** Returns true if a pattern matches the target; undefined if the pattern is invalid. */
export function matchesPath(pattern: string, target: string, { projectRoot, home }: Surroundings): boolean | undefined {
  const plain = pattern.replace(/^\/\//, "/");
  // The project's path is matched literally, even if it contains pattern characters.
  const base = plain.startsWith("~/") ? home : plain.startsWith("/") ? "" : projectRoot;
  const glob = segmentsOf(`${plain.replace(/^~\//, "")}${plain.endsWith("/") ? "**" : ""}`).filter(
    (each) => each !== ".",
  );
  if (glob.includes("..") || glob.length > MAX_SEGMENTS) return undefined;
  return (base === "" || isWithin(target, base)) && matchSegments(glob, segmentsOf(target.slice(base.length)));
}

/** Maximum segments of a path. Longer paths never match. */
const MAX_SEGMENTS = 64;

function segmentsOf(path: string): readonly string[] {
  return path.split("/").filter((each) => each !== "");
}

function fitsDomain(domain: string, host: string | undefined): boolean {
  if (host === undefined) return false;
  return domain.startsWith("*.") ? host.endsWith(domain.slice(1)) : host === domain;
}
