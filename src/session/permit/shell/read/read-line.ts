/**
 * A command line in, every program that it would run out, or the reason why that is not certain. The line is parsed by a
 * real shell parser. Only the kinds of nodes that are listed here are accepted. Never throws, whatever the text.
 */
import type { CommandNode, CompoundList, For, ParsedScript, Pipeline, Redirection, Statement, Word } from "unbash";
import { isLoopName } from "../programs/variables.ts";
import { MAX_LINE_CHARS, type Setting, type ShellLine, type ShellWord, type SimpleCommand } from "./line.ts";
import { type Inner, readWord, readWords } from "./read-word.ts";

type Simple = Extract<CommandNode, { type: "Command" }>;
type Assignment = Extract<Simple["prefix"][number], { type: "Assignment" }>;
type Parse = (source: string) => ParsedScript;

/** The parser needs time in the square of these. */
const MAX_OPENINGS = 400;
const OPENINGS = /[{[($<`]/g;
/** Shells treat control characters differently, and no real line needs them. */
const CONTROLS = /[\0-\x08\x0b-\x1f\x7f]/;

export function readLine(text: string, parse: Parse): ShellLine {
  if (text.length > MAX_LINE_CHARS) return { unproven: "the line is too long" };
  if (CONTROLS.test(text)) return { unproven: "the line has control characters" };
  if ((text.match(OPENINGS)?.length ?? 0) > MAX_OPENINGS) return { unproven: "the line is too complex" };
  // A shell and the parser disagree about a backslash at the very end, about a continued line in the middle of a word, and about
  // `2>(command)`, which is a word with a process substitution.
  if (text.endsWith("\\")) return { unproven: "the line is not valid shell syntax" };
  if (text.includes("\\\n") && /[^ \t]\\\n/.test(text))
    return { unproven: "the line continues in the middle of a word" };
  if (text.includes("(") && /[^\s(][<>]\(/.test(text)) return { unproven: "a process substitution is part of a word" };
  const script = parsed(text, parse);
  if (script === undefined) return { unproven: "the line is too complex" };
  const reader = new LineReader();
  reader.script(script);
  if (reader.unproven !== undefined) return { unproven: reader.unproven };
  if (reader.commands.length === 0) return { unproven: reader.doubted ?? "the line is empty" };
  return { commands: reader.commands, ...(reader.doubted === undefined ? {} : { doubt: reader.doubted }) };
}

/** Deep nesting can overflow the parser's stack. */
function parsed(text: string, parse: Parse): ParsedScript | undefined {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

class LineReader implements Inner {
  readonly commands: SimpleCommand[] = [];
  /** The first reason. */
  unproven: string | undefined;
  doubted: string | undefined;
  /** Loop variables in scope, with the words that each can stand for. */
  readonly variables = new Map<string, readonly ShellWord[]>();
  #fed = false;
  #looped = false;

  refuse(reason: string): void {
    this.unproven ??= reason;
  }

  doubt(reason: string): void {
    this.doubted ??= reason;
  }

  script(script: ParsedScript | undefined): void {
    if (script === undefined || (script.errors?.length ?? 0) > 0) this.refuse("the line is not valid shell syntax");
    for (const each of script?.commands ?? []) this.#statement(each);
  }

  #statement({ command }: Statement): void {
    const parts = command.type === "AndOr" ? command.commands : [command];
    for (const part of parts) this.#pipeline(part);
  }

  #pipeline(node: CommandNode | Pipeline): void {
    if (node.type !== "Pipeline") return this.#command(node);
    for (const [at, each] of node.commands.entries()) this.#inside(at > 0, false, () => this.#command(each));
  }

  /** `fed`: all commands in `read` get their input from outside; `looped`: they can run more than once. */
  #inside(fed: boolean, looped: boolean, read: () => void): void {
    const before = [this.#fed, this.#looped] as const;
    this.#fed ||= fed;
    this.#looped ||= looped;
    read();
    [this.#fed, this.#looped] = before;
  }

  #command(node: CommandNode): void {
    switch (node.type) {
      case "Command":
        return this.#simple(node);
      case "Redirected": {
        const files = new Redirections();
        for (const each of node.redirects) this.#redirect(each, files);
        if (files.reads.length + files.writes.length > 0) this.refuse("a group of commands is redirected to a file");
        return this.#inside(files.feeds, false, () => this.#command(node.command));
      }
      case "Subshell":
      case "BraceGroup":
        return this.#list(node.body);
      case "If":
        for (const list of [node.clause, node.then, ...node.elif.flatMap(({ clause, then }) => [clause, then])])
          this.#list(list);
        return node.else && this.#list(node.else);
      case "While":
        return this.#inside(false, true, () => {
          this.#list(node.clause);
          this.#list(node.body);
        });
      case "For":
        return this.#for(node);
      default:
        return this.refuse(`the line has ${KINDS[node.type] ?? "a construct that is not judged"}`);
    }
  }

  #for({ name, wordlist, body }: For): void {
    const variable = name.value;
    if (wordlist === undefined) this.doubt("the line loops over its arguments");
    if (!isLoopName(variable)) this.doubt(`the line sets \`${variable}\`, which can be an environment variable`);
    const words = (wordlist ?? []).flatMap((each) => readWords(each, this));
    const before = this.variables.get(variable);
    this.variables.set(variable, words);
    this.#inside(false, true, () => this.#list(body));
    if (before) this.variables.set(variable, before);
    else this.variables.delete(variable);
  }

  #list({ commands }: CompoundList): void {
    for (const each of commands) this.#statement(each);
  }

  #simple({ name, prefix, suffix }: Simple): void {
    if (name === undefined) return this.refuse("the line sets variables or redirects without a command");
    const words: ShellWord[] = [this.#program(name)];
    const sets: Setting[] = [];
    const files = new Redirections();
    for (const part of prefix.length === 0 ? suffix : [...prefix, ...suffix]) {
      if (part.type === "Word") words.push(...readWords(part, this));
      else if (part.type === "Assignment") this.#assign(part, sets);
      else this.#redirect(part, files);
    }
    const { reads, writes, feeds } = files;
    this.commands.push({ words, sets, writes, reads, fed: this.#fed || feeds, looped: this.#looped });
  }

  #assign({ name, value, index, append }: Assignment, sets: Setting[]): void {
    const reason = `the value of \`${name}\` is only known at run time`;
    if (value.type !== "Word" || index || append) return this.refuse(reason);
    const { text, whole } = readWord(value, this);
    if (whole) sets.push({ name, value: text });
    else this.doubt(reason);
  }

  #program(name: Word): ShellWord {
    const read = readWord(name, this);
    // The variable of a loop is only used as an operand.
    if (!read.whole || read.text === "" || /[$`]/.test(name.text)) this.refuse("the program is only known at run time");
    return read;
  }

  #redirect(part: Redirection, files: Redirections): void {
    if (part.descriptor?.type === "FileDescriptorVariable") this.refuse("the line redirects through a variable");
    if (part.type === "HereDoc") {
      files.feeds = true;
      if (part.closing === undefined || part.delimiter === undefined) return this.refuse("a here-document has no end");
      if (part.delimiter.quoted) return;
      // The parser creates the parts on access, and a spread would lose them.
      const { text, parts } = part.body;
      return void readWord({ text, value: text, parts }, this, "document");
    }
    const target = part.target && readWord(part.target, this);
    if (!target) return this.refuse("a redirection has no target");
    if (part.type === "HereString") files.feeds = true;
    else if (target.whole) this.#file(part.operator, target.text, files);
    else this.refuse("the target of a redirection is only known at run time");
  }

  /** A stream can be copied or closed without a file. */
  #file(operator: string, target: string, files: Redirections): void {
    if (operator.endsWith("&") && /^(?:\d{1,3}-?|-)$/.test(target)) return;
    if (operator === "<>" || operator === "<&") return this.refuse("the line opens a file for reading and writing");
    files.feeds ||= operator === "<";
    if (STREAMS.has(target)) return;
    // [B14] Bash opens network connections for some names below `/dev`.
    if (/^\/*dev(?:\/|$)/.test(target)) return this.refuse(`the line redirects to or from \`${target}\``);
    (operator === "<" ? files.reads : files.writes).push(target);
  }
}

class Redirections {
  readonly reads: string[] = [];
  readonly writes: string[] = [];
  /** True if a file or the line itself is the input. */
  feeds = false;
}

const STREAMS: ReadonlySet<string> = new Set(["/dev/null", "/dev/stdout", "/dev/stderr", "/dev/stdin"]);

const KINDS: Readonly<Record<string, string>> = {
  Function: "a function",
  Coproc: "a coprocess",
  Case: "a `case`",
  Select: "a `select`",
  ArithmeticFor: "arithmetic",
  ArithmeticCommand: "arithmetic",
  TestCommand: "`[[`",
};
