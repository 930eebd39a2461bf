/**
 * Decides whether a rule of `disallowed-tools` denies a call. Denying is stricter than granting: an uncertain call is
 * denied, an invalid rule denies its whole tool, and a rule without a tool denies every call.
 */
import { resolve } from "node:path";
import { undefinedIfRefused } from "../../../model/errors.ts";
import type { ToolKind } from "../../../model/rules/permission.ts";
import { matchWildcards } from "../../../model/text/matching/match-wildcards.ts";
import { baseName, foldCase } from "../../../model/text/text.ts";
import { filePatternsIn, hostsIn, pathsIn, READING_TOOLS, WRITING_TOOLS } from "../call-targets.ts";
import { otherReadings, possiblePaths, textsOfCall } from "../call-texts.ts";
import { namesOfDirectory } from "../paths/directory-names.ts";
import { realCallTarget } from "../paths/real-call-target.ts";
import { isWithin, type Surroundings } from "../paths/surroundings.ts";
import type { ReadCall } from "../read-call.ts";
import type { CommandPattern } from "../shell/command-pattern.ts";
import { filesOfLine } from "../shell/files-of-line.ts";
import { LinePaths } from "../shell/line-paths.ts";
import type { ShellLine, ShellWord } from "../shell/read/shell-line.ts";
import { kindOfTool } from "../tool-names.ts";
import { matchesPath } from "./find-granting-rule.ts";
import { readRule } from "./read-rule.ts";
import type { ToolPattern, UsePattern } from "./rule.ts";
import { MAX_TOOL_RULES } from "./rule-set.ts";

/** How certain it is that the rule denies the call. `possible`: the rule may deny it, so the user must decide. */
type Taking = "certain" | "possible";

/** The rule that denies a call, for messages. */
export interface RemovingRule {
  readonly rule: string;
  readonly taking: Taking;
}

/** A list of rules that deny calls. */
export interface RemovingRules {
  /**
   * Returns the rule that denies a call; undefined if there is none. A rule that certainly denies the call takes
   * precedence over a rule that possibly denies it.
   */
  removes(call: ReadCall, around: Surroundings): RemovingRule | undefined;
}

interface Taken {
  readonly text: string;
  /** Tool of the rule; undefined if the rule applies to every tool. */
  readonly tool?: ToolPattern;
  readonly use?: UsePattern;
}

export function readRemoval(texts: readonly string[]): RemovingRules {
  // Rules beyond the limit are not parsed. Each of them denies every call, because its content is unknown.
  const all = texts.slice(0, MAX_TOOL_RULES + 1).map((text, at) => (at < MAX_TOOL_RULES ? readTaken(text) : { text }));
  return {
    removes(call, around) {
      let possible: string | undefined;
      for (const taken of all) {
        const taking = takes(taken, call, around);
        if (taking === "certain") return { rule: taken.text, taking };
        if (taking === "possible") possible ??= taken.text;
      }
      return possible === undefined ? undefined : { rule: possible, taking: "possible" };
    },
  };
}

function readTaken(text: string): Taken {
  const read = readRule(text);
  if ("rule" in read) return { ...read.rule, text };
  const name = /^\s*["'[]?([A-Za-z_][\w.:/@-]*)/.exec(text)?.[1];
  if (name === undefined) return { text };
  const kind = kindOfTool(name);
  return { text, tool: kind ? { kind } : { name } };
}

function takes(taken: Taken, call: ReadCall, around: Surroundings): Taking | undefined {
  const { tool, use } = taken;
  if (tool && !isMeant(tool, call.tool, call.kind)) return takesFiles(taken, call, around);
  if (use === undefined || takesUse(use, call, around)) return "certain";
  return "command" in use && mentions(use.command, call.text ?? "") ? "possible" : undefined;
}

/** Returns true if the words of a command occur anywhere in a line, for example in code for another program. */
function mentions(pattern: CommandPattern, text: string): boolean {
  if ("line" in pattern) return text.includes(pattern.line);
  const words = text.split(/[^\w./-]+/).map((each) => ({ text: each, whole: true }));
  return words.some((_, at) => isAmong(pattern.words, words.slice(at)));
}

function takesUse(use: UsePattern, call: ReadCall, around: Surroundings): boolean {
  if ("command" in use) return takesLine(use.command, call.line ?? { unproven: "" }, call.text);
  if ("path" in use) return takesPath(use.path, call, around);
  if ("domain" in use) return takesDomain(use.domain, hostsIn(call));
  const value = call.input[use.parameter] ?? (use.parameter === "skill" ? call.input["name"] : undefined);
  return value !== undefined && value !== null && (typeof value !== "string" || matchWildcards(use.value, value));
}

/**
 * Decides if a rule about files denies a call. A rule against writing also denies edits and redirections. A rule
 * against reading also denies searches and programs that read.
 */
function takesFiles({ tool, use }: Taken, call: ReadCall, around: Surroundings): Taking | undefined {
  const kind = tool && "kind" in tool ? tool.kind : undefined;
  const family = kind === "read" ? READING_TOOLS : kind === "write" || kind === "edit" ? WRITING_TOOLS : undefined;
  if (family === undefined) return undefined;
  const pattern = use && "path" in use ? use.path : undefined;
  if (call.kind === "shell") return takesLineFiles(pattern, call.line, family === WRITING_TOOLS, around);
  const isMember = call.kind !== undefined && family.has(call.kind);
  // A tool of unknown kind may read or write the files that its call names. It is not known whether it reads or writes.
  if (call.kind === undefined && pattern === undefined) return namesFiles(call.input, around) ? "possible" : undefined;
  const isTaken =
    pattern === undefined
      ? isMember
      : isMember
        ? takesPath(pattern, call, around)
        : call.kind === undefined && mayTakePath(pattern, call, around);
  return isTaken ? "certain" : undefined;
}

/** Matches names of parameters that contain a path, a file URL or a directory. */
const FILE_KEY = /path|file|dir|folder|ur[il]$|root|cwd|dest|target|source|output|input|^(?:to|from|at|in)$/i;
const MAX_DEPTH = 8;

/** Returns true if a call has a parameter for files, or a text that is the path of an existing file. */
function namesFiles(value: unknown, around: Surroundings, depth = 0): boolean {
  if (typeof value === "string") return isFile(value, around);
  if (typeof value !== "object" || value === null) return false;
  const isNamed = ([key, inner]: [string, unknown]): boolean =>
    (!Array.isArray(value) && FILE_KEY.test(key)) || namesFiles(inner, around, depth + 1);
  return depth > MAX_DEPTH || Object.entries(value).some(isNamed);
}

function isFile(text: string, { cwd, files }: Surroundings): boolean {
  return text !== "" && undefinedIfRefused(() => files.stamp(resolve(cwd, text))) !== undefined;
}

/** Returns true if a tool of unknown kind could use a file that matches the pattern. */
function mayTakePath(pattern: string, { input }: ReadCall, around: Surroundings): boolean {
  const isName = (name: string): boolean => namesOfDirectory(around).has(name);
  const places = textsOfCall(input)?.map((text) => possiblePaths(text, isName)) ?? [undefined];
  return places.some((each) => each === undefined || each.some(({ path }) => isTakenPath(pattern, path, around)));
}

/**
 * Decides about a shell line. A line that names a file of the pattern is denied. A line that may use other files needs
 * a question. Only an allow-list of arguments can prove that a program uses no other files.
 */
function takesLineFiles(
  pattern: string | undefined,
  line: ShellLine | undefined,
  writing: boolean,
  around: Surroundings,
): Taking | undefined {
  if (line === undefined || "unproven" in line) return "certain";
  const paths = new LinePaths(around, () => true);
  let taking: Taking | undefined;
  for (const { path, whole, use, glob } of filesOfLine(line, paths, () => true)) {
    const isSure = use === (writing ? "write" : "read") || (writing && use === "remove");
    if (pattern === undefined) {
      if (isSure) return "certain";
      if (use === "hidden" || use === "any") taking = "possible";
    } else if (isSure || use === "any" || use === "remove") {
      if (whole && path === "") continue;
      const matches = glob === undefined ? [] : paths.expand(glob);
      if (!whole || matches === undefined) return "certain";
      const removes = use === "remove";
      const isTaken = (each: string, below: boolean): boolean =>
        paths.directories.some(
          (cwd) =>
            isTakenPath(pattern, each, { ...around, cwd }) || (below && encloses(pattern, each, { ...around, cwd })),
        );
      if (isTaken(path, !writing || (removes && glob === undefined))) return "certain";
      if (matches.some((each) => isTaken(each, !writing || removes))) return "certain";
    }
  }
  return taking;
}

function isMeant(tool: ToolPattern, name: string, kind: ToolKind | undefined): boolean {
  if ("kind" in tool) return tool.kind === kind || tool.kind === kindOfTool(name);
  const folded = name.toLowerCase();
  return "name" in tool ? folded === tool.name.toLowerCase() : folded.startsWith(tool.begins.toLowerCase());
}

/**
 * Denies a line that contains the program's name anywhere, because another program in the line can run this program.
 */
function takesLine(pattern: CommandPattern, line: ShellLine, text: string | undefined): boolean {
  if ("unproven" in line) return true;
  if ("line" in pattern) return text?.trim() === pattern.line;
  return line.commands.some(({ words }) => words.some((_, at) => isAmong(pattern.words, words.slice(at))));
}

/** Returns true if the pattern's words appear in order, with any words between them. */
function isAmong(wanted: readonly string[], words: readonly ShellWord[]): boolean {
  const [program = "", ...rest] = wanted.filter((each) => each !== "*");
  const first = words[0];
  if (
    first === undefined ||
    !(first.whole ? baseOf(first.text) === baseOf(program) : foldCase(program).startsWith(foldCase(first.text)))
  )
    return false;
  let at = 1;
  for (const each of rest) {
    while (at < words.length && !isLike(each, words[at] as ShellWord)) at++;
    if (at++ >= words.length) return false;
  }
  return true;
}

function isLike(wanted: string, { text, whole }: ShellWord): boolean {
  return !whole || text.startsWith(wanted) || matchWildcards(wanted, text);
}

/** Returns the name of a program in lower case. On disks that ignore case, `RM` runs `rm`. */
function baseOf(program: string): string {
  return foldCase(baseName(program));
}

function takesPath(pattern: string, call: ReadCall, around: Surroundings): boolean {
  const paths = pathsIn(call)?.flatMap((path) => [path, ...otherReadings(path)]);
  if (paths === undefined) return true;
  const searches = call.kind === "search";
  const globs = call.kind === "find" ? filePatternsIn(call) : [];
  const found = paths.flatMap((path) => globs.map((glob) => `${path}/${glob}`));
  return [...paths, ...found].some(
    (path) => isTakenPath(pattern, path, around) || (searches && encloses(pattern, path, around)),
  );
}

/** Returns true if the rule applies to the path, or if it is uncertain whether it does. */
function isTakenPath(pattern: string, path: string, around: Surroundings): boolean {
  const target = realCallTarget(path, around);
  if (target === undefined || matchesPath(pattern, target, around) !== false) return true;
  // Compares without case, because some disks ignore it.
  const { projectRoot, home } = around;
  const folded = { ...around, projectRoot: foldCase(projectRoot), home: foldCase(home) };
  return matchesPath(foldCase(pattern), foldCase(target), folded) !== false;
}

/** Returns true if the path is a directory that can contain files of the pattern. */
function encloses(pattern: string, path: string, around: Surroundings): boolean {
  const fixed = pattern.slice(0, `${pattern}*`.search(/[*?]/)).replace(/[^/]*$/, "");
  const inner = realCallTarget(fixed.replace(/^~\//, `${around.home}/`) || ".", { ...around, cwd: around.projectRoot });
  const outer = realCallTarget(path, around);
  return inner !== undefined && outer !== undefined && isWithin(inner, outer);
}

function takesDomain(domain: string, hosts: readonly string[] | undefined): boolean {
  const plain = domain.replace(/^\*\./, "");
  return hosts === undefined || hosts.some((host) => host === plain || host.endsWith(`.${plain}`));
}
