/**
 * Decides if a command line is granted: a rule covers every program that it would run, and every word that a `*` matches is
 * harmless according to the program's allow-list. Returns undefined, or the reason why the line asks.
 */
import type { NameFilter } from "../rules/directory-names.ts";
import { classifyWords, type KnownUse } from "./classify-words.ts";
import { type CommandPattern, fixedPathOf, type IsSpelled, isExact, matchCommand } from "./command-pattern.ts";
import type { LinePaths } from "./line-paths.ts";
import { firstReason } from "./places.ts";
import { type Program, type Use, usesOf } from "./program.ts";
import { EXECUTORS } from "./programs/executors.ts";
import { BUILTINS, NONE, PROGRAMS, PURE } from "./programs/programs.ts";
import { readInnerLine } from "./read/read-shell-line.ts";
import {
  commandInside,
  innerCommand,
  innerLine,
  type ShellLine,
  type ShellWord,
  type SimpleCommand,
} from "./read/shell-line.ts";
import { type KnownWord, type WordKind, whySettingAsks, whyWordAsks } from "./why-word-asks.ts";

export interface Grants {
  /** Patterns whose first word can be this program. */
  readonly patterns: (program: string) => readonly CommandPattern[];
  readonly paths: LinePaths;
  /** Programs without an allow-list of which a rule grants any use: `program *`. */
  readonly plain: ReadonlySet<string>;
  /** The names in the directory of the session, and words that need a closer look. */
  readonly names: NameFilter;
  /** Why a command that a rule spells out word by word asks all the same. */
  readonly whyExactAsks: (command: SimpleCommand) => string | undefined;
}

/** Commands inside of commands. */
const MAX_DEPTH = 3;

export function whyLineAsks(line: ShellLine, grants: Grants): string | undefined {
  return new LineCheck(grants).whyLineAsks(line, 0);
}

/** A program without an allow-list: plain operands only, and no input that could hold commands for it. */
const UNKNOWN: Use = { operands: "any..." };
/** A script of the project that the rule names. */
const SCRIPT: Use = { operands: "argument...", onlyOperands: true, fed: true };

const NO_RULE = (name: string): string => `no rule covers \`${name}\``;
const NOTHING: IsSpelled = () => false;

/** Kinds of words that a rule with a path, such as `build/*`, does not cover elsewhere. Arguments of a script are free. */
const FREE: ReadonlySet<WordKind> = new Set(["argument", "text", "number", "sed", "awk", "jq", "format", "remote"]);

/** A command, and the words of it that a rule spells out. */
interface Match {
  readonly command: SimpleCommand;
  readonly isSpelled: IsSpelled;
  /** Commands around it. */
  readonly depth: number;
  /** A path in the rule that all other paths must be below. */
  readonly fixedPath?: string | undefined;
}

class LineCheck {
  readonly #grants: Grants;
  /** A ref that is neither a branch nor a tag was fetched. */
  #hasFetched = false;
  #hasMoved = false;

  constructor(grants: Grants) {
    this.#grants = grants;
  }

  whyLineAsks(line: ShellLine, depth: number): string | undefined {
    if ("unproven" in line) return line.unproven;
    if (line.doubt !== undefined) return line.doubt;
    let isGranted = false;
    for (const command of line.commands) {
      const around = this.#whySurroundingsAsk(command);
      if (around !== undefined) return around;
      if (isGranted && this.#isPure(command)) continue;
      const reason = this.#whyCommandAsks(command, depth);
      if (reason === undefined) isGranted = true;
      else if (!this.#isPure(command)) return reason;
    }
    return isGranted ? undefined : NO_RULE(line.commands[0]?.program ?? "");
  }

  /** The files and variables around the words. */
  #whySurroundingsAsk({ reads, writes, sets }: SimpleCommand): string | undefined {
    if (reads.length + writes.length + sets.length === 0) return undefined;
    const { paths } = this.#grants;
    return (
      firstReason(reads, ({ text }) => paths.whyPathAsks(text, "input")) ??
      firstReason(writes, ({ text }) => paths.whyPathAsks(text, "output")) ??
      firstReason(sets, whySettingAsks)
    );
  }

  /** True if the command needs no rule beside a granted one. */
  #isPure(command: SimpleCommand): boolean {
    const list = PURE.get(command.program);
    if (list === NONE && command.words.length === 1) return true;
    return list !== undefined && this.#whyUseAsks(list, { command, isSpelled: NOTHING, depth: 0 }) === undefined;
  }

  #whyCommandAsks(command: SimpleCommand, depth: number): string | undefined {
    if (depth > MAX_DEPTH) return "the line is too complex";
    const reason = this.#whyNoRuleCovers(command, depth);
    if (reason === undefined) return undefined;
    const line = innerLine(command);
    if (line !== undefined) return this.#whyInnerLineAsks(readInnerLine(line), command, depth + 1);
    const list = PROGRAMS.get(command.program) ?? [];
    return isTransparent(list) ? this.#whyUseAsks(list, { command, isSpelled: NOTHING, depth }) : reason;
  }

  #whyInnerLineAsks(line: ShellLine, outer: SimpleCommand, depth: number): string | undefined {
    if ("unproven" in line) return line.unproven;
    return this.whyLineAsks({ ...line, commands: line.commands.map((each) => commandInside(outer, each)) }, depth);
  }

  /** Undefined if a pattern covers the command; else the most helpful reason. */
  #whyNoRuleCovers(command: SimpleCommand, depth: number): string | undefined {
    if (!this.#hasMoved && isPlainCommand(command, this.#grants)) return undefined;
    const patterns = this.#grants.patterns(command.program);
    let reason: string | undefined;
    for (const pattern of patterns) {
      const isSpelled = matchCommand(pattern, command.words);
      if (isSpelled === undefined) continue;
      const problem = isExact(pattern)
        ? (this.#whyOtherDirectoryAsks(command) ?? this.#whyInputAsks(command) ?? this.#grants.whyExactAsks(command))
        : this.#whyMatchAsks({ command, isSpelled, depth, fixedPath: fixedPathOf(pattern) });
      if (problem === undefined) return undefined;
      reason ??= problem;
    }
    return reason ?? NO_RULE(nameOf(command, patterns));
  }

  /** A rule with every word does not say what the program reads: `bash` runs its input. */
  #whyInputAsks(command: SimpleCommand): string | undefined {
    if (!command.fed) return undefined;
    const list = listOf(command.program, this.#grants.paths) ?? [];
    return this.#whyUseAsks(list, { command, isSpelled: NOTHING, depth: 0 });
  }

  /** A rule is about the programs and settings of the session's directory. */
  #whyOtherDirectoryAsks({ program }: SimpleCommand): string | undefined {
    if (!this.#hasMoved) return undefined;
    if (program.includes("/") && !program.startsWith("/")) return `\`${program}\` behind \`cd\` is another file`;
    const [use] = usesOf(PROGRAMS.get(program) ?? []);
    return use?.here ? `\`${program}\` behind \`cd\` reads the settings of another directory` : undefined;
  }

  /** A pattern with a `*` matches the command. */
  #whyMatchAsks(match: Match): string | undefined {
    const { program } = match.command;
    const { paths } = this.#grants;
    const list = listOf(program, paths);
    if (list === undefined) return `\`${program}\` changes the shell itself`;
    const moved = this.#whyOtherDirectoryAsks(match.command);
    if (moved !== undefined) return moved;
    // `Bash(git*)` is not a rule for `git-evil`.
    if (match.isSpelled(0) || isTransparent(list)) return this.#whyUseAsks(list, match);
    const reason = program.includes("/") ? paths.whyPathAsks(program, "script") : NO_RULE(program);
    return reason ?? this.#whyUseAsks(list, match);
  }

  #whyUseAsks(list: Program, match: Match): string | undefined {
    const { program, words, fed } = match.command;
    const known = classifyWords(list, words, match.isSpelled);
    if ("problem" in known) return known.problem;
    if (fed && !known.use.fed) return `\`${program}\` can take commands from its input`;
    return this.#whyPathsLeave(known.words, match) ?? this.#whyWordsAsk(known, match);
  }

  /** `build/*` grants nothing outside of `build`, however a word or a link leads there, and no other operand. */
  #whyPathsLeave(words: readonly KnownWord[], { command, isSpelled, fixedPath }: Match): string | undefined {
    if (fixedPath === undefined) return undefined;
    const directory = fixedPath.slice(0, fixedPath.lastIndexOf("/") + 1);
    const program = { word: command.words[0] as ShellWord, kind: "script", at: 0 } as const;
    return firstReason([program, ...words], ({ word: { text }, kind, at }) => {
      if (isSpelled(at) || FREE.has(kind)) return undefined;
      const isBelow =
        text.startsWith(fixedPath) &&
        (/^https?:/.test(fixedPath) || this.#grants.paths.isBelow(text, directory)) &&
        !(kind === "pushed" && text.includes(":"));
      return isBelow ? undefined : `\`${text}\` is outside of \`${fixedPath}\``;
    });
  }

  #whyWordsAsk({ use, words }: KnownUse, { command, isSpelled, depth }: Match): string | undefined {
    const { paths } = this.#grants;
    const { wereChecked } = paths;
    for (const known of words) {
      const { at, kind, word } = known;
      if (!isSpelled(at)) {
        if (use === UNKNOWN && EXECUTORS.has(word.text)) return `\`${command.program}\` may run \`${word.text}\``;
        const reason = whyWordAsks(known, paths);
        if (reason !== undefined) return reason;
      }
      if (kind === "command" || kind === "module") {
        const inner = innerCommand(command, at);
        if (!isSpelled(at)) return this.#whyCommandAsks(inner, depth + 1);
        const isInnerSpelled: IsSpelled = (place) => isSpelled(place + at);
        return this.#whyMatchAsks({ command: inner, isSpelled: isInnerSpelled, depth: depth + 1 });
      }
      this.#hasFetched ||= kind === "refspec" && /\/|^[0-9a-f]{7,64}(?:$|:)/i.test(word.text);
    }
    this.#hasFetched ||= use.fetchesAny === true;
    if (use.checksOut && this.#hasFetched)
      return "the line fetches a ref and checks it out; that can bring anyone's files";
    const { runs } = command;
    if (use.brings && runs !== "in order" && (wereChecked || (runs === "repeatedly" && paths.wereChecked)))
      return "the line can change where its own paths lead";
    paths.areUncertain ||= use.brings === true;
    return command.program === "cd" ? this.#whyDirectoryAsks(command) : undefined;
  }

  #whyDirectoryAsks({ words, runs }: SimpleCommand): string | undefined {
    if (runs !== "in order") return "the line changes its directory in a loop";
    this.#hasMoved = true;
    return firstReason(words.slice(1), ({ text }) => this.#grants.paths.enter(text));
  }
}

function isTransparent(program: Program): boolean {
  return usesOf(program)[0]?.transparent === true;
}

/** The allow-list of a program. Undefined for commands of the shell itself. */
function listOf(program: string, paths: LinePaths): Program | undefined {
  const own = PROGRAMS.get(program);
  if (own) return own;
  if (program.includes("/") && paths.whyPathAsks(program, "look") === undefined) return SCRIPT;
  const name = program.slice(program.lastIndexOf("/") + 1).replace(/^(python|pip)3?\.\d+$/, "$1");
  return PROGRAMS.get(name) ?? (BUILTINS.has(name) ? undefined : UNKNOWN);
}

/** The program, with its first word if other uses of it are granted. */
function nameOf({ program, words }: SimpleCommand, patterns: readonly CommandPattern[]): string {
  const next = words[1];
  return patterns.length > 0 && next?.whole ? `${program} ${next.text.slice(0, 40)}` : program;
}

/** True if a rule `program *` certainly grants a command: no argument can be an option, a path, a file or another program. */
function isPlainCommand({ program, words, sets, fed }: SimpleCommand, { plain, names, paths }: Grants): boolean {
  if (fed || sets.length > 0 || paths.areUncertain || !plain.has(program)) return false;
  const isPlain = ({ text, whole }: ShellWord): boolean =>
    whole &&
    /^[A-Za-z0-9][A-Za-z0-9 -]*$/.test(text) &&
    !names.has(text, 0, text.length) &&
    !(text.includes(" ") && names.hasAnyIn(text, 0));
  return words.every((word, at) => at === 0 || isPlain(word));
}

/** The same for a plain line. It allocates nothing, because agents call their shell more than any other tool. */
export function isPlainlyGranted(line: ShellLine, programs: ReadonlySet<string>, names: NameFilter): boolean {
  if ("unproven" in line || line.bare === undefined) return false;
  const { program } = line.commands[0] as SimpleCommand;
  return programs.has(program) && !names.hasAnyIn(line.bare, program.length);
}
