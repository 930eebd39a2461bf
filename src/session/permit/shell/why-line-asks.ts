/**
 * Decides if a command line is granted. A rule must cover every program that it would run, and the program's allow-list
 * must show that every word matched by `*` is harmless. Returns undefined, or the reason why the line asks.
 */
import type { NameFilter } from "../places/directory-names.ts";
import { firstReason } from "../places/place-checks.ts";
import { classifyWords, type KnownUse } from "./classify-words.ts";
import { type CommandPattern, fixedPathOf, type IsSpelled, isExact, matchCommand } from "./command-pattern.ts";
import type { LinePaths } from "./line-paths.ts";
import { type Program, readUse, type WordKind } from "./program.ts";
import { BUILTINS, EXECUTORS, findProgram } from "./programs/programs.ts";
import { commandInside, type ShellLine, type ShellWord, type SimpleCommand } from "./read/shell-line.ts";
import { type KnownWord, whySettingAsks, whyTextAsks, whyWordAsks } from "./why-word-asks.ts";

export interface Grants {
  /** Returns patterns whose first word can be this program. */
  readonly patterns: (program: string) => readonly CommandPattern[];
  readonly paths: LinePaths;
  /** Programs without an allow-list that a rule `program *` allows. */
  readonly plain: ReadonlySet<string>;
  /** The names in the directory of the session, and words that need a closer look. */
  readonly names: NameFilter;
  /** Returns why a command asks although a rule writes it exactly. */
  readonly whyExactAsks: (command: SimpleCommand) => string | undefined;
}

export function whyLineAsks(line: ShellLine, grants: Grants): string | undefined {
  if ("unproven" in line) return line.unproven;
  return line.doubt ?? new LineCheck(grants).whyCommandsAsk(line.commands, 0);
}

/** Maximum nesting of commands. */
const MAX_DEPTH = 3;
/** A program without an allow-list may only get plain operands, and no input, which could contain commands. */
const UNKNOWN: Program = [readUse({ operands: "any..." })];
/** Allow-list for a project script that the rule names. */
const SCRIPT: Program = [readUse({ operands: "argument...", onlyOperands: true, fed: true })];
/** Kinds of words that a rule with a path, such as `build/*`, may match with any value. */
const FREE: ReadonlySet<WordKind> = new Set(["argument", "text", "number", "sed", "awk", "jq", "format", "remote"]);

const NO_RULE = (name: string): string => `no rule covers \`${name}\``;
const NOTHING: IsSpelled = () => false;

/** A command with the words that a rule writes exactly. */
interface Match {
  readonly command: SimpleCommand;
  readonly isSpelled: IsSpelled;
  /** Number of enclosing commands. */
  readonly depth: number;
  /** The path in the rule that must contain all other paths. */
  readonly fixedPath?: string | undefined;
}

class LineCheck {
  readonly #grants: Grants;
  readonly #paths: LinePaths;
  /** True if a ref that is neither a branch nor a tag was fetched. */
  #hasFetched = false;
  #hasMoved = false;

  constructor(grants: Grants) {
    this.#grants = grants;
    this.#paths = grants.paths;
  }

  whyCommandsAsk(commands: readonly SimpleCommand[], depth: number): string | undefined {
    let isGranted = false;
    for (const command of commands) {
      const { reads, writes, sets } = command;
      const around =
        firstReason(reads, ({ text }) => whyTextAsks("input", text, this.#paths)) ??
        firstReason(writes, ({ text }) => whyTextAsks("redirected", text, this.#paths)) ??
        firstReason(sets, whySettingAsks);
      if (around !== undefined) return around;
      const reason: string | undefined =
        isGranted && this.#isPure(command) ? undefined : this.#whyCommandAsks(command, depth);
      if (reason !== undefined && !this.#isPure(command)) return reason;
      isGranted ||= reason === undefined;
    }
    return isGranted ? undefined : NO_RULE(commands[0]?.program ?? "");
  }

  /** Returns true if the command needs no rule of its own beside a granted one. */
  #isPure(command: SimpleCommand): boolean {
    const [use] = findProgram(command.program) ?? [];
    if (!use?.pure) return false;
    const known = classifyWords([use], command.words, NOTHING);
    if ("problem" in known || known.words.some(({ kind }) => kind === "read" || kind === "output")) return false;
    return this.#whyWordsAsk(known, { command, isSpelled: NOTHING, depth: 0 }) === undefined;
  }

  #whyCommandAsks(command: SimpleCommand, depth: number): string | undefined {
    if (depth > MAX_DEPTH) return "the line is too complex";
    const reason = this.#whyNoRuleCovers(command, depth);
    if (reason === undefined) return undefined;
    if (command.inner) return this.whyCommandsAsk(command.inner, depth + 1);
    const list = findProgram(command.program);
    return list && isTransparent(list) ? this.#whyUseAsks(list, { command, isSpelled: NOTHING, depth }) : reason;
  }

  /** Returns undefined if a pattern covers the command; otherwise the most helpful reason. */
  #whyNoRuleCovers(command: SimpleCommand, depth: number): string | undefined {
    if (!this.#hasMoved && isPlainCommand(command, this.#grants)) return undefined;
    const patterns = this.#grants.patterns(command.program);
    let reason: string | undefined;
    for (const pattern of patterns) {
      const isSpelled = matchCommand(pattern, command.words);
      if (isSpelled === undefined) continue;
      const problem =
        this.#whyOtherDirectoryAsks(command) ??
        (isExact(pattern)
          ? this.#whyExactAsks(command)
          : this.#whyMatchAsks({ command, isSpelled, depth, fixedPath: fixedPathOf(pattern) }));
      if (problem === undefined) return undefined;
      reason ??= problem;
    }
    const next = command.words[1];
    // The message names other uses of the program that are granted.
    const name = patterns.length > 0 && next?.whole ? ` ${next.text.slice(0, 40)}` : "";
    return reason ?? NO_RULE(command.program + name);
  }

  /** A rule refers to the programs and settings of the session's directory. */
  #whyOtherDirectoryAsks({ program }: SimpleCommand): string | undefined {
    if (!this.#hasMoved) return undefined;
    if (program.includes("/") && !program.startsWith("/")) return `\`${program}\` behind \`cd\` is another file`;
    const [use] = findProgram(program) ?? [];
    return use?.here ? `\`${program}\` behind \`cd\` reads the settings of another directory` : undefined;
  }

  /** An exact rule does not cover the program's input: `bash` runs its input. */
  #whyExactAsks(command: SimpleCommand): string | undefined {
    const list = command.fed ? (listOf(command.program, this.#paths) ?? []) : undefined;
    const input = list && this.#whyUseAsks(list, { command, isSpelled: NOTHING, depth: 0 });
    return input ?? this.#grants.whyExactAsks(command);
  }

  /** Checks a command that matches a pattern with `*`. */
  #whyMatchAsks(match: Match): string | undefined {
    const { program } = match.command;
    const list = listOf(program, this.#paths);
    if (list === undefined) return `\`${program}\` changes the shell itself`;
    // `Bash(git*)` does not match `git-evil`.
    const isNamed = match.isSpelled(0) || isTransparent(list);
    const reason = program.includes("/") ? whyTextAsks("script", program, this.#paths) : NO_RULE(program);
    return (isNamed ? undefined : reason) ?? this.#whyUseAsks(list, match);
  }

  #whyUseAsks(list: Program, match: Match): string | undefined {
    const { program, words, fed } = match.command;
    const known = classifyWords(list, words, match.isSpelled);
    if ("problem" in known) return known.problem;
    if (fed && !known.use.fed) return `\`${program}\` can take commands from its input`;
    return this.#whyPathsLeave(known.words, match) ?? this.#whyWordsAsk(known, match);
  }

  /** `build/*` grants only paths inside `build`, after links are resolved, and no other operands. */
  #whyPathsLeave(words: readonly KnownWord[], { command, isSpelled, fixedPath }: Match): string | undefined {
    if (fixedPath === undefined) return undefined;
    const directory = fixedPath.slice(0, fixedPath.lastIndexOf("/") + 1);
    const program = { word: command.words[0] as ShellWord, kind: "script", at: 0 } as const;
    return firstReason([program, ...words], ({ word: { text }, kind, at }) => {
      if (isSpelled(at) || FREE.has(kind)) return undefined;
      const isBelow = /^https?:/.test(fixedPath) || this.#paths.isBelow(text, directory);
      const isElsewhere = !text.startsWith(fixedPath) || (kind === "pushed" && text.includes(":"));
      return isBelow && !isElsewhere ? undefined : `\`${text}\` is outside of \`${fixedPath}\``;
    });
  }

  #whyWordsAsk({ use, words }: KnownUse, { command, isSpelled, depth }: Match): string | undefined {
    const { wereChecked } = this.#paths;
    for (const known of words) {
      const { at, kind, word } = known;
      const reason = isSpelled(at) ? undefined : whyWordAsks(known, this.#paths);
      if (reason !== undefined) return reason;
      if (!isSpelled(at) && use === UNKNOWN[0] && EXECUTORS.has(word.text))
        return `\`${command.program}\` may run \`${word.text}\``;
      if (kind === "command" || kind === "module") {
        const inner = commandInside(command, at);
        if (!isSpelled(at)) return this.#whyCommandAsks(inner, depth + 1);
        return (
          this.#whyOtherDirectoryAsks(inner) ??
          this.#whyMatchAsks({ command: inner, isSpelled: (place) => isSpelled(place + at), depth: depth + 1 })
        );
      }
      this.#hasFetched ||= kind === "refspec" && /\/|^[0-9a-f]{7,64}(?:$|:)/i.test(word.text);
    }
    this.#hasFetched ||= use.fetchesAny === true;
    return use.brings ? this.#whyBringingAsks(command, wereChecked) : this.#whyMovingAsks(command);
  }

  /** Returns why a command asks if it can bring untrusted files or links into the project. */
  #whyBringingAsks({ runs }: SimpleCommand, wereChecked: boolean): string | undefined {
    if (this.#hasFetched) return "the line fetches a ref and checks it out; that can bring anyone's files";
    if (runs !== "in order" && (wereChecked || (runs === "repeatedly" && this.#paths.wereChecked)))
      return "the line can change where its own paths lead";
    this.#paths.areUncertain = true;
    return undefined;
  }

  #whyMovingAsks({ program, words, runs }: SimpleCommand): string | undefined {
    if (program !== "cd") return undefined;
    if (runs !== "in order") return "the line changes its directory in a loop";
    this.#hasMoved = true;
    const isKnown = words.slice(1).every(({ text }) => this.#paths.enter(text));
    return isKnown ? undefined : "the line changes its directory too often";
  }
}

function isTransparent(program: Program): boolean {
  return program[0]?.transparent === true;
}

/** Returns the allow-list of a program; undefined for shell builtins. */
function listOf(program: string, paths: LinePaths): Program | undefined {
  const own = findProgram(program);
  if (own) return own;
  if (program.includes("/") && whyTextAsks("look", program, paths) === undefined) return SCRIPT;
  const name = program.slice(program.lastIndexOf("/") + 1).replace(/^(python|pip)3?\.\d+$/, "$1");
  return findProgram(name) ?? (BUILTINS.has(name) ? undefined : UNKNOWN);
}

/**
 * Returns true if a rule `program *` certainly grants a command: no argument can be an option, a path, a file or
 * another program.
 */
function isPlainCommand({ program, words, sets, fed }: SimpleCommand, { plain, names, paths }: Grants): boolean {
  if (fed || sets.length > 0 || paths.areUncertain || !plain.has(program)) return false;
  const isPlain = ({ text, whole }: ShellWord): boolean =>
    whole &&
    /^[A-Za-z0-9][A-Za-z0-9 -]*$/.test(text) &&
    !names.has(text, 0, text.length) &&
    !(text.includes(" ") && names.hasAnyIn(text, 0));
  return words.every((word, at) => at === 0 || isPlain(word));
}

/**
 * Like `isPlainCommand`, for a plain line. It allocates nothing, because agents call their shell more than any other
 * tool.
 */
export function isPlainlyGranted(line: ShellLine, programs: ReadonlySet<string>, names: NameFilter): boolean {
  if ("unproven" in line || line.bare === undefined) return false;
  const { program } = line.commands[0] as SimpleCommand;
  return programs.has(program) && !names.hasAnyIn(line.bare, program.length);
}
