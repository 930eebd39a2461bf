/**
 * The proof that a command line is granted: a rule covers every program that it would run, and every word that a `*` matches is
 * harmless according to the program's allow-list. Returns undefined, or the reason why there is no proof.
 */
import { type CommandPattern, isExact, matchCommand, type Spelled } from "./command-pattern.ts";
import type { Judge } from "./judge.ts";
import { judgeWord, SETS } from "./judge-word.ts";
import type { NameFilter } from "./name-filter.ts";
import { type Program, type Use, usesOf, type WordKind } from "./program.ts";
import { BUILTINS, EXECUTORS, PROGRAMS, PURE } from "./programs/programs.ts";
import { isHarmlessSetting } from "./programs/variables.ts";
import { innerCommand, type ShellLine, type ShellWord, type SimpleCommand, shellLine } from "./read/line.ts";
import { type FoundUse, type FoundWord, readUse } from "./read-use.ts";

export interface Grants {
  /** Patterns whose first word can be this program. */
  readonly patterns: (program: string) => readonly CommandPattern[];
  readonly judge: Judge;
  /** Programs without an allow-list of which a rule grants any use: `program *`. */
  readonly plain: ReadonlySet<string>;
  /** The names in the directory of the session, and `SUSPECTS`. */
  readonly names: NameFilter;
  /** Reads a line inside of another line. */
  readonly read: (text: string) => ShellLine;
  /** Why a command that a rule spells out word by word is not granted all the same. */
  readonly against: (command: SimpleCommand) => string | undefined;
}

/** Commands inside of commands. */
const MAX_DEPTH = 3;

/** [B10] */
export function proveLine(line: ShellLine, grants: Grants): string | undefined {
  return new LineProof(grants).line(line, 0);
}

/** A program without an allow-list: plain operands only, and no input that could hold commands for it. */
const UNKNOWN: Use = { operands: "any..." };
/** A script of the project that the rule names. */
const SCRIPT: Use = { operands: "argument...", onlyOperands: true, fed: true };

const NO_RULE = (name: string): string => `no rule covers \`${name}\``;

const NOTHING: Spelled = () => false;

class LineProof {
  readonly #grants: Grants;
  /** A ref that is neither a branch nor a tag was fetched. */
  #fetched = false;
  #moved = false;

  constructor(grants: Grants) {
    this.#grants = grants;
  }

  line(line: ShellLine, depth: number): string | undefined {
    if ("unproven" in line) return line.unproven;
    if (line.doubt !== undefined) return line.doubt;
    if (depth > MAX_DEPTH) return "the line is too complex";
    let granted = 0;
    for (const command of line.commands) {
      const redirected = this.#redirections(command);
      if (redirected !== undefined) return redirected;
      const program = programOf(command);
      const isPure = PURE.has(program) && command.sets.every(isHarmlessSetting);
      const hasRule = this.#grants.patterns(program).length > 0;
      const reason = isPure && !hasRule ? NO_RULE(program) : this.#command(command, depth);
      if (reason === undefined) granted++;
      else if (!isPure || this.#use(PURE, command, NOTHING, depth) !== undefined) return reason;
    }
    return granted === 0 ? NO_RULE(programOf(line.commands[0])) : undefined;
  }

  /** [B14] */
  #redirections({ reads, writes }: SimpleCommand): string | undefined {
    const { judge } = this.#grants;
    return first(reads, (path) => judge.judge(path, "input")) ?? first(writes, (path) => judge.judge(path, "output"));
  }

  #command(command: SimpleCommand, depth: number): string | undefined {
    if (depth > MAX_DEPTH) return "the line is too complex";
    const set = command.sets.find((each) => !isHarmlessSetting(each));
    if (set !== undefined) return SETS(set.name);
    const reason = this.#covered(command, depth);
    if (reason === undefined) return undefined;
    const inner = shellLine(command.words);
    if (inner !== undefined) return this.line(this.#grants.read(inner), depth + 1);
    return isTransparent(PROGRAMS.get(programOf(command))) ? this.#use(PROGRAMS, command, NOTHING, depth) : reason;
  }

  /** Undefined if a pattern covers the command; else the most helpful reason. */
  #covered(command: SimpleCommand, depth: number): string | undefined {
    const program = programOf(command);
    const { plain, names, judge } = this.#grants;
    if (!this.#moved && !judge.uncertain && isPlainCommand(command, plain, names)) return undefined;
    const patterns = this.#grants.patterns(program);
    let reason: string | undefined;
    for (const pattern of patterns) {
      const spelled = matchCommand(pattern, command.words);
      if (spelled === undefined) continue;
      const problem = isExact(pattern)
        ? this.#grants.against(command)
        : this.#use(PROGRAMS, command, spelled, depth, pattern);
      if (problem === undefined) return undefined;
      reason ??= problem;
    }
    return reason ?? NO_RULE(nameOf(command, patterns));
  }

  /** [B12] True if every word is on the allow-list of the program. */
  #use(
    programs: ReadonlyMap<string, Program>,
    command: SimpleCommand,
    spelled: Spelled,
    depth: number,
    pattern?: CommandPattern,
  ): string | undefined {
    const program = programOf(command);
    const { judge } = this.#grants;
    const list = programs.get(program) ?? (programs === PROGRAMS ? otherwise(program, judge) : undefined);
    if (list === undefined) return `\`${program}\` changes the shell itself`;
    // `Bash(git*)` is not a rule for `git-evil`.
    if (!spelled(0) && programs === PROGRAMS && depth === 0 && !isTransparent(list)) {
      const reason = program.includes("/") ? judge.judge(program, "run") : NO_RULE(program);
      if (reason !== undefined) return reason;
    }
    const found = readUse(list, command.words, spelled);
    if ("problem" in found) return found.problem;
    if (command.fed && !found.use.fed) return `\`${program}\` can take commands from its input`;
    if (this.#moved && usesOf(list)[0]?.here)
      return `\`${program}\` behind \`cd\` reads the settings of another directory`;
    const program0 = { word: command.words[0] as ShellWord, kind: "script", at: 0, isValue: false } as const;
    const escaped = pattern && escapesPrefix(pattern, [program0, ...found.words], spelled, judge);
    return escaped ?? this.#judge(found, command, spelled, depth);
  }

  #judge({ use, words }: FoundUse, command: SimpleCommand, spelled: Spelled, depth: number): string | undefined {
    const { judge } = this.#grants;
    for (const found of words) {
      const { at, kind, word } = found;
      if (use === UNKNOWN && !spelled(at) && EXECUTORS.has(word.text))
        return `\`${programOf(command)}\` may run \`${word.text}\``;
      const reason = spelled(at) ? undefined : judgeWord(found, judge);
      if (reason !== undefined) return reason;
      if (kind === "command" || kind === "module") {
        const inner = innerCommand(command, at);
        return spelled(at)
          ? this.#use(PROGRAMS, inner, (place) => spelled(place + at), depth + 1)
          : this.#command(inner, depth + 1);
      }
      if (kind === "refspec" && /\/|^[0-9a-f]{7,64}(?:$|:)/i.test(word.text)) this.#fetched = true;
    }
    if (use.checksOut && this.#fetched)
      return "the line fetches a ref and checks it out; that can bring anyone's files";
    judge.uncertain ||= use.brings === true;
    return programOf(command) === "cd" ? this.#enter(command) : undefined;
  }

  #enter({ words, looped }: SimpleCommand): string | undefined {
    if (looped) return "the line changes its directory in a loop";
    this.#moved = true;
    return first(words.slice(1), ({ text }) => this.#grants.judge.enter(text));
  }
}

function isTransparent(program: Program | undefined): boolean {
  return program !== undefined && usesOf(program)[0]?.transparent === true;
}

/** Undefined for commands of the shell itself. */
function otherwise(program: string, judge: Judge): Use | undefined {
  const name = program.slice(program.lastIndexOf("/") + 1).replace(/^(python|pip)3?\.\d+$/, "$1");
  if (program.includes("/") && judge.judge(program, "look") === undefined) return SCRIPT;
  const list = PROGRAMS.get(name);
  if (list) return list as Use;
  return BUILTINS.has(name) ? undefined : UNKNOWN;
}

/** Kinds of words that a rule with a path, such as `build/*`, does not cover elsewhere. Arguments of a script are free. */
const FREE: ReadonlySet<WordKind> = new Set(["argument", "text", "number", "sed", "awk", "jq", "format", "remote"]);

/** `build/*` grants nothing outside of `build`, however a word or a link leads there, and no other operand. */
function escapesPrefix(
  pattern: CommandPattern,
  found: readonly FoundWord[],
  spelled: Spelled,
  judge: Judge,
): string | undefined {
  const prefix = "words" in pattern ? prefixOf(pattern) : undefined;
  if (prefix === undefined) return undefined;
  const directory = prefix.slice(0, prefix.lastIndexOf("/") + 1);
  for (const { word, kind, at } of found) {
    if (spelled(at) || FREE.has(kind)) continue;
    const isBelow = word.text.startsWith(prefix) && (/^https?:/.test(prefix) || judge.isBelow(word.text, directory));
    if (!isBelow || (kind === "pushed" && word.text.includes(":")))
      return `\`${word.text}\` is outside of \`${prefix}\``;
  }
  return undefined;
}

/** The fixed part of the word with a `*`, if that is a path. */
function prefixOf(pattern: Extract<CommandPattern, { words: unknown }>): string | undefined {
  const last = pattern.words.at(-1) ?? "";
  if (pattern.named) return last === "*" && pattern.words.at(-2)?.includes("/") ? pattern.words.at(-2) : undefined;
  const partial = pattern.open ? last : pattern.words.find((each) => /[^*]\*/.test(each))?.split("*", 1)[0];
  return partial?.includes("/") ? partial : undefined;
}

function first<T>(items: readonly T[], find: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const reason = find(item);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** The program, with its first word if other uses of it are granted. */
function nameOf({ words }: SimpleCommand, patterns: readonly CommandPattern[]): string {
  const [program, next] = words;
  return patterns.length > 0 && next?.whole
    ? `${program?.text} ${next.text.slice(0, MAX_NAMED)}`
    : (program?.text ?? "");
}

const MAX_NAMED = 40;

export function programOf(command: SimpleCommand | undefined): string {
  return command?.program ?? command?.words[0]?.text ?? "";
}

/** Words that need a closer look although they have plain letters: other programs, and usual names of files with secrets. */
export const SUSPECTS: readonly string[] = [...EXECUTORS, "secrets", "credentials"];

/**
 * True if a plain line is certainly granted by a rule `program *`. It allocates nothing, because agents call their shell more
 * than any other tool.
 */
export function isPlainlyGranted(line: ShellLine, programs: ReadonlySet<string>, names: NameFilter): boolean {
  if ("unproven" in line || line.commands.length !== 1) return false;
  const { bare, argumentsAt = 0, program = "" } = line.commands[0] as SimpleCommand;
  return bare !== undefined && programs.has(program) && hasNoName(bare, argumentsAt, names);
}

/** True if no argument can be an option, a path, a file or another program. */
function isPlainCommand(
  { words, sets, fed }: SimpleCommand,
  programs: ReadonlySet<string>,
  names: NameFilter,
): boolean {
  if (fed || sets.length > 0 || !programs.has(words[0]?.text ?? "")) return false;
  for (let at = 1; at < words.length; at++) {
    const { text, whole } = words[at] as ShellWord;
    if (!whole || !/^[A-Za-z0-9][A-Za-z0-9 -]*$/.test(text)) return false;
    if (names.has(text, 0, text.length) || !hasNoName(text, 0, names)) return false;
  }
  return true;
}

/** True if no part of the text between blanks is one of the names. */
function hasNoName(text: string, from: number, names: NameFilter): boolean {
  for (let at = from; at < text.length; ) {
    const blank = text.indexOf(" ", at);
    const end = blank === -1 ? text.length : blank;
    if (end > at && names.has(text, at, end)) return false;
    at = end + 1;
  }
  return true;
}
