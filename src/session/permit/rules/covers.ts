/** Returns the rule that covers a call, or the reason why none is proven to cover it. */
import { matchSegments } from "../../../activate/access/match-paths.ts";
import { mentionsProtected } from "../../../model/rules/protected-names.ts";
import { holdsSecrets } from "../../../model/rules/secret-files.ts";
import { matchPattern } from "../../../model/text/match-pattern.ts";
import { namesSecret, pathsIn, plainHostIn, possiblePaths, READING, WRITING } from "../call-targets.ts";
import type { ReadCall } from "../read-call.ts";
import { isCode, judgeWord } from "../shell/judge-word.ts";
import { filesOfLine, type LineContext } from "../shell/line-files.ts";
import { isPlainlyGranted, proveLine } from "../shell/prove-line.ts";
import type { ShellLine, SimpleCommand } from "../shell/read/line.ts";
import { readInner } from "../shell/read/read-shell.ts";
import { namesOfDirectory } from "./directory-names.ts";
import { hasOtherNames, LineJudge, PROTECTED } from "./line-judge.ts";
import { realTarget } from "./real-target.ts";
import type { UsePattern } from "./rule.ts";
import type { About, Granted, RuleSet } from "./rule-set.ts";
import { isWithin, type Surroundings } from "./surroundings.ts";

export type Covered = Granted | { readonly reason: string };

/** [B2] */
export function covers(rules: RuleSet, call: ReadCall, around: Surroundings): Covered {
  const about = rules.about(call.tool, call.kind);
  if (about === undefined) return { reason: `nothing grants \`${call.tool}\`` };
  const problem = problemOf(call, about.whole !== undefined, around);
  if (problem !== undefined) return { reason: problem };
  if (about.whole) return coversWhole(about.whole, call, around);
  if (call.kind === "shell") return coversLine(about, rules, call, around);
  const fit = about.rules.find((rule) => rule.use && fits(rule.use, call, around));
  return fit ? { rule: `\`${fit.text}\`` } : { reason: `${about.all.rule} do not cover it` };
}

/** [B24] Every use is granted, except a line that visibly writes to a protected place. */
function coversWhole(granted: Granted, { line, text, kind }: ReadCall, around: Surroundings): Covered {
  const seen = kind === "shell" && line !== undefined && visiblyWrites(line, text ?? "", around);
  return seen ? { reason: PROTECTED } : granted;
}

/** True if a line could change a protected place, as far as the line shows it. `text` is the line as it was written. */
function visiblyWrites(line: ShellLine, text: string, around: Surroundings): boolean {
  const judge = new LineJudge(around, { read: () => false, write: () => false });
  if ("commands" in line && line.commands.some(isFedInterpreter) && mentionsProtected(text)) return true;
  const context: LineContext = {
    read: readInner,
    enter: (directory) => judge.enter(directory),
    doubt: (found) => (isCode(found.kind) ? judgeWord(found, judge) : undefined),
  };
  for (const { path, glob, whole, access } of filesOfLine(line, context)) {
    if (access === "read" || access === "hidden") continue;
    if (!whole && path === "" && mentionsProtected(text)) return true;
    if (path === "" || (path === "." && glob === undefined && access !== "remove")) continue;
    const paths = glob === undefined ? [path] : matchesOf(glob, judge);
    if (paths.some((each) => judge.isProtected(each, access === "remove"))) return true;
  }
  return false;
}

/** The files of a pattern; without a match, the file that it would name in each directory that matches. */
function matchesOf(glob: string, judge: LineJudge): readonly string[] {
  const matches = judge.expand(glob) ?? [];
  const slash = glob.lastIndexOf("/");
  if (matches.length > 0 || slash === -1) return matches;
  return (judge.expand(glob.slice(0, slash)) ?? []).map((directory) => `${directory}/${glob.slice(slash + 1)}`);
}

/** An interpreter that reads its program from the line. */
function isFedInterpreter({ fed, words }: SimpleCommand): boolean {
  return fed && words.length < 3 && /^(?:ba|z|da|k)?sh$|^python|^node$|^perl$|^ruby$/.test(words[0]?.text ?? "");
}

/** [B22] Why a call is not covered by any rule: it could change a protected place, or it leaves the project. */
function problemOf(call: ReadCall, whole: boolean, around: Surroundings): string | undefined {
  const { kind, input } = call;
  if (kind === "shell") return undefined;
  if (kind !== undefined && WRITING.has(kind)) {
    const targets = pathsIn(call)?.map((path) => realTarget(path, around));
    if (targets === undefined || targets.includes(undefined)) return "the files that it would change are not certain";
    if ((targets as string[]).some((target) => around.isProtected(target) || hasOtherNames(target, around)))
      return PROTECTED;
    const isOutside = (target: string | undefined): boolean => !isWithin(target as string, around.projectRoot);
    return whole && targets.some(isOutside)
      ? "it is outside of the project; only a rule with a path covers that"
      : undefined;
  }
  if (kind === "read" && whole && namesSecret(input)) return "the file can hold secrets";
  if (kind === "fetch" && whole && (typeof input["url"] !== "string" || !/^https?:\/\//i.test(input["url"])))
    return "the address is not a web address";
  if (kind !== undefined && kind !== "fetch") return undefined;
  const leads = possiblePaths(input).some((path) => {
    const plain = path.startsWith("~/") ? `${around.home}${path.slice(1)}` : path;
    const target = realTarget(plain, around);
    if (target !== undefined && (around.isProtected(target) || hasOtherNames(target, around))) return true;
    return path.includes(" ") && mentionsProtected(path);
  });
  return leads ? PROTECTED : undefined;
}

function coversLine(about: About, rules: RuleSet, call: ReadCall, around: Surroundings): Covered {
  const line = call.line ?? NO_COMMAND;
  const exact = call.text === undefined || about.lines.size === 0 ? undefined : about.lines.get(call.text.trim());
  if (exact)
    return visiblyWrites(line, call.text ?? "", around) ? { reason: PROTECTED } : { rule: `\`${exact.text}\`` };
  const names = namesOfDirectory(around);
  if (isPlainlyGranted(line, about.plain, names.filter)) return about.all;
  const before = about.proven.get(line);
  if (before?.around === around && before.names === names) return about.all;
  const judge = new LineJudge(around, {
    read: (path) => "rule" in covers(rules, { tool: "", kind: "read", input: { path } }, around),
    write: (path) => "rule" in covers(rules, { tool: "", kind: "write", input: { path } }, around),
  });
  const reason = proveLine(line, {
    patterns: about.patterns,
    judge,
    plain: about.plain,
    names: names.filter,
    read: readInner,
    against: (command) => (visiblyWrites({ commands: [command] }, "", around) ? PROTECTED : undefined),
  });
  if (reason !== undefined) return { reason };
  if (!judge.looked) about.proven.set(line, { around, names });
  return about.all;
}

const NO_COMMAND: ShellLine = { unproven: "there is no command in it" };

function fits(use: UsePattern, call: ReadCall, around: Surroundings): boolean {
  if ("path" in use) return fitsPath(use.path, call, around);
  if ("domain" in use) return fitsDomain(use.domain, plainHostIn(call));
  if (!("parameter" in use)) return false;
  const value = call.input[use.parameter] ?? (use.parameter === "skill" ? call.input["name"] : undefined);
  return typeof value === "string" && matchPattern(use.value, value);
}

function fitsPath(pattern: string, call: ReadCall, around: Surroundings): boolean {
  const paths = pathsIn(call);
  const reads = call.kind !== undefined && READING.has(call.kind);
  if (paths === undefined || (reads && leadsOut(call, around))) return false;
  return paths.every((path) => {
    const target = realTarget(path, around);
    if (target === undefined || matchesPath(pattern, target, around) !== true) return false;
    // A pattern covers a file with secrets only if it names the file.
    return !(reads && holdsSecrets(target) && /[*?]$|\/$/.test(pattern));
  });
}

/** A file pattern can go through a link below its directory: `etc/*` with a link `etc`. */
function leadsOut({ kind, input }: ReadCall, around: Surroundings): boolean {
  const { pattern } = input;
  if (kind !== "find" || typeof pattern !== "string") return false;
  const base = pathsIn({ tool: "", kind: "find", input })?.[0] ?? ".";
  const fixed = pattern.slice(0, Math.max(0, pattern.search(/[*?]/))).replace(/[^/]*$/, "");
  const top = realTarget(base, around);
  const target = realTarget(`${base}/${fixed}`, around);
  return top === undefined || target === undefined || !isWithin(target, top);
}

/** Undefined if the pattern has no meaning. */
export function matchesPath(pattern: string, target: string, { projectRoot, home }: Surroundings): boolean | undefined {
  const plain = pattern.replace(/^\/\//, "/");
  // The project's own path is not a pattern, whatever characters it has.
  const base = plain.startsWith("~/") ? home : plain.startsWith("/") ? "" : projectRoot;
  const glob = segmentsOf(`${plain.replace(/^~\//, "")}${plain.endsWith("/") ? "**" : ""}`).filter(
    (each) => each !== ".",
  );
  if (glob.includes("..") || glob.length > MAX_SEGMENTS) return undefined;
  return (base === "" || isWithin(target, base)) && matchSegments(glob, segmentsOf(target.slice(base.length)));
}

/** Names of a path; beyond the limit nothing matches. */
const MAX_SEGMENTS = 64;

function segmentsOf(path: string): readonly string[] {
  return path.split("/").filter((each) => each !== "");
}

function fitsDomain(domain: string, host: string | undefined): boolean {
  if (host === undefined) return false;
  return domain.startsWith("*.") ? host.endsWith(domain.slice(1)) : host === domain;
}
