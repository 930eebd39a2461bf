/**
 * Decides if a command line is granted. A rule must cover every program that the line would run. The program's
 * allow-list must show that every word matched by `*` is harmless. Returns undefined, or the reason why the user must
 * be asked.
 */
import { baseName } from "../../../model/text/text.ts";
import type { NameFilter } from "../paths/directory-names.ts";
import { firstReason } from "../paths/path-checks.ts";
import { type ClassifiedWord, type ClassifiedWords, classifyWords } from "./classify-words.ts";
import {
  type CommandPattern,
  fixedPathOf,
  type IsSpelledOut,
  isExactPattern,
  MAX_WORDS,
  matchCommand,
} from "./command-pattern.ts";
import type { LinePaths } from "./line-paths.ts";
import {
  findProgram,
  HARMLESS_VERBS,
  type Program,
  readProgramUse,
  SHELL_BUILTINS,
  type WordKind,
} from "./programs/programs.ts";
import { innerCommand, type ShellLine, type ShellWord, type SimpleCommand } from "./read/shell-line.ts";
import { whyTextAsks, whyWordAsks } from "./why-word-asks.ts";

/** Programs without an allow-list, with the first words that a rule `program word *` allows. */
export type PlainUses = ReadonlyMap<string, readonly string[]>;

export interface GrantedPatterns {
  /** Returns patterns whose first word can be this program. */
  readonly patterns: (program: string) => readonly CommandPattern[];
  readonly paths: LinePaths;
  readonly plain: PlainUses;
  /** Returns why the user must be asked about a command, although a rule contains all of its words literally. */
  readonly whySpelledAsks: (command: SimpleCommand) => string | undefined;
}

export function whyLineAsks(line: ShellLine, grants: GrantedPatterns): string | undefined {
  if ("unproven" in line) return line.unproven;
  return line.doubt ?? new LineCheck(grants).whyCommandsAsk(line.commands);
}

/**
 * A program without an allow-list may have only plain operands, and no input, because input could contain commands. Its
 * first word can be a subcommand, or a program that it runs. Unless the rule contains this word literally, all words
 * must be files.
 */
const UNKNOWN: Program = [readProgramUse({ operands: "any..." })];
/** Allow-list for a project script that the rule names. */
const SCRIPT: Program = [readProgramUse({ operands: "argument...", onlyOperands: true, fed: true })];
/** Kinds of words that a rule with a path, such as `build/*`, may match with any value. */
const FREE: ReadonlySet<WordKind> = new Set(["argument", "text", "number", "sed", "awk", "jq", "format", "remote"]);

const NO_RULE = (name: string): string => `no rule covers \`${name}\``;
const NOTHING: IsSpelledOut = () => false;

/** A command, and which of its words a rule contains literally. */
interface Match {
  readonly command: SimpleCommand;
  readonly isSpelled: IsSpelledOut;
  /** The path in the rule that must contain all other paths. */
  readonly fixedPath?: string | undefined;
}

class LineCheck {
  readonly #grants: GrantedPatterns;
  readonly #paths: LinePaths;
  /** True if the line fetched a ref that is neither a branch nor a tag. */
  #hasFetched = false;
  #hasMoved = false;

  constructor(grants: GrantedPatterns) {
    this.#grants = grants;
    this.#paths = grants.paths;
  }

  whyCommandsAsk(commands: readonly SimpleCommand[]): string | undefined {
    let isGranted = false;
    for (const command of commands) {
      const beside = firstReason(command.beside, (each) => whyWordAsks({ ...each, isValue: true }, this.#paths));
      if (beside !== undefined) return beside;
      if (isGranted && this.#isPure(command)) continue;
      const reason = this.#whyCommandAsks(command);
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
    return this.#whyWordsAsk(known, { command, isSpelled: NOTHING }) === undefined;
  }

  /** Returns undefined if a pattern covers the command, or the command that a wrapper runs. */
  #whyCommandAsks(command: SimpleCommand): string | undefined {
    if (command.words.length > MAX_WORDS) return "the line is too complex";
    if (!this.#hasMoved && this.#isPlain(command)) return undefined;
    const reason = this.#whyNoRuleCovers(command);
    const list = reason === undefined ? undefined : findProgram(command.program);
    return list && isTransparent(list) ? this.#whyUseAsks(list, { command, isSpelled: NOTHING }) : reason;
  }

  /** Returns true if no argument can be an option, a path, a file or another program. This is a fast path. */
  #isPlain({ program, words, beside, fed }: SimpleCommand): boolean {
    const use = words[1]?.text;
    if (fed || beside.length > 0 || use === undefined || !this.#grants.plain.get(program)?.includes(use)) return false;
    return words.every(({ text, whole }, at) => at === 0 || (whole && this.#paths.namesNothing(text)));
  }

  /** Returns undefined if a pattern covers the command. Otherwise returns the most helpful reason. */
  #whyNoRuleCovers(command: SimpleCommand): string | undefined {
    const { program, words } = command;
    const patterns = this.#grants.patterns(program);
    let reason: string | undefined;
    for (const pattern of patterns) {
      const isSpelled = matchCommand(pattern, words);
      if (isSpelled === undefined) continue;
      const problem =
        this.#whyOtherDirectoryAsks(program) ??
        (isExactPattern(pattern)
          ? this.#whyInputAsks(command)
          : this.#whyMatchAsks({ command, isSpelled, fixedPath: fixedPathOf(pattern) })) ??
        (words.some((_, at) => at > 0 && isSpelled(at)) ? this.#grants.whySpelledAsks(command) : undefined);
      if (problem === undefined) return undefined;
      reason ??= problem;
    }
    // The message names the subcommand if the rules grant other subcommands of the program.
    const use = patterns.length > 0 && words[1]?.whole ? ` ${words[1].text.slice(0, 40)}` : "";
    return reason ?? NO_RULE(program + use);
  }

  /**
   * Refuses a program that depends on the directory after a `cd`, because a rule refers to the programs and settings of
   * the session's directory.
   */
  #whyOtherDirectoryAsks(program: string): string | undefined {
    if (!this.#hasMoved) return undefined;
    if (program.includes("/") && !program.startsWith("/")) return `\`${program}\` after \`cd\` is another file`;
    const [use] = findProgram(program) ?? [];
    return use?.here ? `\`${program}\` after \`cd\` reads the settings of another directory` : undefined;
  }

  /**
   * Checks the input of a command that matches an exact rule. The rule does not cover the input, and `bash` runs its
   * input.
   */
  #whyInputAsks(command: SimpleCommand): string | undefined {
    const list = command.fed ? (listOf(command.program, this.#paths) ?? []) : undefined;
    return list && this.#whyUseAsks(list, { command, isSpelled: NOTHING });
  }

  /** Checks a command that matches a pattern with `*`. */
  #whyMatchAsks(match: Match): string | undefined {
    const { program } = match.command;
    const list = listOf(program, this.#paths);
    if (list === undefined) return `\`${program}\` changes the shell itself`;
    const reason = program.includes("/") ? whyTextAsks("script", program, this.#paths) : NO_RULE(program);
    // `Bash(git*)` does not match `git-evil`.
    const isNamed = match.isSpelled(0) || isTransparent(list);
    return (isNamed ? undefined : reason) ?? this.#whyUseAsks(list, match);
  }

  #whyUseAsks(list: Program, match: Match): string | undefined {
    const { program, words, fed } = match.command;
    const known = classifyWords(list, words, match.isSpelled);
    if ("problem" in known) return known.problem;
    if (fed && !known.use.fed) return `\`${program}\` can take commands from its input`;
    const others = list !== UNKNOWN || isHarmlessUse(match) ? [] : known.words.filter(({ at }) => !match.isSpelled(at));
    return (
      this.#whyPathsLeave(known.words, match) ??
      this.#whyWordsAsk(known, match) ??
      firstReason(others, (each) => whyWordAsks({ ...each, kind: "certain" }, this.#paths))
    );
  }

  /**
   * Returns the reason if a word leaves the path of the rule. `build/*` grants only paths inside `build`, after links
   * are resolved, and no other operands.
   */
  #whyPathsLeave(words: readonly ClassifiedWord[], { command, isSpelled, fixedPath }: Match): string | undefined {
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

  #whyWordsAsk({ use, words }: ClassifiedWords, { command, isSpelled }: Match): string | undefined {
    for (const known of words) {
      const { at, kind, word } = known;
      // In a rule such as `deno run *`, the exact word is a subcommand, and nothing is known about the operands after
      // it.
      const isName = kind.startsWith("script") && !/[./]/.test(word.text);
      const isSubcommand = isName && words.some((each) => !isSpelled(each.at));
      const reason = isSpelled(at) && !isSubcommand ? undefined : whyWordAsks(known, this.#paths);
      if (reason !== undefined) return reason;
      if (kind === "command" || kind === "module") {
        const inner = innerCommand(command, at);
        if (!isSpelled(at)) return this.#whyCommandAsks(inner);
        const isSpelledInside: IsSpelledOut = (place) => isSpelled(place + at);
        return (
          this.#whyOtherDirectoryAsks(inner.program) ??
          this.#whyMatchAsks({ command: inner, isSpelled: isSpelledInside })
        );
      }
      const isTooFar = kind === "directory" && !this.#paths.enter(word.text);
      if (isTooFar) return "the line changes its directory too often";
      this.#hasMoved ||= kind === "directory";
      this.#hasFetched ||= kind === "refspec" && /\/|^[0-9a-f]{7,64}(?:$|:)/i.test(word.text);
    }
    return this.#whyEffectsAsk(use, command);
  }

  /** Returns the reason if a command changes where the paths of other commands lead. */
  #whyEffectsAsk(
    { brings, fetchesAny }: ClassifiedWords["use"],
    { program, overlaps }: SimpleCommand,
  ): string | undefined {
    if (overlaps && (program === "cd" || (brings && this.#paths.wereChecked)))
      return "the line can change where its own paths lead";
    if (brings && this.#hasFetched) return "the line fetches a ref and checks it out; that can bring anyone's files";
    this.#hasFetched ||= fetchesAny === true;
    this.#paths.areUncertain ||= brings === true;
    return undefined;
  }
}

/** Returns true if the rule contains a subcommand literally, and the last such subcommand runs no program. */
function isHarmlessUse({ command: { words }, isSpelled }: Match): boolean {
  const end = words.findIndex((_, at) => !isSpelled(at));
  return end > 1 && HARMLESS_VERBS.has(words[end - 1]?.text ?? "");
}

function isTransparent(program: Program): boolean {
  return program[0]?.transparent === true;
}

/** Returns the allow-list of a program; undefined for shell builtins. */
function listOf(program: string, paths: LinePaths): Program | undefined {
  const own = findProgram(program);
  if (own) return own;
  if (program.includes("/") && whyTextAsks("look", program, paths) === undefined) return SCRIPT;
  const name = baseName(program).replace(/^(python|pip)3?\.\d+$/, "$1");
  return findProgram(name) ?? (SHELL_BUILTINS.has(name) ? undefined : UNKNOWN);
}

/**
 * Returns true if a rule `program word *` certainly grants a plain line, because no argument can be an option, a path,
 * a file or another program. It allocates no memory, because agents call their shell more than any other tool. `names`
 * has the names in the session's directory, and words that need a closer check.
 */
export function isPlainlyGranted(line: ShellLine, plain: PlainUses, names: NameFilter): boolean {
  if ("unproven" in line || line.bare === undefined || line.program === undefined) return false;
  const { bare, program } = line;
  const uses = plain.get(program);
  if (uses === undefined) return false;
  const from = program.length + 1;
  for (let at = 0; at < uses.length; at++) {
    const use = uses[at] as string;
    const end = from + use.length;
    if (bare.startsWith(use, from) && (end === bare.length || bare.charCodeAt(end) === BLANK))
      return !names.hasAnyIn(bare, from);
  }
  return false;
}

const BLANK = 32;
