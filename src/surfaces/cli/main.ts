/**
 * Runs the command line: it parses arguments, prints results of the library, and returns an exit code. It makes no
 * decisions about skills.
 */
import { parseArgs } from "node:util";
import type { LoadOptions } from "../../catalog/load/load.ts";
import { asOperationError, InputError } from "../../model/errors.ts";
import { jsonText, printable, printableLine } from "../../model/text/display/printable.ts";
import { findNearest } from "../../model/text/matching/nearest.ts";
import { messageLine } from "../../model/text/text.ts";
import { packageVersion } from "../../platform/environment.ts";
import { takeNotices } from "../../platform/files/read-text.ts";
import { isTerminal } from "../../platform/processes/standard-streams.ts";
import { type Command, type Context, GLOBAL_OPTIONS, type OptionSpec, UsageError } from "./command.ts";
import { COMMANDS, countLeadingOptions, findCommand, MOVED_VERBS } from "./commands.ts";
import { clearStatus, makePaint, Output, showServerQueries } from "./output/output.ts";

const EXIT = { fine: 0, failed: 1, usage: 2, ourBug: 70 } as const;

export async function main(argv: readonly string[]): Promise<number> {
  const out = new Output(1);
  const err = new Output(2);
  let code: number;
  muteLibraries(argv, err);
  try {
    code = await dispatch(argv, out, err);
  } catch (error) {
    out.flush();
    code = report(asOperationError(error), err, argv);
  }
  out.flush();
  reportDamage(err)(takeNotices());
  clearStatus();
  return code;
}

/**
 * Suppresses the console output of libraries, because it may contain text of servers. With `--verbose`, it is printed
 * as one quoted line.
 */
function muteLibraries(argv: readonly string[], err: Output): void {
  const isVerbose = argv.includes("--verbose");
  const write = (...words: unknown[]): void => {
    if (isVerbose) say(err, `message from a library: ${words.map(String).join(" ")}`);
  };
  for (const method of ["log", "info", "warn", "error", "debug"] as const) console[method] = write;
}

async function dispatch(argv: readonly string[], out: Output, err: Output): Promise<number> {
  const [name, ...rest] = followMoved(commandFirst(argv), err);
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    const { formatOverview, formatFullOverview, formatCommandHelp } = await import("./help.ts");
    const word = name === "help" ? rest.find((each) => !each.startsWith("-")) : undefined;
    const asked = word === undefined ? undefined : findCommand(word);
    if (word !== undefined && !asked) throw unknownCommand(word);
    const listed = rest.includes("--all") ? formatFullOverview() : formatOverview();
    out.write(asked ? formatCommandHelp(asked, await asked.load()) : listed);
    return EXIT.fine;
  }
  if (name === "--version" || name === "-V") {
    out.line(packageVersion());
    return EXIT.fine;
  }
  if (name === "__complete") return (await import("./complete.ts")).completeWords(rest, out);
  const entry = findCommand(name);
  if (!entry) throw unknownCommand(name);
  const command = await entry.load();
  const { values, positionals } = command.loose ? parseLoosely(rest) : parse(entry.name, command, rest);
  if (values["help"] === true && !(command.loose && positionals.length > 0)) {
    const { formatCommandHelp } = await import("./help.ts");
    out.write(formatCommandHelp(entry, command));
    return EXIT.fine;
  }
  const [least, most] = command.positionals;
  if (positionals.length < least || positionals.length > most)
    throw new UsageError(
      `\`${entry.name}\` takes ${command.usage || "no arguments"}`,
      `see \`skillwright ${entry.name} --help\``,
    );
  return command.run(makeContext(values, positionals, out, err));
}

/** Returns the arguments with the command first. Global options may precede it. */
function commandFirst(argv: readonly string[]): readonly string[] {
  const at = countLeadingOptions(argv);
  return at === 0 || at >= argv.length ? argv : [argv[at] as string, ...argv.slice(0, at), ...argv.slice(at + 1)];
}

/**
 * Replaces a former verb, which has one or two words, by the verb and option that replaced it. Other arguments are
 * returned unchanged.
 */
function followMoved(argv: readonly string[], err: Output): readonly string[] {
  const words = [2, 1].find((count) => Object.hasOwn(MOVED_VERBS, argv.slice(0, count).join(" ")));
  if (words === undefined) return argv;
  const before = argv.slice(0, words).join(" ");
  const moved = MOVED_VERBS[before] ?? [];
  err.line(`\`skillwright ${before}\` is now \`skillwright ${moved.join(" ")}\``);
  return [...moved, ...argv.slice(words)];
}

type Values = Context["values"];

function parse(name: string, command: Command, args: readonly string[]): { values: Values; positionals: string[] } {
  const specs = { ...GLOBAL_OPTIONS, ...command.options };
  const options = Object.fromEntries(Object.entries(specs).map(([key, spec]) => [key, parserOption(spec)]));
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    const message = error instanceof Error ? (error.message.split(/\.\s/)[0] ?? error.message) : String(error);
    const [meant] = findNearest(/^Unknown option '--([^']+)'/.exec(message)?.[1] ?? "", Object.keys(specs), 1);
    throw new UsageError(
      message.charAt(0).toLowerCase() + message.slice(1).replaceAll("'", "`"),
      `${meant ? `did you mean \`--${meant}\`? ` : ""}see \`skillwright ${name} --help\``,
    );
  }
}

/** Parses global options before a `--`. All other words keep their order, because a skill defines their meaning. */
function parseLoosely(args: readonly string[]): { values: Values; positionals: string[] } {
  const values: Record<string, string | boolean | (string | boolean)[]> = {};
  const positionals: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const word = args[at] as string;
    if (word === "--") return { values, positionals: [...positionals, ...args.slice(at)] };
    const [, name = "", given] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? [];
    const short = Object.keys(GLOBAL_OPTIONS).find((key) => word === `-${GLOBAL_OPTIONS[key]?.short}`);
    const key = short ?? name;
    const spec = Object.hasOwn(GLOBAL_OPTIONS, key) ? GLOBAL_OPTIONS[key] : undefined;
    if (spec === undefined) positionals.push(word);
    else if (spec.type === "boolean") values[key] = true;
    else {
      const value = given ?? args[++at] ?? "";
      values[key] = spec.multiple ? [...((values[key] as string[] | undefined) ?? []), value] : value;
    }
  }
  return { values, positionals };
}

function parserOption({ type, multiple, short }: OptionSpec): {
  type: "string" | "boolean";
  multiple?: boolean;
  short?: string;
} {
  return { type, ...(multiple ? { multiple } : {}), ...(short ? { short } : {}) };
}

function makeContext(values: Values, positionals: readonly string[], out: Output, err: Output): Context {
  const color = (descriptor: 1 | 2): boolean =>
    !values["no-color"] && !process.env["NO_COLOR"] && process.env["TERM"] !== "dumb" && isTerminal(descriptor);
  // Checks on demand if the output is a terminal. The check loads much of Node, and JSON output does not need it.
  const terminal = once(() => isTerminal(1));
  const paintOut = once(() => makePaint(color(1)));
  const paintErr = once(() => makePaint(color(2)));
  return {
    values,
    positionals,
    out,
    err,
    get paint() {
      return paintOut();
    },
    get paintErr() {
      return paintErr();
    },
    get width() {
      const columns = terminal() ? process.stdout.columns : Number(process.env["COLUMNS"]);
      return columns > 20 ? columns : 100;
    },
    json: values["json"] === true,
    get terminal() {
      return terminal();
    },
    load: loadOptions(values, err),
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function loadOptions(values: Values, err: Output): LoadOptions {
  const roots = Array.isArray(values["root"]) ? values["root"].map(String) : [];
  return {
    roots,
    onServers: showServerQueries(err),
    onDamage: reportDamage(err),
    ...(typeof values["cwd"] === "string" ? { cwd: values["cwd"] } : {}),
    ...(typeof values["host"] === "string" ? { host: values["host"] } : {}),
    ...(Array.isArray(values["add-dir"]) ? { added: values["add-dir"].map(String) } : {}),
    ...(values["with-default-skills"] === true ? { defaultSkills: true } : {}),
    ...(values["no-default-skills"] === true ? { defaultSkills: false } : {}),
    ...(values["verbose"] === true ? { logger: { debug: (message: string) => say(err, message) } } : {}),
  };
}

/** Returns a function that prints each finding once and immediately. A server may run for days. */
function reportDamage(err: Output): NonNullable<LoadOptions["onDamage"]> {
  const printed = new Set<string>();
  return (findings) => {
    for (const { code, severity, message, help, at, path = at?.path } of findings) {
      const place = at === undefined ? path : `${at.path}:${at.line}:${at.column}`;
      const line = `${severity}[${code}]: ${place === undefined || message.includes(place) ? "" : `${place}: `}${message}`;
      if (printed.has(line)) continue;
      printed.add(line);
      err.line(printableLine(line));
      if (help !== undefined) err.line(`help: ${printableLine(help)}`);
    }
    err.flush();
  };
}

/**
 * Prints a message immediately. If the program hangs, the last message of `--verbose` shows the step in which it hangs.
 */
function say(err: Output, message: string): void {
  err.line(printableLine(messageLine(message)));
  err.flush();
}

function unknownCommand(name: string): UsageError {
  const meant = findNearest(
    name,
    COMMANDS.map((command) => command.name),
    1,
  )[0];
  return new UsageError(
    `there is no command \`${printable(name)}\``,
    meant ? `did you mean \`skillwright ${meant}\`?` : "see `skillwright --help`",
  );
}

/** Reports three kinds of failure: wrong usage, a failed operation, and an internal error. */
function report(error: unknown, err: Output, argv: readonly string[]): number {
  const json = argv.includes("--json");
  if (error instanceof InputError) {
    err.line(`error: ${printableLine(messageLine(error.message))}`);
    err.line(`help: ${printableLine(messageLine(error.hint))}`);
    return EXIT.usage;
  }
  if (error instanceof Error && error.name !== "Error" && "code" in error && "hint" in error) {
    err.line(
      json
        ? jsonText({ error: { code: error.code, message: error.message, help: error.hint ?? null } })
        : `error[${String(error.code)}]: ${printableLine(messageLine(error.message))}`,
    );
    if (!json && typeof error.hint === "string") err.line(`help: ${printableLine(messageLine(error.hint))}`);
    return EXIT.failed;
  }
  err.line(`internal error: ${printable(error instanceof Error ? (error.stack ?? error.message) : String(error))}`);
  err.line("help: this is a bug in skillwright; please report it with the command and its input");
  return EXIT.ourBug;
}
