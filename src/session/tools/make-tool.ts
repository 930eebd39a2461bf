/**
 * Creates tools from tables of fields. A tool has a JSON schema for frameworks, and its calls always return text. This
 * file knows nothing about skills.
 */
import type { Cancelled, NeutralTool, ToolResult, ValidatedInput } from "../../model/conversation/neutral-tool.ts";
import { checkArgument } from "../../model/errors.ts";
import { isMap, parseJson } from "../../model/schema.ts";
import { cutToWidth, printable } from "../../model/text/display/printable.ts";

/** One parameter of a tool. */
export interface Field {
  /** `texts` is a list. A single text is read as a list with one item. */
  readonly type: "string" | "integer" | "boolean" | "texts";
  readonly description: string;
  /** Maximum number of items, if the field is a list. */
  readonly atMost?: number;
  readonly enum?: readonly string[];
  readonly required?: boolean;
}

/** The value of each field as text; undefined if the field is missing. A list has one item per line. */
export type GivenFields = Readonly<Record<string, string | undefined>>;

export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly fields: Readonly<Record<string, Field>>;
  /** Runs the tool. If it throws, the model receives a failed result with the error. */
  run(given: GivenFields, signal?: Cancelled): Promise<ToolResult> | ToolResult;
}

/** Creates a tool from a table of fields. If arguments are invalid, the tool's answer says why. */
export function makeTool(definition: ToolDefinition): NeutralTool {
  const { name, description, fields, run } = definition ?? {};
  const isFull = [name, description].every((text) => typeof text === "string") && typeof run === "function";
  checkArgument(
    isFull && typeof fields === "object" && fields !== null,
    "makeTool",
    "`{ name, description, fields, run }`",
  );
  const schema = (): Record<string, unknown> => jsonSchema(fields);
  return {
    name,
    description,
    input: {
      "~standard": {
        version: 1,
        vendor: "skillwright",
        validate: (value) => validate(value, fields),
        jsonSchema: { input: schema, output: schema },
      },
    },
    get jsonSchema() {
      return schema();
    },
    execute: async (input, { signal } = {}) => {
      if (signal?.aborted) return failedResult(`the call of \`${name}\` was cancelled`);
      try {
        const given = readInput(input, fields);
        return "problem" in given
          ? failedResult(`${given.problem}; \`${name}\` takes ${wanted(fields)}`)
          : await run(given.given, signal);
      } catch (error) {
        // Failures are returned as text, because an exception would end the agent's loop.
        return failedResult(
          `the call of \`${name}\` failed: ${shortenForReply(error instanceof Error ? error.message : String(error))}`,
        );
      }
    },
  };
}

export function failedResult(content: string): ToolResult {
  return { content, isError: true };
}

/** Maximum characters of untrusted text to repeat in a reply. */
const MAX_ECHO = 200;

/** Shortens and sanitizes untrusted text for a reply. */
export function shortenForReply(text: string): string {
  return printable(cutToWidth(text.slice(0, 2 * MAX_ECHO).replaceAll(/\s+/g, " "), MAX_ECHO));
}

function jsonSchema(fields: ToolDefinition["fields"]): Record<string, unknown> {
  const entries = Object.entries(fields);
  return {
    type: "object",
    properties: Object.fromEntries(
      entries.map(([key, { type, description, enum: values, atMost }]) => [
        key,
        {
          ...(type === "texts"
            ? { type: "array", items: { type: "string" }, minItems: 1, ...(atMost ? { maxItems: atMost } : {}) }
            : { type }),
          ...(values ? { enum: [...values] } : {}),
          ...(type === "integer" ? { minimum: 0 } : {}),
          description,
        },
      ]),
    ),
    required: entries.filter(([, field]) => field.required).map(([key]) => key),
    additionalProperties: false,
  };
}

/**
 * Checks input against the fields. A word that is not in the enum is accepted. The tool's answer then suggests the
 * nearest words.
 */
function validate(value: unknown, fields: ToolDefinition["fields"]): ValidatedInput<Record<string, unknown>> {
  const read = readInput(value, fields);
  if ("problem" in read) return { issues: [{ message: `${read.problem}; write ${wanted(fields)}` }] };
  const missing = Object.entries(fields).find(([key, { required }]) => required && read.given[key] === undefined);
  if (missing)
    return { issues: [{ message: `\`${missing[0]}\` is missing; write ${wanted(fields)}`, path: [missing[0]] }] };
  return { value: (typeof value === "string" ? parse(value) : value) as Record<string, unknown> };
}

/**
 * Reads the fields of an input, and ignores unknown fields. If the input is a text, it is first parsed as JSON, because
 * some APIs send it that way.
 */
function readInput(
  input: unknown,
  fields: ToolDefinition["fields"],
): { readonly given: GivenFields } | { readonly problem: string } {
  const value = typeof input === "string" ? parse(input) : (input ?? {});
  if (!isMap(value)) return { problem: "the input must be a JSON object" };
  const given: Record<string, string> = {};
  for (const [key, { type }] of Object.entries(fields)) {
    const own = Object.hasOwn(value, key) ? value[key] : undefined;
    const text = type === "texts" && Array.isArray(own) ? linesOf(own) : textOf(own);
    if (text === false || (text !== undefined && !FORMS[type].test(text.trim())))
      return { problem: `\`${key}\` must be ${TYPES[type]}` };
    if (text !== undefined) given[key] = type === "string" || type === "texts" ? text : text.trim();
  }
  return { given };
}

const FORMS: Readonly<Record<Field["type"], RegExp>> = {
  string: /^/,
  integer: /^\d{1,15}$/,
  boolean: /^(?:true|false)$/,
  texts: /^/,
};
const TYPES: Readonly<Record<Field["type"], string>> = {
  string: "text",
  integer: "a whole number",
  boolean: "`true` or `false`",
  texts: "a list of strings",
};

function parse(text: string): unknown {
  return text.trim() === "" ? {} : parseJson(text);
}

/**
 * Returns a value as text. A number becomes its digits, and null is treated as missing. Returns false for any other
 * type.
 */
function textOf(value: unknown): string | undefined | false {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" || typeof value === "bigint" ? String(value) : false;
}

/** Joins the values with line ends. Returns false if a value cannot be text. */
function linesOf(values: readonly unknown[]): string | false {
  const texts = values.map(textOf);
  return texts.every((text) => typeof text === "string")
    ? texts.map((text) => text.replaceAll(/\s+/g, " ")).join("\n")
    : false;
}

function wanted(fields: ToolDefinition["fields"]): string {
  const example = Object.entries(fields).map(([key, { type, required }]) => `"${key}"${required ? "" : "?"}: ${type}`);
  return `\`{ ${example.join(", ")} }\``;
}

/**
 * Creates a failed result. All placeholders are replaced in one pass, so that a placeholder inside a replaced name is
 * not replaced.
 */
export function failedCall(text: string, asked: string, reason: string): ToolResult {
  return failedResult(
    text.replaceAll(/\{asked\}|\{reason\}/g, (key) => shortenForReply(key === "{asked}" ? asked : reason)),
  );
}
