/**
 * Reads files as GitHub Copilot CLI does. The behaviour was recorded from the real program: libyaml, and fields with
 * strict types. If the frontmatter has no description, the text below provides it.
 */
import type { Dialect, DialectFailure, DialectReading } from "./dialect.ts";
import { readSerdeValues } from "./libyaml/read-libyaml.ts";
import { failedReading, type StandardOptions, standardDialect } from "./standard.ts";

const OPTIONS: StandardOptions = {
  bytes: "replaced",
  bom: "stripped",
  newlines: "kept",
  fence: "spaced",
  unfenced: "failure",
  unclosed: "failure",
  // A carriage return before the closing fence belongs to the fence's line end, not to the YAML.
  yaml: (head) => readSerdeValues(head.replace(/\r$/, "")),
  notMap: "no-fields",
  types: "strict",
  spaces: "kept",
  body: "trimmed",
  shapes: { "argument-hint": "string", "disable-model-invocation": "boolean", "user-invocable": "boolean" },
  finish,
};

export const copilotCli: Dialect = standardDialect(OPTIONS);

/** Reads a command, which needs no frontmatter. */
export const copilotCliCommand: Dialect = standardDialect({ ...OPTIONS, unfenced: "no-fields" });

/** The fields in which an empty value is an error. */
const NEVER_EMPTY = ["name", "description", "allowed-tools", "disable-model-invocation", "user-invocable"];

function finish(reading: DialectReading): DialectReading {
  const wrong = wrongField(reading);
  if (wrong) return failedReading(wrong, reading.body, reading.fields);
  const name = reading.name?.trim();
  const named = { ...reading, name };
  if (reading.description !== undefined) return named;
  return { ...named, description: firstLines(reading.body), descriptionFrom: "body" };
}

function wrongField({ name, fields }: DialectReading): DialectFailure | undefined {
  const empty = NEVER_EMPTY.find((key) => fields[key] === null);
  if (empty !== undefined) return { cause: "type", detail: `\`${empty}\` has no value` };
  if (name?.trim() === "") return { cause: "type", detail: "`name` is empty" };
  const tools = fields["allowed-tools"];
  const isText = (value: unknown): boolean => typeof value === "string";
  if (tools === undefined || isText(tools) || (Array.isArray(tools) && tools.every(isText))) return undefined;
  return { cause: "type", detail: "`allowed-tools` is neither a string nor a list of strings" };
}

const MAX_LINES = 3;
const MAX_CHARACTERS = 1024;

/** Returns the first lines of the text that are neither blank nor headings. */
function firstLines(body: string): string {
  const lines = body
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
  return lines.slice(0, MAX_LINES).join(" ").slice(0, MAX_CHARACTERS);
}
