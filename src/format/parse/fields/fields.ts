/**
 * Interprets frontmatter keys: returns name, description and a typed manifest, with a diagnostic for every wrong type.
 * Unknown keys are kept. If a value could not be parsed, its raw text never grants anything.
 */
import type { Edit } from "../../../model/diagnostics/diagnostic.ts";
import { isMap } from "../../../model/schema.ts";
import type { Manifest } from "../../../model/skills/skill.ts";
import { type FieldIssue, type HeaderEntry, readList, WRONG_TYPE } from "../entries.ts";
import { findNearKey } from "./near-key.ts";
import { readCommands } from "./read-commands.ts";
import { readEligibility } from "./read-eligibility.ts";
import { splitTools } from "./split-tools.ts";

export interface ReadFields {
  readonly name: string;
  readonly description: string;
  readonly manifest: Manifest;
  readonly issues: readonly FieldIssue[];
}

type Kind =
  | "text"
  | "boolean"
  | "tools"
  | "denied"
  | "words"
  | "list"
  | "globs"
  | "map"
  | "metadata"
  | "hint"
  | "eligibility"
  | "commands";

interface FieldRule {
  readonly to: Exclude<keyof Manifest, "extra"> | "name" | "description";
  readonly kind: Kind;
  /** True if the key grants something. A value that could not be parsed is then dropped. */
  readonly permission?: boolean;
  /** For a key that restricts something, the strict value that replaces an unreadable value. */
  readonly strict?: unknown;
}

const RULES: ReadonlyMap<string, FieldRule> = new Map<string, FieldRule>([
  ["name", { to: "name", kind: "text" }],
  ["description", { to: "description", kind: "text" }],
  ["license", { to: "license", kind: "text" }],
  ["compatibility", { to: "compatibility", kind: "text" }],
  ["metadata", { to: "metadata", kind: "metadata" }],
  ["allowed-tools", { to: "allowedTools", kind: "tools", permission: true }],
  ["disallowed-tools", { to: "disallowedTools", kind: "denied" }],
  ["when_to_use", { to: "whenToUse", kind: "text" }],
  ["argument-hint", { to: "argumentHint", kind: "hint" }],
  ["arguments", { to: "arguments", kind: "words" }],
  ["disable-model-invocation", { to: "disableModelInvocation", kind: "boolean", strict: true }],
  ["user-invocable", { to: "userInvocable", kind: "boolean", strict: false }],
  ["model", { to: "model", kind: "text" }],
  ["effort", { to: "effort", kind: "text" }],
  ["context", { to: "context", kind: "text" }],
  ["agent", { to: "agent", kind: "text" }],
  ["background", { to: "background", kind: "boolean" }],
  ["hooks", { to: "hooks", kind: "map", permission: true }],
  ["paths", { to: "paths", kind: "globs" }],
  ["shell", { to: "shell", kind: "text", permission: true }],
  ["triggers", { to: "triggers", kind: "list" }],
  ["eligibility", { to: "eligibility", kind: "eligibility" }],
  ["commands", { to: "commands", kind: "commands" }],
]);

/**
 * Keys that only some hosts read. They are kept like unknown keys, but not reported. Two keys of hosts are not in the list:
 * most authors mean the version of the skill by `version`, and `allowed-tools` by Qwen Code's `allowedTools`.
 */
export const HOST_KEYS: ReadonlySet<string> = new Set(
  "color command-arg-mode command-dispatch command-tool disabled enabled fallback globs homepage icon mode modeSlugs priority type".split(
    " ",
  ),
);

/** All keys with a meaning, for schemas and hints. */
export const KNOWN_KEYS: readonly string[] = [...RULES.keys()];

const ALIASES: ReadonlyMap<string, string> = new Map([
  ["disable_model_invocation", "disable-model-invocation"],
  ["user_invocable", "user-invocable"],
]);

/** Reads the fields of a header. `header` is used only for a value whose exact text is needed. */
export function readFields(entries: readonly HeaderEntry[], header: string): ReadFields {
  const manifest: Manifest = {};
  let name = "";
  let description = "";
  const issues: FieldIssue[] = [];
  // Uses an index instead of `for…of`. Before V8 compiles the loop, the iterator takes as long as reading the fields.
  for (let at = 0; at < entries.length; at++) {
    const entry = entries[at] as HeaderEntry;
    let rule = RULES.get(entry.key);
    if (rule === undefined) {
      const canonical = ALIASES.get(entry.key);
      if (canonical === undefined) {
        keepUnknown(manifest, entry, entries, issues);
        continue;
      }
      issues.push({
        code: "SK115",
        entry,
        message: `\`${entry.key}\` is read as \`${canonical}\``,
        help: `write \`${canonical}\`, as Claude Code spells it`,
        ...renameTo(canonical, entries),
      });
      if (entries.some((other) => other.key === canonical)) continue;
      rule = RULES.get(canonical) as FieldRule;
    }
    const value = readField(rule, entry, header, issues);
    if (value === undefined) continue;
    if (rule.to === "name") name = value as string;
    else if (rule.to === "description") description = value as string;
    else (manifest as Record<string, unknown>)[rule.to] = value;
  }
  return { name, description, manifest, issues };
}

function readField(rule: FieldRule, entry: HeaderEntry, header: string, issues: FieldIssue[]): unknown {
  if (entry.raw && rule.permission) {
    issues.push({
      code: "SK118",
      entry,
      message: `\`${entry.key}\` could not be read as YAML, so it grants nothing`,
      help: "quote the value; permissions are never guessed",
    });
    return undefined;
  }
  const value = READERS[rule.kind](entry, header, issues);
  if (value === WRONG_TYPE) {
    if (rule.strict !== undefined) {
      issues.push({
        code: "SK118",
        entry,
        message: `\`${entry.key}\` is neither true nor false; it is read as the stricter \`${rule.strict}\``,
        help: "write `true` or `false`",
      });
      return rule.strict;
    }
    issues.push({
      code: "SK108",
      entry,
      message: `\`${entry.key}\` should be ${EXPECTED[rule.kind]}, not ${nameType(entry.value)}; it is ignored`,
      help: `write ${EXPECTED[rule.kind]}`,
    });
    return undefined;
  }
  return value;
}

const EXPECTED: Readonly<Record<Kind, string>> = {
  text: "text",
  hint: "text",
  boolean: "`true` or `false`",
  tools: "a list of tools",
  denied: "a list of tools",
  words: "a list of names",
  list: "a list of strings",
  globs: "a list of globs",
  map: "a mapping",
  metadata: "a mapping",
  eligibility: "a mapping of requirements",
  commands: "a list of commands, each with a `name`",
};

const READERS: Readonly<Record<Kind, (entry: HeaderEntry, header: string, issues: FieldIssue[]) => unknown>> = {
  text: readTextField,
  // `argument-hint: [file]` is a list in YAML, but the author meant the text.
  hint: (entry, header) =>
    typeof entry.value === "string" ? entry.value : entry.value === null ? undefined : sourceText(entry, header),
  boolean: readBoolean,
  tools: readGrants,
  denied: readDenials,
  words: (entry) => readList(entry.value, splitTools),
  list: (entry) => readList(entry.value, (text) => [text]),
  globs: (entry) => readList(entry.value, splitGlobs),
  map: ({ value }) => (value === null ? undefined : isMap(value) ? value : WRONG_TYPE),
  metadata: readMetadata,
  eligibility: (entry, _header, issues) =>
    isMap(entry.value) ? readEligibility(entry.value, entry, issues) : WRONG_TYPE,
  commands: (entry, _header, issues) => readCommands(entry, issues),
};

function readTextField(entry: HeaderEntry, header: string, issues: FieldIssue[]): unknown {
  if (typeof entry.value === "string") return entry.value;
  if (entry.value === null) return undefined;
  if (typeof entry.value !== "number" && typeof entry.value !== "boolean") return WRONG_TYPE;
  const text = sourceText(entry, header);
  issues.push({
    code: "SK107",
    entry,
    message: `\`${entry.key}: ${text}\` is a ${typeof entry.value} in YAML; it is read as text`,
    help: `put it in quotes: \`${entry.key}: "${text}"\``,
    ...rewrite(entry, header, text, `"${text}"`),
  });
  return text;
}

/** Returns the value as written, on one line. */
function sourceText(entry: HeaderEntry, header: string): string {
  const start = entry.valueStart ?? entry.offset + entry.key.length + 1;
  if (entry.valueEnd !== undefined) return header.slice(start, entry.valueEnd);
  const newline = header.indexOf("\n", start);
  const line = header.slice(start, newline === -1 ? header.length : newline);
  const comment = line.indexOf(" #");
  return (comment === -1 ? line : line.slice(0, comment)).trim();
}

/** Returns the edit that replaces a one-line value. */
function rewrite(entry: HeaderEntry, header: string, written: string, text: string): { rewrite?: Edit } {
  const start = header.indexOf(written, entry.offset + entry.key.length + 1);
  return start === -1 || !/^[\w.+-]+$/.test(written) ? {} : { rewrite: { start, end: start + written.length, text } };
}

const YES: ReadonlySet<string> = new Set(["true", "yes", "on", "1"]);
const NO: ReadonlySet<string> = new Set(["false", "no", "off", "0"]);

function readBoolean(entry: HeaderEntry, header: string, issues: FieldIssue[]): unknown {
  if (typeof entry.value === "boolean") return entry.value;
  if (entry.value === null) return undefined;
  if (typeof entry.value === "object") return WRONG_TYPE;
  const word = String(entry.value).trim().toLowerCase();
  if (!YES.has(word) && !NO.has(word)) return WRONG_TYPE;
  issues.push({
    code: "SK107",
    entry,
    message: `\`${entry.key}: ${word}\` is not a boolean in YAML 1.2; it is read as \`${YES.has(word)}\``,
    help: `write \`${entry.key}: ${YES.has(word)}\``,
    ...rewrite(entry, header, sourceText(entry, header), String(YES.has(word))),
  });
  return YES.has(word);
}

/** Returns a mapping, even if it is written as JSON inside quotes, as OpenClaw reads it. */
function readMetadata({ value }: HeaderEntry): unknown {
  if (value === null) return undefined;
  if (typeof value !== "string" || !value.trimStart().startsWith("{")) return isMap(value) ? value : WRONG_TYPE;
  try {
    const parsed: unknown = JSON.parse(value);
    return isMap(parsed) ? parsed : WRONG_TYPE;
  } catch {
    return WRONG_TYPE;
  }
}

/** Reads granted tools. An item that is not text grants nothing and is reported. */
function readGrants(entry: HeaderEntry, _header: string, issues: FieldIssue[]): unknown {
  if (Array.isArray(entry.value) && entry.value.some((item) => typeof item === "object")) {
    issues.push({
      code: "SK118",
      entry,
      message: `an item of \`${entry.key}\` is not text, so it grants nothing`,
      help: "put it in quotes; permissions are never guessed",
    });
  }
  return readList(entry.value, splitTools);
}

/** Reads denied tools. Every name in any structure is denied. */
function readDenials(entry: HeaderEntry, _header: string, issues: FieldIssue[]): unknown {
  const { value, raw } = entry;
  if (value === null) return undefined;
  if (typeof value === "string" && !raw) return splitTools(value);
  const items: unknown[] = Array.isArray(value) ? value : [value];
  if (raw || items.some((item) => typeof item === "object")) {
    issues.push({
      code: "SK118",
      entry,
      message: `\`${entry.key}\` is not a plain list; every tool that it names is denied`,
      help: "write a list of tools, each in quotes",
    });
  }
  if (typeof value === "string")
    return splitTools(value)
      .map(bareName)
      .filter((name) => name !== "" && name !== "true");
  const names = items.flatMap((item) => (isMap(item) ? Object.entries(item).map(pairText) : [String(item)]));
  return names.map((name) => name.trim());
}

/** Removes brackets, quotes and colons around a name in a broken list. */
function bareName(text: string): string {
  return text.replace(/^[[{"']+/, "").replace(/(?<![\]}"':])[\]}"':]+$/, "");
}

/** Returns a pair as text. YAML reads `Bash(a: b)` as a mapping, but the author meant a text. */
function pairText([key, value]: [string, unknown]): string {
  return typeof value === "string" ? `${key}: ${value}` : key;
}

/** Splits globs at commas outside of `{a,b}`. */
function splitGlobs(text: string): string[] {
  return (text.match(/(?:[^,{]|\{[^}]*\}?)+/g) ?? []).map((glob) => glob.trim()).filter((glob) => glob !== "");
}

/** Returns the edit that renames a misspelt key to `key`. Returns undefined if the header already has that key. */
function renameTo(key: string, entries: readonly HeaderEntry[]): { rename?: string } {
  return entries.some((entry) => entry.key === key) ? {} : { rename: key };
}

function keepUnknown(
  manifest: Manifest,
  entry: HeaderEntry,
  entries: readonly HeaderEntry[],
  issues: FieldIssue[],
): void {
  const extra = (manifest.extra ?? {}) as Record<string, unknown>;
  Object.defineProperty(extra, entry.key, { value: entry.value, enumerable: true, configurable: true, writable: true });
  manifest.extra = extra;
  if (HOST_KEYS.has(entry.key)) return;
  const near = findNearKey(entry.key, KNOWN_KEYS);
  // A single word such as `trigger` or `argument` is usually the author's own key, and not a mistyped plural.
  const meant = near === `${entry.key}s` && !entry.key.includes("-") ? undefined : near;
  if (meant) {
    issues.push({
      code: "SK114",
      entry,
      message: `\`${entry.key}\` is not a known key; \`${meant}\` is`,
      help: `write \`${meant}\` if that is what you meant`,
      ...renameTo(meant, entries),
    });
  } else {
    issues.push({
      code: "SK113",
      entry,
      message: `\`${entry.key}\` is not a key of the specification`,
      help: "hosts ignore such keys; your own belong under `metadata`",
    });
  }
}

function nameType(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  return value === null ? "nothing" : typeof value === "object" ? "a mapping" : `a ${typeof value}`;
}
