/**
 * The proof that a command line is granted: a rule covers every program that it would run, and every word that a `*` matches is
 * harmless according to the program's allow-list. Returns undefined, or the reason why there is no proof.
 */
import { type CommandPattern, isExact, matchCommand } from "./command-pattern.ts";
import { commandOfEnv, type InnerCommand, shellLine } from "./inner-command.ts";
import type { Judge } from "./judge.ts";
import { judgeWord } from "./judge-word.ts";
import { type Program, type Use, usesOf, type WordKind } from "./program.ts";
import { BUILTINS, EXECUTORS, PROGRAMS, PURE } from "./programs/programs.ts";
import { isHarmlessSetting } from "./read/harmless-names.ts";
import { innerCommand, type ShellLine, type ShellWord, type SimpleCommand } from "./read/line.ts";
import { type FoundUse, type FoundWord, readUse, type Spelled } from "./read-use.ts";

export interface Grants {
  /** Patterns whose first word can be this program. */
  readonly patterns: (program: string) => readonly CommandPattern[];
  readonly judge: Judge;
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
      const reason = this.#command(command, depth);
      if (reason === undefined) granted++;
      else if (!command.sets.every(isHarmlessSetting) || this.#use(PURE, command, NOTHING, depth) !== undefined)
        return reason;
    }
    return granted === 0 ? `no rule covers \`${programOf(line.commands[0])}\`` : undefined;
  }

  /** [B14] */
  #redirections({ reads, writes }: SimpleCommand): string | undefined {
    const { judge } = this.#grants;
    return first(reads, (path) => judge.input(path)) ?? first(writes, (path) => judge.output(path));
  }

  #command(command: SimpleCommand, depth: number): string | undefined {
    if (depth > MAX_DEPTH) return "the line is too complex";
    const set = command.sets.find((each) => !isHarmlessSetting(each));
    if (set !== undefined) return `the line sets \`${set.name}\`, which can change what runs`;
    const reason = this.#covered(command, depth);
    if (reason === undefined) return undefined;
    const { words } = command;
    const inner = shellLine(words);
    if (inner !== undefined) return this.line(this.#grants.read(inner), depth + 1);
    const run = commandOfEnv(words);
    if (run) return this.#command(innerCommand(command, run), depth + 1);
    const program = PROGRAMS.get(programOf(command));
    return program && usesOf(program)[0]?.transparent ? this.#use(PROGRAMS, command, NOTHING, depth) : reason;
  }

  /** Undefined if a pattern covers the command; else the most helpful reason. */
  #covered(command: SimpleCommand, depth: number): string | undefined {
    const program = programOf(command);
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
    return reason ?? `no rule covers \`${nameOf(command, patterns)}\``;
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
      const reason = program.includes("/") ? judge.run(program) : `no rule covers \`${program}\``;
      if (reason !== undefined) return reason;
    }
    const run = commandOfEnv(command.words);
    if (run) return this.#env(command, run, spelled, depth);
    const module = this.#module(command, spelled, depth);
    if (module !== NO_MODULE) return module;
    const found = readUse(list, command.words, spelled);
    if ("problem" in found) return found.problem;
    if (command.fed && !found.use.fed) return `\`${program}\` can take commands from its input`;
    if (this.#moved && usesOf(list)[0]?.here)
      return `\`${program}\` behind \`cd\` reads the settings of another directory`;
    const program0 = { word: command.words[0] as ShellWord, kind: "script", at: 0, isValue: false } as const;
    const escaped = pattern && escapesPrefix(pattern, [program0, ...found.words], spelled, judge);
    return escaped ?? this.#judge(found, command, spelled, depth);
  }

  /** `env NAME=value program`: the rule spells the program out, or covers it by itself. */
  #env(command: SimpleCommand, run: InnerCommand, spelled: Spelled, depth: number): string | undefined {
    const at = command.words.length - run.words.length;
    const inner = innerCommand(command, run);
    const set = run.sets.find((each, place) => !spelled(place + 1) && !isHarmlessSetting(each));
    if (set !== undefined) return `the line sets \`${set.name}\`, which can change what runs`;
    return spelled(at)
      ? this.#use(PROGRAMS, inner, (place) => spelled(place + at), depth + 1)
      : this.#command(innerCommand(inner, { words: run.words, sets: [] }), depth + 1);
  }

  /** `python3 -m pytest`, if the rule spells both words out, is judged as `pytest`. */
  #module(command: SimpleCommand, spelled: Spelled, depth: number): string | undefined {
    const [program, option, name] = command.words;
    if (!/^python[\d.]*$/.test(program?.text ?? "") || option?.text !== "-m" || name === undefined) return NO_MODULE;
    if (!spelled(1) || !spelled(2)) return NO_MODULE;
    const inner = innerCommand(command, { words: command.words.slice(2), sets: [] });
    return this.#use(PROGRAMS, inner, (place) => spelled(place + 2), depth + 1);
  }

  #judge({ use, words }: FoundUse, command: SimpleCommand, spelled: Spelled, depth: number): string | undefined {
    const { judge } = this.#grants;
    for (const found of words) {
      const { at, kind, word } = found;
      if (use === UNKNOWN && !spelled(at) && EXECUTORS.has(word.text))
        return `\`${programOf(command)}\` may run \`${word.text}\``;
      const reason = spelled(at) ? undefined : judgeWord(found, judge);
      if (reason !== undefined) return reason;
      if (kind === "command") {
        const inner = innerCommand(command, { words: command.words.slice(at), sets: [] });
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

const NO_MODULE = "not a module";

function isTransparent(program: Program): boolean {
  return usesOf(program)[0]?.transparent === true;
}

/** Undefined for commands of the shell itself. */
function otherwise(program: string, judge: Judge): Use | undefined {
  const name = program.slice(program.lastIndexOf("/") + 1).replace(/^(python|pip)3?\.\d+$/, "$1");
  if (program.includes("/") && judge.look(program) === undefined) return SCRIPT;
  const list = PROGRAMS.get(name);
  if (list) return list as Use;
  return BUILTINS.has(name) ? undefined : UNKNOWN;
}

/** True if an argument of a plain line is a word behind which programs run others. Nothing is allocated but the words. */
function namesExecutor(line: string, program: string): boolean {
  for (let at = line.indexOf(program) + program.length; at < line.length; ) {
    const blank = line.indexOf(" ", at + 1);
    const end = blank === -1 ? line.length : blank;
    if (end > at + 1 && EXECUTORS.has(line.slice(at + 1, end))) return true;
    at = end;
  }
  return false;
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

/** True if a plain command without options and paths is granted, so that nothing has to be judged. */
export function isPlainlyGranted(line: ShellLine, patterns: Grants["patterns"]): boolean {
  if ("unproven" in line || line.commands.length !== 1) return false;
  const { bare, program = "" } = line.commands[0] as SimpleCommand;
  if (bare === undefined || PROGRAMS.has(program) || BUILTINS.has(program) || namesExecutor(bare, program))
    return false;
  for (const pattern of patterns(program))
    if ("beginning" in pattern && pattern.beginning === 1 && pattern.words[0] === program) return true;
  return false;
}
