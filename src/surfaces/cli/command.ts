import type { LoadOptions } from "../../catalog/load/load.ts";
import { InputError } from "../../model/errors.ts";
import type { Output } from "./output/output.ts";
import type { Paint } from "./output/paint.ts";

/** An option as `--help`, the parser and completion know it. */
export interface OptionSpec {
  readonly type: "string" | "boolean";
  readonly multiple?: boolean;
  readonly short?: string;
  /** Placeholder for the value in help: `DIR`. */
  readonly value?: string;
  readonly summary: string;
  /** Offered by completion: these, the name of a host, or names of hosts with commas between them. */
  readonly choices?: readonly string[] | "host" | "hosts";
}

export interface Command {
  /** After the name: `NAME|PATH`. */
  readonly usage: string;
  /** Describes the command in a sentence or two. */
  readonly about: string;
  readonly options: Readonly<Record<string, OptionSpec>>;
  readonly examples: readonly (readonly [command: string, explanation: string])[];
  /** How many arguments it takes at least and at most. */
  readonly positionals: readonly [number, number];
  /** What completion offers as arguments. */
  readonly completes?: "skills" | "commands" | "files" | readonly string[];
  /** Options that it does not know are words like others, and with some it answers `--help` itself. */
  readonly loose?: boolean;
  /** Returns the exit code. */
  run(context: Context): Promise<number> | number;
}

export interface Context {
  readonly values: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;
  readonly positionals: readonly string[];
  readonly out: Output;
  readonly err: Output;
  /** Colours for standard output and standard error; plain where there is no terminal. */
  readonly paint: Paint;
  readonly paintErr: Paint;
  /** Columns of the terminal, or 100 without one. */
  readonly width: number;
  readonly json: boolean;
  /** Whether standard output is a terminal. */
  readonly terminal: boolean;
  /** The load options from the global options. */
  readonly load: LoadOptions;
}

/** Options that every command takes. */
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
    summary: "an additional project directory, for hosts that support them (Claude Code); repeatable",
  },
  json: { type: "boolean", summary: "print JSON to standard output" },
  "no-color": { type: "boolean", summary: "print no colours, like `NO_COLOR`" },
  "with-default-skills": {
    type: "boolean",
    summary: "include the embedded skills for hosts that leave them out (caliban)",
  },
  "no-default-skills": { type: "boolean", summary: "leave out the embedded skills" },
  verbose: { type: "boolean", short: "v", summary: "log each step to standard error" },
  help: { type: "boolean", short: "h", summary: "show help" },
};

/** The command line is wrong: shown with a hint, exit code 2. */
export class UsageError extends InputError {}

export function text(context: Context, option: string): string | undefined {
  const value = context.values[option];
  return typeof value === "string" ? value : undefined;
}

/** All values of an option that may be repeated. */
export function texts(context: Context, option: string): string[] {
  const value = context.values[option];
  return Array.isArray(value) ? value.map(String) : [];
}

/** The names in an option that takes several, `a,b`; undefined where there are none. */
export function names(context: Context, option: string): string[] | undefined {
  const found = text(context, option)
    ?.split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  return found?.length ? found : undefined;
}

export function flag(context: Context, option: string): boolean {
  return context.values[option] === true;
}
