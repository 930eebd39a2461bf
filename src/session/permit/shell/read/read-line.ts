/**
 * A command line in, every program that it would run out, or why that is not certain. On a real parser; of its tree only
 * the kinds of nodes are taken that are known here, and whatever else comes is a reason to be unsure. Never throws, whatever
 * the text: it is a model's.
 */
import type { CommandNode, CompoundList, ParsedScript, Pipeline, Redirection, Statement, Word } from "unbash";
import { MAX_LINE_CHARS, type ShellLine, type ShellWord, type SimpleCommand } from "./line.ts";
import { type Inner, readWord } from "./read-word.ts";

type Parse = (source: string) => ParsedScript;

/** The parser takes time in the square of these. */
const MAX_OPENINGS = 400;
const OPENINGS = /[{[($<`]/g;
/** Shells differ in what they make of them, and none is ever needed. */
const CONTROLS = /[\0-\x08\x0b-\x1f\x7f]/;

export function readLine(text: string, parse: Parse): ShellLine {
  if (text.length > MAX_LINE_CHARS) return { unproven: "the command is too long to be looked at" };
  if (CONTROLS.test(text)) return { unproven: "the command has control characters" };
  if ((text.match(OPENINGS)?.length ?? 0) > MAX_OPENINGS) return { unproven: "the command is too intricate" };
  // At the very end it means one thing to a shell and another to a parser.
  if (text.endsWith("\\")) return { unproven: "the command is not well-formed" };
  const reader = new LineReader();
  const script = parsed(text, parse);
  if (script === undefined) return { unproven: "the command is too intricate" };
  reader.script(script);
  if (reader.unproven !== undefined) return { unproven: reader.unproven };
  return reader.commands.length === 0 ? { unproven: "the command is empty" } : { commands: reader.commands };
}

/** Deep nesting can exhaust the stack of any parser that descends. */
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
  /** The first reason is the one that is told. */
  unproven: string | undefined;

  refuse(reason: string): void {
    this.unproven ??= reason;
  }

  script(script: ParsedScript | undefined): void {
    if (script === undefined || (script.errors?.length ?? 0) > 0) this.refuse("the command is not well-formed");
    for (const each of script?.commands ?? []) this.#statement(each);
  }

  #statement({ command }: Statement): void {
    const parts = command.type === "AndOr" ? command.commands : [command];
    for (const part of parts) this.#pipeline(part);
  }

  #pipeline(node: CommandNode | Pipeline): void {
    for (const each of node.type === "Pipeline" ? node.commands : [node]) this.#command(each);
  }

  #command(node: CommandNode): void {
    switch (node.type) {
      case "Command":
        return this.#simple(node);
      case "Redirected": {
        const files = node.redirects.map((each) => this.#redirection(each));
        if (files.some((file) => file !== undefined)) this.refuse("the output of a group goes to a file");
        return this.#command(node.command);
      }
      case "Subshell":
      case "BraceGroup":
        return this.#list(node.body);
      case "If":
        for (const list of [node.clause, node.then, ...node.elif.flatMap(({ clause, then }) => [clause, then])])
          this.#list(list);
        return node.else && this.#list(node.else);
      case "While":
        this.#list(node.clause);
        return this.#list(node.body);
      case "For":
        for (const each of node.wordlist ?? []) readWord(each, this);
        return this.#list(node.body);
      default:
        return this.refuse(`the command has ${KINDS[node.type] ?? "something unknown"} in it`);
    }
  }

  #list({ commands }: CompoundList): void {
    for (const each of commands) this.#statement(each);
  }

  #simple({ name, prefix, suffix }: Extract<CommandNode, { type: "Command" }>): void {
    if (name === undefined) return this.refuse("the command sets variables for what comes after it");
    const words: ShellWord[] = [this.#program(name)];
    const sets: string[] = [];
    const writes: string[] = [];
    for (const part of [...prefix, ...suffix]) {
      if (part.type === "Word") words.push(readWord(part, this));
      else if (part.type !== "Assignment") {
        const file = this.#redirection(part);
        if (file !== undefined) writes.push(file);
      } else if (part.value.type !== "Word" || part.index || part.append || !readWord(part.value, this).whole)
        this.refuse("the command sets a variable to what is only known when it runs");
      else sets.push(part.name);
    }
    this.commands.push({ words, sets, writes });
  }

  #program(name: Word): ShellWord {
    const read = readWord(name, this);
    if (!read.whole || read.text === "") this.refuse("which program it runs is only known when it runs");
    return read;
  }

  /** The file that is written, where one is. */
  #redirection(part: Redirection): string | undefined {
    if (part.descriptor?.type === "FileDescriptorVariable") this.refuse("the command redirects by a variable");
    if (part.type === "HereDoc") {
      if (part.closing === undefined || part.delimiter === undefined) this.refuse("a here-document has no end");
      else if (!part.delimiter.quoted) {
        // One by one: the parser makes them when they are asked for, and a spread would lose them.
        const { text, parts } = part.body;
        readWord({ text, value: text, parts }, this, "document");
      }
      return undefined;
    }
    const target = part.target && readWord(part.target, this);
    if (!target) return void this.refuse("the command redirects to nowhere");
    if (part.type === "HereString") return undefined;
    if (!target.whole) return void this.refuse("where the command redirects to is only known when it runs");
    return this.#file(part.operator, target.text);
  }

  #file(operator: string, target: string): string | undefined {
    if (operator.endsWith("&") && /^(?:\d{1,3}-?|-)$/.test(target)) return undefined;
    if (operator === "<>" || operator === "<&")
      return void this.refuse("the command opens a file for reading and writing");
    if (HARMLESS.has(target)) return undefined;
    // [B14] Below it lie connections to other machines, which only look like files.
    if (/^\/*dev(?:\/|$)/.test(target)) return void this.refuse(`the command redirects to \`${target}\``);
    return operator === "<" ? undefined : target;
  }
}

const HARMLESS: ReadonlySet<string> = new Set(["/dev/null", "/dev/stdout", "/dev/stderr", "/dev/stdin"]);

const KINDS: Readonly<Record<string, string>> = {
  Function: "a function",
  Coproc: "a coprocess",
  Case: "a `case`",
  Select: "a `select`",
  ArithmeticFor: "arithmetic",
  ArithmeticCommand: "arithmetic",
  TestCommand: "`[[`",
};
