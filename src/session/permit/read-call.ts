/**
 * Determines the effects of a tool call of any framework, as far as they are certain. It uses the parameter names of
 * hosts. A call with unknown parameters is not interpreted, because these parameters could change the meaning of the
 * known ones.
 */
import type { ToolKind } from "../../model/rules/permission.ts";
import { isMap, parseJson } from "../../model/schema.ts";
import { readShellLine } from "./shell/read/read-shell-line.ts";
import type { ShellLine } from "./shell/read/shell-line.ts";
import { kindOfTool } from "./tool-names.ts";

export interface ReadCall {
  readonly tool: string;
  readonly kind: ToolKind | undefined;
  /** The parameters of the call; empty if the input is not a map of parameters. */
  readonly input: Readonly<Record<string, unknown>>;
  /** The parsed shell line, if the tool is a shell. */
  readonly line?: ShellLine;
  /** The shell line as text, if the input consists of one line. */
  readonly text?: string | undefined;
}

/** Returns the kind of a tool: the kind that the host states, otherwise the kind for its name. */
export function toolKindFor(tool: string, kinds: Readonly<Record<string, ToolKind>> = {}): ToolKind | undefined {
  return Object.hasOwn(kinds, tool) ? kinds[tool] : kindOfTool(tool);
}

/** Interprets a call. The result is a promise only if a parser must be loaded. */
export function readCall(tool: string, kind: ToolKind | undefined, given: unknown): ReadCall | Promise<ReadCall> {
  const input = inputOf(given);
  if (kind !== "shell") return { tool, kind, input };
  const command = commandOf(input);
  const text = typeof command === "string" ? command : undefined;
  const line = typeof command === "string" ? readShellLine(command) : readList(command);
  if (line instanceof Promise) return line.then((known) => ({ tool, kind, input, line: known, text }));
  return { tool, kind, input, line, text };
}

/**
 * Returns the parameters of a call. If the input is not a map, its texts are still returned, because they can contain
 * paths.
 */
function inputOf(given: unknown): ReadCall["input"] {
  if (isMap(given)) return given;
  const input = parametersOf(given);
  const isOther = Array.isArray(given) || typeof given === "string";
  return isOther && Object.keys(input).length === 0 ? { "": given } : input;
}

/** Parses JSON text, because some APIs send parameters in that form. */
export function parametersOf(given: unknown): Readonly<Record<string, unknown>> {
  if (isMap(given)) return given;
  if (typeof given !== "string") return {};
  const parsed = parseJson(given);
  return isMap(parsed) ? parsed : {};
}

/** Parameters of a shell call that do not change which program runs. */
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

type Unproven = { readonly unproven: string };

function commandOf(input: ReadCall["input"]): string | readonly string[] | Unproven {
  let command: unknown;
  for (const key in input) {
    const value = input[key];
    const isCommand = key === "command" || key === "cmd";
    if (value === undefined || value === null || key === "" || (!isCommand && BESIDE.has(key))) continue;
    if (!isCommand || command !== undefined) return { unproven: `it has \`${key}\` besides a command` };
    command = value;
  }
  if (command === undefined) return { unproven: "there is no command in it" };
  return typeof command === "string" || isTexts(command) ? command : { unproven: "its command is not a string" };
}

/**
 * Reads an argument list for a program that starts without a shell. Each argument is quoted, and the list is then
 * parsed like a shell line.
 */
function readList(list: readonly string[] | Unproven): ShellLine | Promise<ShellLine> {
  if ("unproven" in list) return list;
  return readShellLine(list.map((argument) => `'${argument.replaceAll("'", "'\\''")}'`).join(" "));
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "string");
}
