/**
 * Reads SKILL.md as pi does: normalized line ends, a lenient fence, and the `yaml` library with its defaults (no merge
 * keys, no repeated keys, few aliases). A name or description that is not text is missing.
 */
import { type Document, isAlias, isCollection, isScalar, parseDocument, visit, type YAMLMap } from "yaml";
import type { Dialect, DialectFailure, DialectReading } from "./dialect.ts";
import { nestsTooDeep } from "./readers/nesting.ts";

export const pi: Dialect = (bytes) => readWith(bytes, { isStrict: false });

/**
 * Reads as pi did before 0.87.1: a byte order mark hid the frontmatter, and a name or description that is not text was
 * an error.
 */
export const olderPi: Dialect = (bytes) => readWith(bytes, { isStrict: true });

function readWith(bytes: Uint8Array, { isStrict }: { isStrict: boolean }): DialectReading {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  const text = (isStrict ? raw : raw.replace(/^\ufeff/, "")).replace(/\r\n?/g, "\n");
  const cut = cutHeader(text);
  if (typeof cut === "string") return { ...NOTHING, body: text, failure: { cause: "no-frontmatter", detail: cut } };
  const parsed = parseHeader(cut.header, cut.line);
  if ("failure" in parsed) return { ...NOTHING, body: cut.body, failure: parsed.failure };
  return { ...take(parsed.fields, isStrict), body: cut.body };
}

const NOTHING: DialectReading = { name: undefined, description: undefined, fields: {}, body: "" };

/**
 * Splits the frontmatter. Any line that starts with `---` opens the frontmatter. The text after the fourth character of
 * that line is already YAML.
 */
function cutHeader(text: string): { header: string; body: string; line: number } | string {
  if (!text.startsWith("---")) return "the file does not begin with `---`";
  const close = text.indexOf("\n---", 3);
  if (close === -1) return "the closing fence is missing";
  return { header: text.slice(4, close), body: text.slice(close + 4).trim(), line: text[3] === "\n" ? 2 : 1 };
}

/**
 * Limits of the frontmatter. The library's time grows with the square of the number of errors, so a longer text may
 * have only few marks.
 */
const MAX_HEADER = 1 << 20;
const MAX_DENSE_HEADER = 1 << 16;
const MAX_MARKS = 6000;
/** Maximum product of aliases and length, because the library searches the whole document for each alias. */
const MAX_ALIASING = 20_000_000;
/**
 * Maximum levels of collections that are keys inside of keys. The library converts each such key to text again for
 * every level around it.
 */
const MAX_KEYS_IN_KEYS = 6;

type Parsed = { readonly fields: unknown } | { readonly failure: DialectFailure };

function parseHeader(header: string, first: number): Parsed {
  if (header === "") return { fields: {} };
  if (isTooLong(header)) return broken("the frontmatter is too long");
  if (nestsTooDeep(header)) return broken("the frontmatter nests too deep");
  try {
    // The library's own check is off, because it compares each key with all keys before it. Repeated keys are detected
    // later.
    const document = parseDocument(header, { logLevel: "error", prettyErrors: false, uniqueKeys: false });
    const [error] = document.errors;
    if (error) return broken(describe(error.code), lineAt(header, error.pos[0], first));
    const twice = findRepeatedKey(document);
    if (twice !== undefined) return broken("a key is repeated", lineAt(header, twice, first));
    if (isLabyrinth(document, header.length)) return broken("it takes too long to resolve");
    return { fields: document.toJS() ?? {} };
  } catch {
    // The library throws for an alias without an anchor, and for more aliases than it resolves.
    return broken("its aliases cannot be resolved");
  }
}

function isTooLong(header: string): boolean {
  if (header.length <= MAX_DENSE_HEADER) return false;
  return header.length > MAX_HEADER || (header.match(/[\n\t,[\]{}"'#&*!|>%@`]/g)?.length ?? 0) > MAX_MARKS;
}

function broken(detail: string, line?: number): Parsed {
  return { failure: { cause: "yaml", detail, ...(line === undefined ? {} : { line }) } };
}

/** Returns an error code of the library in words: `BAD_INDENT` becomes `the YAML is broken (bad indent)`. */
function describe(code: string): string {
  return `the YAML is broken (${code.toLowerCase().replaceAll("_", " ")})`;
}

/** Returns the line of the file. The header starts in line `first`. */
function lineAt(header: string, offset: number, first: number): number {
  let line = first;
  for (let at = header.indexOf("\n"); at !== -1 && at < offset; at = header.indexOf("\n", at + 1)) line++;
  return line;
}

/** Returns the offset of the first repeated key. */
function findRepeatedKey(document: Document.Parsed): number | undefined {
  let found: number | undefined;
  visit(document, {
    Map: (_, map) => {
      found = repeatedKey(map);
      return found === undefined ? undefined : visit.BREAK;
    },
  });
  return found;
}

function repeatedKey(map: YAMLMap): number | undefined {
  const seen = new Set<unknown>();
  for (const { key } of map.items) {
    if (!isScalar(key) || Number.isNaN(key.value)) continue;
    if (seen.has(key.value)) return key.range?.[0] ?? 0;
    seen.add(key.value);
  }
  return undefined;
}

/** Returns true if resolving the document would take too long. */
function isLabyrinth(document: Document.Parsed, length: number): boolean {
  let aliases = 0;
  let keys = 0;
  let deepest = 0;
  visit(document, {
    Node: (_, node) => {
      if (isAlias(node)) aliases++;
    },
    Pair: (_, pair, path) => {
      if (!isCollection(pair.key)) return;
      keys++;
      deepest = Math.max(deepest, path.filter((above) => "key" in above && isCollection(above.key)).length);
    },
  });
  return (aliases + keys) * length > MAX_ALIASING || deepest > MAX_KEYS_IN_KEYS;
}

/**
 * Returns the fields of a skill. Values that are falsy in JavaScript are treated as missing, except an empty
 * description.
 */
function take(value: unknown, isStrict: boolean): Omit<DialectReading, "body"> {
  const fields = fieldsOf(value);
  const { name, description } = fields;
  const wrong = [
    ["description", description],
    ["name", name],
  ].find(([, given]) => given && typeof given !== "string");
  if (wrong && isStrict) return { ...NOTHING, fields, failure: notText(String(wrong[0])) };
  return {
    name: typeof name === "string" && name !== "" ? name : undefined,
    description: typeof description === "string" ? description : undefined,
    fields,
  };
}

function notText(key: string): DialectFailure {
  return { cause: "type", detail: `\`${key}\` is not text` };
}

/** Returns the fields of a parsed header. `!!merge` turns a header into a symbol, whose only field is a description. */
function fieldsOf(value: unknown): Record<string, unknown> {
  if (typeof value === "symbol") return { description: value.description };
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}
