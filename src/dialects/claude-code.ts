/**
 * Claude Code's reader. It never drops a file because of what is in it: without a fence, or with YAML that cannot be
 * saved, it has no fields and the description comes from the text.
 */
import { parseBunYaml } from "./bun-yaml.ts";
import type { Dialect, Reading } from "./dialect.ts";

/** The header ends at the first three dashes, wherever they stand. */
const FENCE = /^---\s*\n/;

/** A key and its value on one line, as the repair sees it. */
const KEY_LINE = /^([a-zA-Z_-]+):\s+(.+)$/;
/** Characters for which the repair puts a value in quotes. */
const SPECIAL = /[{}[\]*&#!|>%@`]|: /;

const HEADING = /^#+\s+(.+)$/;
const MAX_BORROWED = 100;

/** Of a file that is empty. */
const NO_TEXT = "Skill";

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

export const claudeCode: Dialect = (bytes) => {
  const { header, body } = splitHeader(decoder.decode(bytes));
  const { fields, repaired } = readHeader(header);
  const described = ownDescription(fields.description);
  const reading: Reading = {
    name: ownName(fields.name),
    description: described ?? borrowDescription(body),
    fields,
    body,
  };
  return {
    ...reading,
    ...(described === undefined ? { descriptionFrom: "body" as const } : {}),
    ...(repaired ? { repaired } : {}),
  };
};

function splitHeader(text: string): { header: string; body: string } {
  const opening = FENCE.exec(text)?.[0];
  const end = opening === undefined ? -1 : text.indexOf("---", opening.length);
  if (opening === undefined || end === -1) return { header: "", body: text };
  const blank = /^\s*/.exec(text.slice(end + 3))?.[0].length ?? 0;
  return { header: text.slice(opening.length, end), body: text.slice(end + 3 + blank) };
}

function readHeader(header: string): { fields: Record<string, unknown>; repaired: boolean } {
  const first = parseBunYaml(header);
  if ("value" in first) return { fields: asFields(first.value), repaired: false };
  const second = parseBunYaml(repair(header));
  return { fields: "value" in second ? asFields(second.value) : {}, repaired: true };
}

function asFields(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** Values with special characters get quotes, and tabs at the head of a line become two spaces each. */
function repair(header: string): string {
  const lines = header.split("\n").map(repairLine);
  return lines.join("\n").replace(/^\t+/gm, (tabs) => "  ".repeat(tabs.length));
}

function repairLine(line: string): string {
  const [, key, value] = KEY_LINE.exec(line) ?? [];
  if (key === undefined || value === undefined) return line;
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

/** Only shown in menus; to the model a skill is called what its directory is called. */
function ownName(value: unknown): string | undefined {
  if (value === null || value === undefined || typeof value === "object") return undefined;
  return String(value);
}

/** The first line that is not blank, without the marks of a heading. */
function borrowDescription(body: string): string {
  for (const line of body.split("\n")) {
    const text = line.trim();
    if (text === "") continue;
    const borrowed = HEADING.exec(text)?.[1] ?? text;
    return borrowed.length > MAX_BORROWED ? `${borrowed.slice(0, MAX_BORROWED - 3)}...` : borrowed;
  }
  return NO_TEXT;
}
