/**
 * Builds a command from a verb and its terminal output. The options, the help and the input come from the schemas of
 * the verb's operations.
 */
import type { CliFieldForm, Infer, JsonSchema, Schema } from "../../model/schema.ts";
import { findMismatch } from "../../model/schema.ts";
import { printableLine } from "../../model/text/display/printable.ts";
import { joinWords } from "../../model/text/text.ts";
import type { Answer } from "../../ops/answers/answer.ts";
import type { Operation, OperationContext, OperationSpec, Verb } from "../../ops/operation.ts";
import { readStandardInput } from "../../platform/processes/standard-streams.ts";
import { type Command, type Context, GLOBAL_OPTIONS, type OptionSpec, UsageError } from "./command.ts";
import { operationContext } from "./operation-context.ts";
import { isAnswer, writeAnswer, writeJson } from "./output/json.ts";
import { withReadCount } from "./output/output.ts";
import { warnUnverified } from "./output/present.ts";

/** The terminal output of an operation. An operation without terminal output prints its answer as a plain table. */
export interface OperationOutput<I, R> {
  /** Prints the result for people. It is not called with `--json`; the answer is then printed instead. */
  show?(result: R, context: Context, input: I): Promise<void> | void;
  /** Writes the answer as JSON with special code. It is used for answers with thousands of rows. */
  write?(result: R, context: Context, input: I): Promise<void> | void;
  /** Returns the hosts that the result shows. If one of them is unverified, a note is printed to standard error. */
  hosts?(result: R, context: Context): string | readonly string[];
  /** Prints a draft of the result to standard error before a person decides about it. */
  review?(draft: R, context: Context, input: I): Promise<void> | void;
  /**
   * Runs the operation as a dialogue with a person and returns the exit code. It is called instead of `run`, `answer`
   * and `show`.
   */
  converse?(input: I, context: Context, lent: OperationContext): Promise<number>;
}

type PresentedOf<S> = S extends OperationSpec<infer I, infer R> ? OperationOutput<Infer<I>, R> : never;
export type TerminalOutput<O> = { readonly [K in keyof O]?: PresentedOf<O[K]> };

/** Returns the output unchanged. It makes TypeScript check each output against the result of its operation. */
export function defineTerminalOutput<O extends Readonly<Record<string, unknown>>>(
  _verb: Verb<O>,
  output: TerminalOutput<O>,
): TerminalOutput<O> {
  return output;
}

type Input = Readonly<Record<string, unknown>>;
export type AnyTerminalOutput = Readonly<Record<string, OperationOutput<never, never> | undefined>>;

/** Maximum number of words. No shell passes more words. */
const MAX_WORDS = 100_000;

export function verbCommand(verb: Verb, output: AnyTerminalOutput): Command {
  const onCli = Object.entries(verb.operations).filter(([, each]) => each.cli !== undefined);
  return {
    usage: onCli.map(([, each]) => usageOf(each)).join(`\n       skillwright ${verb.name} `),
    about: verb.about,
    options: allOptions(onCli.map(([, each]) => each)),
    examples: verb.examples,
    positionals: [0, MAX_WORDS],
    ...(verb.completes === undefined ? {} : { completes: verb.completes }),
    ...(verb.loose ? { loose: true } : {}),
    run(context) {
      const [name, chosen] = chooseOperation(verb, onCli, context);
      const input = readInput(verb.name, chosen, context);
      return runOperation(chosen, output[name] ?? {}, input, context);
    },
  };
}

async function runOperation(
  operation: Operation,
  output: OperationOutput<never, never>,
  input: Input,
  context: Context,
): Promise<number> {
  // `defineTerminalOutput` has checked the types of `output`. Here only the input is known to match its schema.
  const { show, write, review, hosts, converse } = output as OperationOutput<Input, unknown>;
  // An unknown host is ignored here, because the operation itself reports it.
  if (!hosts && context.load.host !== undefined)
    await warnUnverified(context.load.host, context).catch(() => undefined);
  const lent = operationContext(context, operation, (draft) => review?.(draft, context, input));
  if (converse) return converse(input, context, lent);
  return withReadCount(async () => {
    const result = await operation.run(input, lent);
    if (hosts) await warnUnverified(hosts(result, context), context);
    if (!context.json && show) await show(result, context, input);
    else if (context.json && write) await write(result, context, input);
    else await printAnswer(await operation.answer(result, input), context);
    return operation.failed?.(result, input) ? 1 : 0;
  });
}

async function printAnswer(answer: Answer | object, context: Context): Promise<void> {
  if (!context.json) return (await import("./output/plain-answer.ts")).printPlainAnswer(answer, context);
  if (isAnswer(answer)) writeAnswer(context.out, answer);
  else writeJson(context.out, answer);
}

/** Returns the operation that the given flags select. If several match, the operation with the most flags is chosen. */
function chooseOperation(
  { name }: Verb,
  operations: readonly (readonly [string, Operation])[],
  { values }: Context,
): readonly [string, Operation] {
  const flagsOf = ([, { cli }]: readonly [string, Operation]): readonly string[] => cli?.flags ?? [];
  const fitting = operations.filter((each) => flagsOf(each).every((flag) => values[flag] !== undefined));
  const [most] = fitting.sort((a, b) => flagsOf(b).length - flagsOf(a).length);
  const isOtherHost = values["host"] !== undefined && values["host"] !== "skillwright";
  const forHost = isOtherHost ? operations.find(([, { cli }]) => cli?.forHost) : undefined;
  const chosen = most && flagsOf(most).length > 0 ? most : (forHost ?? most);
  if (chosen === undefined) throw new UsageError(`\`${name}\` needs an option`, `see \`skillwright ${name} --help\``);
  const known = { ...GLOBAL_OPTIONS, ...optionsOf(chosen[1]) };
  const foreign = Object.keys(values).find((key) => values[key] !== undefined && !Object.hasOwn(known, key));
  if (foreign === undefined) return chosen;
  const flags = flagsOf(chosen).map((flag) => `--${flag}`);
  throw new UsageError(
    `\`--${foreign}\` cannot be used with \`${[name, ...flags].join(" ")}\``,
    `see \`skillwright ${name} --help\``,
  );
}

interface Field {
  readonly key: string;
  readonly schema: Schema;
  readonly form: CliFieldForm;
  readonly option: string;
}

/** Returns the input fields that are options on the command line. Positional arguments are left out. */
function optionFields({ input, cli }: Operation): Field[] {
  const hidden: readonly string[] = [...(cli?.arguments ?? []), ...Object.keys(cli?.omits ?? {})];
  return Object.entries(input.fields ?? {})
    .filter(([key]) => !hidden.includes(key))
    .map(([key, schema]) => ({ key, schema, form: schema.option ?? {}, option: optionName(key, schema.option) }))
    .filter(({ option, form }) => form.name !== undefined || !Object.hasOwn(GLOBAL_OPTIONS, option));
}

function optionName(key: string, form: CliFieldForm = {}): string {
  const name = form.name ?? key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return form.off ? `no-${name}` : name;
}

function optionsOf(operation: Operation): Record<string, OptionSpec> {
  const fields = Object.fromEntries(optionFields(operation).map((field) => [field.option, optionSpec(field)]));
  const flags = (operation.cli?.flags ?? []).filter((flag) => !Object.hasOwn(fields, flag));
  const summary = operation.summary.charAt(0).toLowerCase() + operation.summary.slice(1);
  const summaries = flags.map((flag) => [flag, { type: "boolean", summary } as OptionSpec] as const);
  return { ...Object.fromEntries(summaries), ...fields };
}

/** Returns the options of all operations of a verb. Each option appears once, in the order of the operations. */
function allOptions(operations: readonly Operation[]): Record<string, OptionSpec> {
  const found: Record<string, OptionSpec> = {};
  for (const operation of operations)
    for (const [name, spec] of Object.entries(optionsOf(operation))) found[name] ??= spec;
  return found;
}

function optionSpec({ schema: { json }, form }: Field): OptionSpec {
  const short = form.short === undefined ? {} : { short: form.short };
  const summary = json.description ?? "";
  if (json.type === "boolean" || form.sets !== undefined) return { type: "boolean", ...short, summary };
  const choices = form.completes ?? json.enum ?? json.items?.enum;
  return {
    type: "string",
    ...short,
    value: form.value ?? (json.type === "integer" || json.type === "number" ? "N" : form.commas ? "A,B" : "TEXT"),
    ...(json.type === "array" && !form.commas ? { multiple: true } : {}),
    summary: json.enum ? `${summary}: ${json.enum.join(", ")}` : summary,
    ...(choices === undefined ? {} : { choices }),
  };
}

function usageOf(operation: Operation): string {
  const { input, cli } = operation;
  const required = input.json.required ?? [];
  const words = (cli?.arguments ?? []).map((key) => {
    const schema = input.fields?.[key];
    const word = `${schema?.option?.value ?? key.toUpperCase()}${isRest(schema) ? "…" : ""}`;
    return required.includes(key) ? word : `[${word}]`;
  });
  const fields = optionFields(operation);
  const flags = (cli?.flags ?? [])
    .filter((flag) => !fields.some(({ option }) => option === flag))
    .map((flag) => `--${flag}`);
  const needed = fields
    .filter(({ key, option }) => required.includes(key) || cli?.flags?.includes(option))
    .map((field) => `--${field.option} ${optionSpec(field).value ?? ""}`.trimEnd());
  const more = fields.length > needed.length ? ["[options]"] : [];
  return [...flags, ...words, ...needed, ...more].join(" ");
}

/** Returns true if an argument takes all remaining words. */
function isRest(schema: Schema | undefined): boolean {
  return schema?.json.type === "array" || schema?.option?.words !== undefined;
}

/** Converts the words of the command line into the operation's input, and validates it. */
function readInput(verb: string, operation: Operation, context: Context): Input {
  const usage = (problem: string): UsageError => new UsageError(problem, `see \`skillwright ${verb} --help\``);
  const input: Record<string, unknown> = readArguments(verb, operation, context);
  for (const { key, schema, form, option } of optionFields(operation)) {
    const given = context.values[option];
    if (given === undefined) continue;
    input[key] = readValue(given === "-" && form.stdin ? readMessage() : given, schema.json, form);
    const wrong = findMismatch(input[key], schema.json, `\`--${[option, ...shownValue(given)].join(" ")}\``);
    if (wrong !== undefined) throw usage(wrong);
  }
  const { required = [], properties = {} } = operation.input.json;
  const missing = required.find((key) => input[key] === undefined);
  if (missing !== undefined) throw usage(missingText(verb, missing, operation));
  const wrong = findMismatch(input, { properties, required });
  if (wrong !== undefined) throw usage(wrong);
  return input;
}

const MAX_SHOWN = 60;

/** Returns a short form of a value for an error message. */
function shownValue(given: unknown): string[] {
  return typeof given === "string" && given.length <= MAX_SHOWN ? [printableLine(given)] : [];
}

const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

function readMessage(): string {
  return readStandardInput(MAX_MESSAGE_BYTES).toString("utf8");
}

function missingText(verb: string, key: string, operation: Operation): string {
  const field = optionFields(operation).find((each) => each.key === key);
  if (field === undefined) return `\`${verb}\` takes ${usageOf(operation)}`;
  return `\`${verb}\` needs \`--${field.option} ${optionSpec(field).value ?? ""}\``;
}

function readArguments(verb: string, { input, cli }: Operation, { positionals }: Context): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  let at = 0;
  for (const key of cli?.arguments ?? []) {
    const schema = input.fields?.[key];
    const rest = positionals.slice(at);
    if (rest.length === 0) break;
    at += isRest(schema) ? rest.length : 1;
    const words = schema?.option?.words;
    found[key] = words
      ? words === "plain"
        ? rest.join(" ")
        : joinWords(rest)
      : isRest(schema)
        ? rest
        : readValue(rest[0] ?? "", schema?.json ?? {}, {});
  }
  const word = positionals[at];
  if (word !== undefined)
    throw new UsageError(`unexpected argument${quoteName(word)}`, `see \`skillwright ${verb} --help\``);
  return found;
}

/**
 * Returns a plain word in quotes for a message. Returns an empty string for any other text, because it can be an address
 * that contains a secret.
 */
function quoteName(word: string): string {
  return /^[\w.-]{1,60}$/.test(word) ? ` \`${word}\`` : "";
}

function readValue(given: string | boolean | (string | boolean)[], json: JsonSchema, form: CliFieldForm): unknown {
  if (form.sets !== undefined) return form.sets;
  if (json.type === "boolean") return !form.off;
  if (json.type === "array")
    return [given].flat().flatMap((each) => (form.commas ? splitNames(String(each)) : [String(each)]));
  if (json.type === "integer" && /^\d{1,15}$/.test(String(given))) return Number(given);
  if (json.type === "number" && /^\d{1,9}(?:\.\d{1,9})?$/.test(String(given))) return Number(given);
  return given;
}

function splitNames(names: string): string[] {
  return names
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}
