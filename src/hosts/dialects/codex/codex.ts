/**
 * Reads SKILL.md as Codex does: strict UTF-8, optionally indented fences, libyaml and serde_yaml, and one repair of
 * unquoted values. White space is collapsed.
 */
import type { Dialect, DialectFailure, DialectReading } from "../dialect.ts";
import { isYamlValue } from "../libyaml/libyaml-any.ts";
import { readDocument } from "../libyaml/libyaml-events.ts";
import { YamlProblem } from "../libyaml/libyaml-reader.ts";
import { EventCursor, YamlTypeProblem } from "../libyaml/libyaml-values.ts";

export const codex: Dialect = (bytes) => {
  const text = decodeStrictly(bytes);
  if (text === undefined) return failed({ cause: "encoding", detail: "it is not UTF-8" }, "");
  const split = findFrontmatter(text);
  if ("cause" in split) return failed(split, text);
  const direct = parse(split.yaml);
  const repaired = "cause" in direct ? repair(split.yaml) : undefined;
  const parsed = repaired === undefined ? direct : parse(repaired);
  if (!("cause" in parsed)) return { ...parsed, body: split.body, ...(repaired !== undefined && { repaired: true }) };
  return failed("cause" in direct ? direct : parsed, split.body);
};

/** Decodes UTF-8; returns undefined if the bytes are not valid. */
export function decodeStrictly(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const failed = (failure: DialectFailure, body: string): DialectReading => ({
  name: undefined,
  description: undefined,
  fields: {},
  body,
  failure,
});

function findFrontmatter(text: string): { yaml: string; body: string } | DialectFailure {
  const missing = (detail: string): DialectFailure => ({ cause: "no-frontmatter", detail, line: 1 });
  let end = lineEnd(text, 0);
  if (trim(text.slice(0, end)) !== "---") return missing("the first line is not `---`");
  const lines: string[] = [];
  while (end < text.length) {
    const start = end;
    end = lineEnd(text, start);
    const line = dropLineEnd(text.slice(start, end));
    if (trim(line) !== "---") lines.push(line);
    else if (lines.length === 0) return missing("the frontmatter is empty");
    else return { yaml: lines.join("\n"), body: text.slice(end) };
  }
  return missing("the closing fence is missing");
}

function lineEnd(text: string, start: number): number {
  const at = text.indexOf("\n", start);
  return at < 0 ? text.length : at + 1;
}

const dropLineEnd = (line: string): string => line.replace(/\r?\n$/, "");

type Parsed = Omit<DialectReading, "body">;

function parse(yaml: string): Parsed | DialectFailure {
  try {
    const raw: { name?: string; description?: string; short?: string } = {};
    const keep = (key: keyof typeof raw) => (cursor: EventCursor) => {
      const value = cursor.optionalText();
      if (value !== undefined) raw[key] = collapse(value);
    };
    new EventCursor(readDocument(yaml)).fields({
      name: keep("name"),
      description: keep("description"),
      metadata: (cursor) => cursor.fields({ "short-description": keep("short") }),
    });
    const { name, description, short } = raw;
    const fields = {
      ...(name && { name }),
      ...(description !== undefined && { description }),
      ...(short && { metadata: { "short-description": short } }),
    };
    return { name: name || undefined, description, fields };
  } catch (problem) {
    if (!(problem instanceof YamlProblem)) throw problem;
    const cause = problem instanceof YamlTypeProblem ? "type" : "yaml";
    return { cause, detail: problem.message, line: problem.line + 2 };
  }
}

/**
 * Quotes each value that contains a second `: `, or that starts like a flow value (`[` or `{`) but is not a flow value.
 * Returns undefined if there is no such value.
 */
function repair(yaml: string): string | undefined {
  let changed = false;
  let block: number | undefined;
  const lines = yaml.split("\n");
  if (lines.at(-1) === "") lines.pop();
  const repaired = lines.map((raw, at) => {
    const line = at < lines.length - 1 || yaml.endsWith("\n") ? raw.replace(/\r$/, "") : raw;
    const indent = /^ */.exec(line)![0].length;
    if (block !== undefined && (trim(line) === "" || indent > block)) return line;
    block = undefined;
    const value = lineValue(line);
    if (!value) return line;
    if (value.scalar.startsWith("|") || value.scalar.startsWith(">")) block = indent;
    if (!needsQuotes(value.scalar)) return line;
    changed = true;
    return `${value.before}'${value.scalar.replaceAll("'", "''")}'${value.comment}`;
  });
  return changed ? repaired.join("\n") : undefined;
}

/** Returns the value after the first colon of a line, without a comment. */
function lineValue(line: string): { before: string; scalar: string; comment: string } | undefined {
  const colon = line.indexOf(":");
  const rest = line.slice(colon + 1);
  if (colon < 0 || trim(line.slice(0, colon)) === "" || (rest !== "" && !SPACE.test(rest.charAt(0)))) return undefined;
  const start = line.length - rest.replace(LEADING, "").length;
  const comment = COMMENT.exec(line.slice(start));
  const end = comment ? start + comment.index : line.length;
  const scalar = line.slice(start, end).replace(TRAILING, "");
  if (scalar === "") return undefined;
  return { before: line.slice(0, start), scalar, comment: comment ? line.slice(start + scalar.length) : "" };
}

function needsQuotes(scalar: string): boolean {
  if (/^[|>'"]/.test(scalar)) return false;
  return COLON.test(scalar) || (/^[[{@`]/.test(scalar) && !isYamlValue(scalar));
}

/** White space of Unicode. JavaScript's `\s` is different: it includes U+FEFF and excludes U+0085. */
const WHITE = "\\t-\\r \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const SPACE = new RegExp(`^[${WHITE}]`);
const LEADING = new RegExp(`^[${WHITE}]+`);
const TRAILING = new RegExp(`(?<![${WHITE}])[${WHITE}]+$`);
const COMMENT = new RegExp(`(?<=^|[${WHITE}])#`);
const COLON = new RegExp(`:[${WHITE}]`);
const RUNS = new RegExp(`[${WHITE}]+`, "g");

/** Removes surrounding white space. */
export const trim = (text: string): string => text.replace(LEADING, "").replace(TRAILING, "");

const collapse = (text: string): string => trim(text.replace(RUNS, " "));
