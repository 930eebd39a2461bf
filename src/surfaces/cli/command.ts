import type { LoadOptions } from "../../catalog/load/load.ts";
import { InputError } from "../../model/errors.ts";
import type { Output, Paint } from "./output/output.ts";

/** An option of a command, for the help, the parser and completion. */
export interface OptionSpec {
  readonly type: "string" | "boolean";
  readonly multiple?: boolean;
  readonly short?: string;
  /** The placeholder for the value in the help, such as `DIR`. */
  readonly value?: string;
  readonly summary: string;
  /** Suggestions of completion: fixed values, a host name, or a comma-separated list of host names. */
  readonly choices?: readonly string[] | "host" | "hosts";
}

export interface Command {
  /** The usage of the command without its name, such as `NAME|PATH`. */
  readonly usage: string;
  /** Describes the command in a sentence or two. */
  readonly about: string;
  readonly options: Readonly<Record<string, OptionSpec>>;
  readonly examples: readonly (readonly [command: string, explanation: string])[];
  /** Minimum and maximum number of arguments. */
  readonly positionals: readonly [number, number];
  /** The kind of arguments that completion suggests. */
  readonly completes?: "skills" | "commands" | "files" | readonly string[];
  /**
   * True if unknown options are ordinary words, and the command may handle `--help` itself. This is for commands that
   * pass words to a skill.
   */
  readonly loose?: boolean;
  /** Runs the command and returns the exit code. */
  run(context: Context): Promise<number> | number;
}

export interface Context {
  readonly values: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;
  readonly positionals: readonly string[];
  readonly out: Output;
  readonly err: Output;
  /** Colours for standard output and standard error. If the output is not a terminal, they add nothing. */
  readonly paint: Paint;
  readonly paintErr: Paint;
  /** Number of columns of the terminal (default: 100). */
  readonly width: number;
  readonly json: boolean;
  /** True if standard output is a terminal. */
  readonly terminal: boolean;
  /** Options for loading skills, built from the global options. */
  readonly load: LoadOptions;
}

/** Options that every command accepts. */
export const GLOBAL_OPTIONS: Readonly<Record<string, OptionSpec>> = {
  cwd: { type: "string", value: "DIR", summary: "use this directory instead of the current one" },
  root: {
    type: "string",
    value: "DIR",
    multiple: true,
    summary: "an additional directory of skills; it takes precedence over all others; repeatable",
  },
  host: {
    type: "string",
    value: "NAME",
    summary: "show the skills as this host sees them; `skillwright hosts` lists the hosts",
    choices: "host",
  },
  "add-dir": {
    type: "string",
    value: "DIR",
    multiple: true,
    summary: "an additional project directory, for hosts with that option (Claude Code); repeatable",
  },
  json: { type: "boolean", summary: "print JSON to standard output" },
  "no-color": { type: "boolean", summary: "print no colours, like `NO_COLOR`" },
  "with-default-skills": {
    type: "boolean",
    summary: "include the embedded skills for hosts that omit them (caliban)",
  },
  "no-default-skills": { type: "boolean", summary: "omit the embedded skills" },
  verbose: { type: "boolean", short: "v", summary: "log each step to standard error" },
  help: { type: "boolean", short: "h", summary: "show help" },
};

/** An error for an invalid command line. It is shown with a hint, and the exit code is 2. */
export class UsageError extends InputError {}

export function textOption(context: Context, option: string): string | undefined {
  const value = context.values[option];
  return typeof value === "string" ? value : undefined;
}

/**
 * Returns the token from `--token` or its variable. Throws if the token is empty, for example from an unset variable,
 * or cannot be part of a header.
 */
export function tokenOption(context: Context, command: "mcp" | "serve"): string | undefined {
  const token = textOption(context, "token");
  if (token === undefined) return undefined;
  if (!/^[!-~]+$/.test(token))
    throw new UsageError("`--token` is empty, or has spaces or characters that are not ASCII", "use another token");
  // Hides the token from the list of processes, because every account of the machine can read this list.
  process.title = `skillwright ${command}`;
  return token;
}

/** Returns all values of a repeatable option. */
export function repeatedOption(context: Context, option: string): string[] {
  const value = context.values[option];
  return Array.isArray(value) ? value.map(String) : [];
}

/** Returns the names in a comma-separated option; undefined without the option. */
export function names(context: Context, option: string): string[] | undefined {
  const found = textOption(context, option)
    ?.split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  return found?.length ? found : undefined;
}

export function flagOption(context: Context, option: string): boolean {
  return context.values[option] === true;
}
