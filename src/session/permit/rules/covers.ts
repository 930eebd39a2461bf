/** Returns the rule that covers a call, or the reason why none is proven to cover it. */
import { matchSegments } from "../../../activate/access/match-paths.ts";
import { mentionsProtected } from "../../../model/rules/protected-names.ts";
import { holdsSecrets } from "../../../model/rules/secret-files.ts";
import { matchWildcards } from "../../../model/text/match-wildcards.ts";
import { filePatternsIn, namesSecret, pathsIn, plainHostIn, READING, WRITING } from "../call-targets.ts";
import { placesIn, textsIn } from "../call-texts.ts";
import type { ReadCall } from "../read-call.ts";
import { filesOfLine, type LineContext } from "../shell/files-of-line.ts";
import type { ShellLine, SimpleCommand } from "../shell/read/shell-line.ts";
import { isPlainlyGranted, whyLineAsks } from "../shell/why-line-asks.ts";
import { isCode, whyWordAsks } from "../shell/why-word-asks.ts";
import { namesOfDirectory } from "./directory-names.ts";
import { hasOtherNames, PROTECTED, RealLinePaths } from "./real-line-paths.ts";
import { realTarget } from "./real-target.ts";
import type { UsePattern } from "./rule.ts";
import type { About, Granted, RuleSet } from "./rule-set.ts";
import { isWithin, type Surroundings } from "./surroundings.ts";

export type Covered = Granted | { readonly reason: string };

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

/** Every use is granted, except a line that visibly writes to a protected place. */
function coversWhole(granted: Granted, { line, text, kind }: ReadCall, around: Surroundings): Covered {
  const seen = kind === "shell" && line !== undefined && visiblyWrites(line, text ?? "", around);
  return seen ? { reason: PROTECTED } : granted;
}

/** True if a line could change a protected place, as far as the line shows it. `text` is the line as it was written. */
function visiblyWrites(line: ShellLine, text: string, around: Surroundings): boolean {
  const paths = new RealLinePaths(around, { read: () => false, write: () => false });
  if ("commands" in line && line.commands.some(isFedInterpreter) && mentionsProtected(text)) return true;
  const context: LineContext = {
    enter: (directory) => paths.enter(directory),
    whyWordAsks: (word) => (isCode(word.kind) ? whyWordAsks(word, paths) : undefined),
  };
  for (const { path, glob, whole, use } of filesOfLine(line, context)) {
    if (use === "read" || use === "hidden") continue;
    if (!whole && path === "" && mentionsProtected(text)) return true;
    if (path === "" || (path === "." && glob === undefined && use !== "remove")) continue;
    const named = glob === undefined ? [path] : (paths.filesOf(glob) ?? []);
    if (named.some((each) => paths.isProtected(each, use === "remove"))) return true;
  }
  return false;
}

/** An interpreter that reads its program from the line. */
function isFedInterpreter({ program, fed, words }: SimpleCommand): boolean {
  return fed && words.length < 3 && /^(?:ba|z|da|k)?sh$|^python|^node$|^perl$|^ruby$/.test(program);
}

/** Why a call is not covered by any rule: it could change a protected place, or it leaves the project. */
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
  const texts = textsIn(input);
  if (texts === undefined) return "it has too many values to be judged";
  return texts.some((text) => mayNameProtected(text, around)) ? PROTECTED : undefined;
}

/** True if a tool of which nothing is known could be told to change a protected place by this text. */
function mayNameProtected(text: string, around: Surroundings): boolean {
  if (mentionsProtected(text)) return true;
  const places = placesIn(text, (name) => namesOfDirectory(around).has(name));
  if (places === undefined) return true;
  return places.some((path) => {
    if (mentionsProtected(path)) return true;
    const target = realTarget(path.startsWith("~/") ? `${around.home}${path.slice(1)}` : path, around);
    return target !== undefined && (around.isProtected(target) || hasOtherNames(target, around));
  });
}

function coversLine(about: About, rules: RuleSet, call: ReadCall, around: Surroundings): Covered {
  const line = call.line ?? NO_COMMAND;
  const exact = call.text === undefined || about.lines.size === 0 ? undefined : about.lines.get(call.text.trim());
  if (exact)
    return visiblyWrites(line, call.text ?? "", around) ? { reason: PROTECTED } : { rule: `\`${exact.text}\`` };
  const names = namesOfDirectory(around);
  if (isPlainlyGranted(line, about.plain, names.filter)) return about.all;
  if (about.proven.has(line, around, names)) return about.all;
  const paths = new RealLinePaths(around, {
    read: (path) => "rule" in covers(rules, { tool: "", kind: "read", input: { path } }, around),
    write: (path) => "rule" in covers(rules, { tool: "", kind: "write", input: { path } }, around),
  });
  const reason = whyLineAsks(line, {
    patterns: about.patterns,
    paths,
    plain: about.plain,
    names: names.filter,
    whyExactAsks: (command) => (visiblyWrites({ commands: [command] }, "", around) ? PROTECTED : undefined),
  });
  if (reason !== undefined) return { reason };
  if (!paths.hasLooked) about.proven.add(line, around, names);
  return about.all;
}

const NO_COMMAND: ShellLine = { unproven: "there is no command in it" };

function fits(use: UsePattern, call: ReadCall, around: Surroundings): boolean {
  if ("path" in use) return fitsPath(use.path, call, around);
  if ("domain" in use) return fitsDomain(use.domain, plainHostIn(call));
  if (!("parameter" in use)) return false;
  const value = call.input[use.parameter] ?? (use.parameter === "skill" ? call.input["name"] : undefined);
  return typeof value === "string" && matchWildcards(use.value, value);
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
function leadsOut(call: ReadCall, around: Surroundings): boolean {
  const base = pathsIn(call)?.[0] ?? ".";
  const top = realTarget(base, around);
  return filePatternsIn(call).some((pattern) => {
    const target = realTarget(`${base}/${/^[^*?]*/.exec(pattern)?.[0]}`, around);
    return top === undefined || target === undefined || !isWithin(target, top);
  });
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
