/**
 * A call of a tool, as any framework makes it, in; what it would do out, as far as that can be said. The names of parameters
 * are those that hosts use; a call that says more than is known here is not taken apart, because the rest could change what
 * the known part means.
 */
import type { ToolKind } from "../../model/rules/permission.ts";
import { isMap } from "../../model/schema.ts";
import { loadParser, readShellLine } from "./shell/read/read-shell-line.ts";
import { innerLine, plainCommand, type ShellLine } from "./shell/read/shell-line.ts";
import { kindOfTool } from "./tool-names.ts";

export interface ReadCall {
  readonly tool: string;
  readonly kind: ToolKind | undefined;
  /** Empty where the input is none that parameters could be in. */
  readonly input: Readonly<Record<string, unknown>>;
  /** The shell line of the call, if the tool is a shell. */
  readonly line?: ShellLine;
  /** The line as it was written, where it is one. */
  readonly text?: string | undefined;
}

/** Returns the kind of a tool: the one that the host states, or the one of its name. */
export function kindFor(tool: string, kinds: Readonly<Record<string, ToolKind>> = {}): ToolKind | undefined {
  return Object.hasOwn(kinds, tool) ? kinds[tool] : kindOfTool(tool);
}

/** Without a promise where no parser has to be loaded for it. */
export function readCall(tool: string, kind: ToolKind | undefined, given: unknown): ReadCall | Promise<ReadCall> {
  const input = inputOf(given);
  if (kind !== "shell") return { tool, kind, input };
  const command = commandOf(input);
  const text = typeof command === "string" ? command : undefined;
  const line = typeof command === "string" ? readShellLine(command) : readList(command);
  if (line instanceof Promise) return line.then((known) => ({ tool, kind, input, line: known, text }));
  return { tool, kind, input, line, text };
}

/** Loads the parser if the line starts another shell with a line of its own, which is parsed later. */
function readList(line: ShellLine): ShellLine | Promise<ShellLine> {
  const inner = "commands" in line && line.commands[0] ? innerLine(line.commands[0]) : undefined;
  return inner === undefined ? line : loadParser().then(() => line);
}

/** Input that is not a map of parameters has the name of nothing: it can still name places. */
function inputOf(given: unknown): ReadCall["input"] {
  if (isMap(given)) return given;
  const input = parametersOf(given);
  const isOther = Array.isArray(given) || typeof given === "string";
  return isOther && Object.keys(input).length === 0 ? { "": given } : input;
}

/** JSON text is read, because some APIs hand it over so. */
export function parametersOf(given: unknown): Readonly<Record<string, unknown>> {
  if (isMap(given)) return given;
  if (typeof given !== "string") return {};
  try {
    const parsed: unknown = JSON.parse(given);
    return isMap(parsed) ? parsed : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

/** Other keys of a shell call. They do not change which program runs. */
const BESIDE: ReadonlySet<string> = new Set([
  "background",
  "description",
  "explanation",
  "is_background",
  "justification",
  "reason",
  "run_in_background",
  "timeout",
  "timeoutMs",
  "timeout_ms",
  "title",
]);

function commandOf(input: ReadCall["input"]): string | ShellLine {
  let command: unknown;
  for (const key in input) {
    const value = input[key];
    const isCommand = key === "command" || key === "cmd";
    if (value === undefined || value === null || key === "" || (!isCommand && BESIDE.has(key))) continue;
    if (!isCommand || command !== undefined) return { unproven: `it has \`${key}\` besides a command` };
    command = value;
  }
  if (command === undefined) return { unproven: "there is no command in it" };
  if (typeof command === "string") return command;
  if (!isTexts(command)) return { unproven: "its command is not a text" };
  return { commands: [plainCommand(command.map((text) => ({ text, whole: true })))] };
}

/** An argument list, for a program that is started without a shell. */
function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "string");
}
