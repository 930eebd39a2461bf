/**
 * Reads SKILL.md as Claude Code does. The host rarely rejects a file. Without a fence or with invalid YAML, the file
 * has no fields, and its description comes from the text.
 */
import { type BunYaml, parseBunYaml } from "../bun-yaml/bun-yaml.ts";
import type { Dialect, DialectReading } from "../dialect.ts";
import { coerceText } from "../readers/coerce-text.ts";
import { conditionalPaths } from "./claude-code-paths.ts";
import { claudeCodeLine } from "./claude-code-text.ts";

/** The header ends at the first three dashes, even in the middle of a line. */
const FENCE = /^---\s*\n/;

/** Matches the start of a line with a key and a value, as Claude Code's repair of invalid YAML recognizes it. */
const KEY = /^([a-zA-Z_-]+):\s+/;
/** Matches characters because of which the repair quotes a value. */
const SPECIAL = /[{}[\]*&#!|>%@`]|: /;

const HEADING = /^#+\s+/;
const MAX_BORROWED = 100;

/** Matches the characters at which a value or a heading ends. */
const LINE_BREAK = /[\n\r\u2028\u2029]/;

/** Fields that are converted to text. If a map cannot be converted, the skill is rejected. */
const WRITTEN_OUT = ["name", "argument-hint", "when_to_use", "version", "agent", "effort", "shell"];

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** The differences between versions of the host. */
interface ClaudeCodeRules {
  readonly yaml: (text: string) => BunYaml;
  /** True if the host skips a byte order mark before the header. */
  readonly skipsMark: boolean;
  readonly isTrue: (value: unknown) => boolean;
  /** Converts a text into the form in which the model receives it. */
  readonly shown: (text: string) => string;
}

const CURRENT: ClaudeCodeRules = {
  yaml: (text) => parseBunYaml(text, { newer: true }),
  skipsMark: true,
  isTrue: (value) =>
    value === true || ((typeof value === "string" || typeof value === "number") && TRUE.test(String(value).trim())),
  shown: claudeCodeLine,
};

/** Reads a file as version 2.1.197 did. */
const BEFORE: ClaudeCodeRules = {
  yaml: (text) => parseBunYaml(text),
  skipsMark: false,
  isTrue: (value) => value === true || value === "true",
  shown: (text) => text,
};

const TRUE = /^(?:1|true|yes|on)$/i;

export const claudeCode: Dialect = (bytes) => read(bytes, "Skill", CURRENT);
export const olderClaudeCode: Dialect = (bytes) => read(bytes, "Skill", BEFORE);

/** Reads a file below `commands`. The model always sees such a file. */
export const claudeCodeCommand: Dialect = (bytes) => readCommand(bytes, CURRENT);
export const olderClaudeCodeCommand: Dialect = (bytes) => readCommand(bytes, BEFORE);

function readCommand(bytes: Uint8Array, rules: ClaudeCodeRules): DialectReading {
  const reading = read(bytes, "Custom command", rules);
  const { paths: _, ...fields } = reading.fields;
  return { ...reading, fields };
}

/** Reads a file. `noText` is the description of a file that has no text. */
function read(bytes: Uint8Array, noText: string, rules: ClaudeCodeRules): DialectReading {
  const { header, body } = splitHeader(decoder.decode(bytes), rules);
  const { fields, repaired } = readHeader(header, rules);
  const described = ownDescription(fields["description"]);
  const reading: DialectReading = {
    name: textOf(fields["name"]),
    description: rules.shown(described ?? borrowDescription(body) ?? noText),
    ...(described === undefined ? { descriptionFrom: "body" as const } : {}),
    fields: asTaken(fields, rules),
    body,
    ...(repaired ? { repaired } : {}),
  };
  const fatal = WRITTEN_OUT.find((key) => isGiven(fields[key]) && coerceText(fields[key]) === undefined);
  if (fatal === undefined) return reading;
  return { ...reading, failure: { cause: "crash", detail: `the value of \`${fatal}\` cannot be written out as text` } };
}

/** Returns the fields that affect the model, in the host's form. */
function asTaken(fields: Record<string, unknown>, { isTrue, shown }: ClaudeCodeRules): Record<string, unknown> {
  const taken = { ...fields };
  for (const key of ["disable-model-invocation", "user-invocable"])
    if (taken[key] !== undefined) taken[key] = isTrue(taken[key]);
  if (taken["paths"] !== undefined) taken["paths"] = conditionalPaths(taken["paths"]);
  if (taken["when_to_use"] !== undefined) taken["when_to_use"] = shown(textOf(taken["when_to_use"]) ?? "") || undefined;
  return taken;
}

function splitHeader(whole: string, { skipsMark }: ClaudeCodeRules): { header: string; body: string } {
  const text = skipsMark && whole.startsWith("\ufeff") ? whole.slice(1) : whole;
  const opening = FENCE.exec(text)?.[0];
  const end = opening === undefined ? -1 : text.indexOf("---", opening.length);
  if (opening === undefined || end === -1) return { header: "", body: whole };
  const blank = /^\s*/.exec(text.slice(end + 3))?.[0].length ?? 0;
  return { header: text.slice(opening.length, end), body: text.slice(end + 3 + blank) };
}

function readHeader(header: string, { yaml }: ClaudeCodeRules): { fields: Record<string, unknown>; repaired: boolean } {
  const first = yaml(header);
  if ("value" in first) return { fields: asFields(first.value), repaired: false };
  const second = yaml(repair(header));
  return { fields: "value" in second ? asFields(second.value) : {}, repaired: true };
}

function asFields(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** Quotes values with special characters, and replaces each leading tab by two spaces. */
function repair(header: string): string {
  const lines = header.split("\n").map(repairLine);
  return lines.join("\n").replace(/^\t+/gm, (tabs) => "  ".repeat(tabs.length));
}

function repairLine(line: string): string {
  const [head, key] = KEY.exec(line) ?? [];
  if (head === undefined) return line;
  const value = line.slice(head.length);
  if (LINE_BREAK.test(value)) return line;
  if (isEnclosed(value, '"', '"') || isEnclosed(value, "'", "'")) return line;
  if (isEnclosed(value, "[", "]") && isList(value)) return line;
  if (!SPECIAL.test(value)) return line;
  return `${key}: "${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

function isEnclosed(value: string, open: string, close: string): boolean {
  return value.startsWith(open) && value.endsWith(close);
}

function isList(value: string): boolean {
  const parsed = parseBunYaml(value);
  return "value" in parsed && Array.isArray(parsed.value);
}

function ownDescription(value: unknown): string | undefined {
  if (typeof value === "string") return value.trim() || undefined;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

function textOf(value: unknown): string | undefined {
  return isGiven(value) ? coerceText(value) : undefined;
}

function isGiven(value: unknown): boolean {
  return value !== null && value !== undefined;
}

/** Returns the first line that is not blank, without heading marks. */
function borrowDescription(body: string): string | undefined {
  for (const line of body.split("\n")) {
    const text = line.trim();
    if (text === "") continue;
    const heading = text.slice(HEADING.exec(text)?.[0].length ?? 0);
    const borrowed = LINE_BREAK.test(heading) ? text : heading;
    return borrowed.length > MAX_BORROWED ? `${borrowed.slice(0, MAX_BORROWED - 3)}...` : borrowed;
  }
  return undefined;
}
