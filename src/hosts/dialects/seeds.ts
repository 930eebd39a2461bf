/**
 * Dialects of four hosts that are defined by their documents: crabtalk, Aleph, caliban and pickle-bot. The documents
 * name the fields; the fences are those of the programs.
 */

import { isUtf8 } from "node:buffer";
import { lineNumber, nextLineEnd } from "../../model/text/text.ts";
import type { Dialect, DialectFailure, DialectReading } from "./dialect.ts";
import { readPython, serdeReader } from "./libyaml/read-libyaml.ts";
import type { FrontmatterFence } from "./readers/fences.ts";
import type { YamlFields, YamlReader } from "./readers/read-yaml.ts";
import { failedReading } from "./standard.ts";

/** Reads YAML as a Rust program does into a struct: every scalar is text, and equal keys are an error. */
const readStruct = serdeReader("name", "description");

/** Accepts leading blank lines, and white space around fences. */
const crabtalkFence: FrontmatterFence = (text) => {
  const start = firstBlack(text);
  if (!text.startsWith("---", start)) return "none";
  let from = start + 3;
  while (text[from] === "\n" || text[from] === "\r") from++;
  for (let at = from; at < text.length; ) {
    const end = nextLineEnd(text, at);
    if (text.slice(at, end).trim() === "---") {
      const body = text.slice(end).replace(/^[\r\n]+/, "");
      return { head: text.slice(from, at).trimEnd(), body, line: lineNumber(text, from) };
    }
    at = end + 1;
  }
  return "open";
};

/**
 * The first line starts with three dashes; any further text on it is ignored. `---` at the start of any later line
 * closes the frontmatter.
 */
const alephFence: FrontmatterFence = (text) => {
  const start = firstBlack(text);
  const newline = text.indexOf("\n", start);
  if (!text.startsWith("---", start) || newline === -1) return "none";
  const from = newline + 1;
  const found = text.indexOf("\n---", from);
  const close = found !== -1 ? found + 1 : text.startsWith("---", from) ? from : -1;
  if (close === -1) return "open";
  return { head: text.slice(from, close), body: text.slice(close + 3).trim(), line: lineNumber(text, from) };
};

/**
 * `---` alone on the first line opens the frontmatter. The next line that is only `---` closes it. If there is no such
 * line, the first line that starts with `---` closes it.
 */
const calibanFence: FrontmatterFence = (text) => {
  const start = /^\ufeff*/.exec(text)?.[0].length ?? 0;
  if (!text.startsWith("---\n", start)) return "none";
  const from = start + 4;
  const alone = text.indexOf("\n---\n", from);
  const close = alone === -1 ? text.indexOf("\n---", from) : alone;
  if (close === -1) return "open";
  return { head: text.slice(from, close), body: text.slice(close + 5), line: 2 };
};

/**
 * `---` alone on the first line opens the frontmatter, and `---` alone on a later line closes it. Each line must have a
 * line end.
 */
const pickleBotFence: FrontmatterFence = (text) => {
  if (!text.startsWith("---\n")) return "none";
  const close = text.indexOf("\n---\n", 4);
  return close === -1 ? "open" : { head: text.slice(4, close), body: text.slice(close + 5), line: 2 };
};

interface SeedReader {
  readonly fence: FrontmatterFence;
  readonly yaml: YamlReader;
  /** `normalised`: all line ends become LF, for Python, which accepts every kind of line end. */
  readonly newlines: "kept" | "normalised";
  /** Fields that must be maps if the file has them. */
  readonly maps?: readonly string[];
}

/** Rejects invalid UTF-8, missing frontmatter, broken YAML, and a name or description that is not text. */
function seed({ fence, yaml, newlines, maps = [] }: SeedReader): Dialect {
  return (bytes) => {
    const decoded = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
    if (!isUtf8(bytes)) return failedReading({ cause: "encoding", detail: "it is not UTF-8" }, decoded);
    const text = newlines === "normalised" ? decoded.replace(/\r\n?/g, "\n") : decoded;
    const split = fence(text);
    if (split === "none") return failedReading(missing("it does not begin with a `---` line"), text);
    if (split === "open") return failedReading(missing("the closing `---` is missing"), text);
    const head = yaml(split.head);
    if ("broken" in head) {
      const line = head.line === undefined ? {} : { line: head.line + split.line - 1 };
      return failedReading(
        { cause: "yaml", detail: `its frontmatter is not valid YAML: ${head.broken}`, ...line },
        split.body,
      );
    }
    if ("notMap" in head && split.head.trim() !== "")
      return failedReading(wrongType("its frontmatter is not a map"), split.body);
    return readFields("fields" in head ? head.fields : {}, split.body, maps);
  };
}

function readFields(fields: YamlFields, body: string, maps: readonly string[]): DialectReading {
  const name = fields["name"] ?? undefined;
  const description = fields["description"] ?? undefined;
  if (name !== undefined && typeof name !== "string")
    return failedReading(wrongType("`name` is not a string"), body, fields);
  if (description !== undefined && typeof description !== "string")
    return failedReading(wrongType("`description` is not a string"), body, fields);
  const wrong = maps.find((key) => !isMapOrNothing(fields[key]));
  if (wrong !== undefined) return failedReading(wrongType(`\`${wrong}\` is not a map`), body, fields);
  return { name, description, fields, body };
}

/** crabtalk (RFC 0036): reads `name`, `description`, and optional `allowed-tools`. */
export const crabtalk: Dialect = seed({
  fence: crabtalkFence,
  yaml: readStruct,
  newlines: "kept",
});

/**
 * Aleph (Skill System v2): reads `name` and `description`. Other files of Skillwright read `triggers`, `eligibility`
 * and `commands`.
 */
export const aleph: Dialect = seed({
  fence: alephFence,
  yaml: readStruct,
  newlines: "kept",
  maps: ["eligibility"],
});

/** caliban (ADR 0019): reads `name` and `description`, and keeps `metadata` as a map. */
export const caliban: Dialect = seed({
  fence: calibanFence,
  yaml: readStruct,
  newlines: "kept",
  maps: ["metadata"],
});

/** pickle-bot (Skill System Design): reads texts with Python's YAML. A number or a date is not text. */
export const pickleBot: Dialect = seed({ fence: pickleBotFence, yaml: readPython, newlines: "normalised" });

function missing(detail: string): DialectFailure {
  return { cause: "no-frontmatter", detail };
}

function wrongType(detail: string): DialectFailure {
  return { cause: "type", detail };
}

function isMapOrNothing(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "object" && !Array.isArray(value));
}

/**
 * Returns the index of the first character that is not white space. Rust does not treat a byte order mark as white
 * space.
 */
function firstBlack(text: string): number {
  let at = 0;
  while (at < text.length && text[at] !== "\ufeff" && /\s/.test(text[at] as string)) at++;
  return at;
}
