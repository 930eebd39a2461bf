/**
 * The full parser of a frontmatter block. It reads complete YAML; if that fails, it reads entry by entry, so that a bad
 * line costs one key and not the skill. It returns entries and repairs. It does not know the meaning of keys, but marks
 * raw values, so that a repair never grants rights.
 */
import { findTag, parseYaml, toValue, YamlError, type YamlMap, type YamlNode } from "../yaml/parse-yaml.ts";
import { type Header, type HeaderEntry, type HeaderIssue, inlineValue } from "./entries.ts";

export function parseHeader(header: string): Header {
  const issues: HeaderIssue[] = [];
  reportTabs(header, issues);
  const text = header.includes("\t") ? untab(header) : header;
  const whole = tryYaml(text);
  const entries = whole.node?.kind === "map" ? fromMap(whole.node, issues) : recover(text, issues, whole.error);
  if (whole.aliases > 0) {
    const offset = whole.firstAlias;
    issues.push({
      code: "SK120",
      offset,
      length: 1,
      message: "the frontmatter uses YAML aliases",
      help: "write the value out: several hosts refuse anchors and aliases",
    });
  }
  for (const entry of entries) reportLostText(header, entry, issues);
  return { entries, issues };
}

interface Attempt {
  readonly node: YamlNode | undefined;
  readonly error: YamlError | undefined;
  readonly aliases: number;
  readonly firstAlias: number;
}

function tryYaml(text: string): Attempt {
  try {
    const { root, aliases, firstAlias } = parseYaml(text);
    return { node: root, error: undefined, aliases, firstAlias };
  } catch (error) {
    if (error instanceof YamlError) return { node: undefined, error, aliases: 0, firstAlias: -1 };
    throw error;
  }
}

function fromMap(map: YamlMap, issues: HeaderIssue[]): HeaderEntry[] {
  const found = new Entries(issues);
  for (const { key, keyStart, value } of map.entries) {
    const tagged = findTag(value);
    if (tagged) {
      issues.push({
        code: "SK121",
        offset: tagged.start,
        length: tagged.tag.length,
        message: `the YAML tag \`${tagged.tag}\` is ignored`,
        help: "remove the tag: skills cannot use tags",
      });
    }
    found.add({
      key,
      value: toValue(value),
      offset: keyStart,
      raw: false,
      ...positionOf(value, 0),
      ...treeOf(value, 0),
    });
  }
  return found.list;
}

function positionOf(node: YamlNode, shift: number): Pick<HeaderEntry, "valueStart" | "valueEnd"> {
  if (node.start < 0) return {};
  return { valueStart: node.start + shift, ...(node.kind === "scalar" ? { valueEnd: node.end + shift } : {}) };
}

/** Returns the tree of a value that has parts. A scalar has no parts, so it needs no tree. */
function treeOf(node: YamlNode, shift: number): Pick<HeaderEntry, "tree"> {
  return node.kind === "scalar" ? {} : { tree: { node, shift } };
}

/** Collects the entries of a block. The last duplicate key wins, as in JSON, and is reported. */
class Entries {
  readonly list: HeaderEntry[] = [];
  readonly #places = new Map<string, number>();
  readonly #issues: HeaderIssue[];

  constructor(issues: HeaderIssue[]) {
    this.#issues = issues;
  }

  add(entry: HeaderEntry): void {
    const earlier = this.#places.get(entry.key);
    if (earlier === undefined) {
      this.#places.set(entry.key, this.list.length);
      this.list.push(entry);
      return;
    }
    this.list[earlier] = entry;
    this.#issues.push({
      code: "SK109",
      offset: entry.offset,
      length: entry.key.length,
      message: `\`${entry.key}\` appears twice in the frontmatter; the second one wins`,
      help: "remove one of the two entries: hosts disagree on which one they read",
    });
  }
}

/** Splits the text into chunks: a top-level `key:` line and everything up to the next such line. */
function recover(text: string, issues: HeaderIssue[], error: YamlError | undefined): HeaderEntry[] {
  const found = new Entries(issues);
  let failed = 0;
  for (const chunk of chunks(text)) {
    const source = text.slice(chunk.start, chunk.end);
    const { node, error: why } = tryYaml(source);
    const pair = node?.kind === "map" && node.entries.length === 1 ? node.entries[0] : undefined;
    if (pair) {
      const offset = chunk.start + pair.keyStart;
      const { key, value } = pair;
      const place = { ...positionOf(value, chunk.start), ...treeOf(value, chunk.start) };
      found.add({ key, value: toValue(value), offset, raw: false, ...place });
      continue;
    }
    failed++;
    found.add({ key: chunk.key, value: rawText(source.slice(chunk.key.length + 1)), offset: chunk.start, raw: true });
    // If an alias is unknown in its chunk, its anchor may be in another chunk. In that case, the error of the whole
    // header is reported.
    issues.push(repairIssue(text, chunk, why?.message.startsWith("alias") ? (error ?? why) : why));
  }
  if (failed === 0 && error) {
    issues.push({
      code: "SK003",
      offset: error.offset,
      length: 1,
      message: `the frontmatter is not valid YAML (${error.message}); each key was read by itself`,
      help: "indent every continued line, and keep one `key: value` to a line",
    });
  }
  return found.list;
}

interface Chunk {
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

const KEY_LINE = /^([A-Za-z_][\w.-]{0,63})[ \t]*:(?=[ \t]|$)/gm;

function chunks(text: string): Chunk[] {
  const found = [...text.matchAll(KEY_LINE)].map((match) => ({ key: match[1] as string, start: match.index }));
  return found.map((chunk, index) => ({ ...chunk, end: found[index + 1]?.start ?? text.length }));
}

/** Returns the text of an invalid YAML value as one line, without quotes or block markers. */
function rawText(source: string): string {
  let text = source
    .replace(/^[ \t]*:?[ \t]*/, "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !/^[-=*_]{3,}$/.test(line))
    .join(" ");
  text = text.replace(/^[>|][-+]?[ \t]+/, "");
  return withoutQuotes(text);
}

/**
 * Removes the quotes around a text, or an unclosed quote at its start. `"PDF" tools` keeps its quotes, because only its
 * first word is quoted.
 */
function withoutQuotes(text: string): string {
  const quote = text[0];
  if (quote !== '"' && quote !== "'") return text;
  const closed = text.length > 1 && text.endsWith(quote);
  // An apostrophe inside a word does not end a quote.
  const more = quote === '"' ? text.includes('"', 1) : /'(?!\w)|(?<!\w)'/.test(text.slice(1));
  if (!closed && more) return text;
  const inner = closed ? text.slice(1, -1) : text.slice(1);
  return quote === '"' ? inner.replace(/\\(["\\])/g, "$1") : inner;
}

/** Matches a quoted word with text after it: `"PDF" tools`. */
const FOLLOWED = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')[ \t]*[^ \t]/;

function repairIssue(header: string, chunk: Chunk, error: YamlError | undefined): HeaderIssue {
  const value = inlineValue(header, { offset: chunk.start });
  const text = header.slice(value.start, value.end);
  const oneLine = header.slice(value.end, chunk.end).trim() === "";
  const colon = /^[^"'[{|>&*!%@`]/.test(text) && (text.includes(": ") || text.endsWith(":"));
  const why = colon
    ? "an unquoted `: ` begins a new mapping"
    : oneLine && FOLLOWED.test(text)
      ? "text follows its closing quote"
      : (error?.message ?? "it is not `key: value`");
  return {
    code: "SK003",
    offset: value.start,
    length: Math.max(1, value.end - value.start),
    message: `\`${chunk.key}\` is not valid YAML: ${why}; it was read as plain text`,
    help: colon
      ? `put the value in quotes: \`${chunk.key}: ${quoteYaml(text)}\``
      : "put the value in quotes, or indent every line of it under its key",
    key: chunk.key,
    ...(oneLine && text !== ""
      ? { fix: [{ start: value.start, end: value.end, text: quoteYaml(rawText(text)) }] }
      : {}),
  };
}

/** Returns a YAML double-quoted scalar. */
export function quoteYaml(text: string): string {
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

const TEXT_KEYS: ReadonlySet<string> = new Set([
  "name",
  "description",
  "when_to_use",
  "compatibility",
  "argument-hint",
]);

/** Reports text that is lost to a comment: `Fix issue #12` ends at `issue`. */
function reportLostText(header: string, entry: HeaderEntry, issues: HeaderIssue[]): void {
  if (typeof entry.value !== "string" || entry.raw) return;
  const { start, end } = inlineValue(header, entry);
  const line = header.slice(start, end);
  const hash = line.indexOf(" #");
  if (hash === -1 || /^["'|>[{&*!]/.test(line)) return;
  const certain = TEXT_KEYS.has(entry.key) || /^ #[^\s#]/.test(line.slice(hash));
  if (!certain || line.slice(0, hash).trimEnd() !== entry.value) return;
  issues.push({
    code: "SK110",
    offset: start + hash + 1,
    length: line.length - hash - 1,
    message: `the text after \` #\` is a YAML comment and is lost: \`${entry.key}\` ends at \`${entry.value.slice(-24)}\``,
    help: `put the value in quotes: \`${entry.key}: ${quoteYaml(line)}\``,
    fix: [{ start, end, text: quoteYaml(line) }],
  });
}

function reportTabs(header: string, issues: HeaderIssue[]): void {
  const at = header.search(/^ *\t/m);
  if (at === -1) return;
  const offset = header.indexOf("\t", at);
  const fix = [...header.matchAll(/^[ \t]*\t[ \t]*/gm)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    text: match[0].replaceAll("\t", "  "),
  }));
  issues.push({
    code: "SK119",
    offset,
    length: 1,
    message: "a tab indents this line; YAML allows only spaces",
    help: "indent with two spaces",
    fix,
  });
}

/** Replaces each tab in an indentation by one blank, so that offsets stay valid. */
function untab(header: string): string {
  return header.replace(/^[ \t]+/gm, (blanks) => blanks.replaceAll("\t", " "));
}
