/**
 * As gemini-cli reads a SKILL.md. The frontmatter goes to js-yaml 4; unless that gives both a name and a description,
 * and both as text, its lines are read once more one by one, and then only these count. Which characters of a name the
 * host replaces is in its profile.
 */
import { load } from "js-yaml-4";
import type { Dialect, Reading } from "./dialect.ts";
import { nestsTooDeep } from "./readers/nesting.ts";

export const geminiCli: Dialect = (bytes) => {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  const cut = cutHeader(text);
  if (typeof cut === "string") return { ...NOTHING, body: text, failure: { cause: "no-frontmatter", detail: cut } };
  const taken = fromYaml(cut.header);
  const { name, description } = taken ?? fromLines(cut.header);
  return {
    name,
    description,
    fields: { ...(name === undefined ? {} : { name }), ...(description === undefined ? {} : { description }) },
    body: cut.body,
    ...(taken ? {} : { repaired: true }),
  };
};

const NOTHING: Reading = { name: undefined, description: undefined, fields: {}, body: "" };

interface Texts {
  readonly name: string | undefined;
  readonly description: string | undefined;
}

/** Opens with a line that is `---` and nothing else; closes at the next line that begins so, whatever follows in it. */
function cutHeader(text: string): { header: string; body: string } | string {
  const start = text.startsWith("---\n") ? 4 : text.startsWith("---\r\n") ? 5 : 0;
  if (start === 0) return "the first line is not `---`";
  const close = text.indexOf("\n---", start);
  if (close === -1) return "the closing fence is missing";
  const end = close > start && text[close - 1] === "\r" ? close - 1 : close;
  const rest = text.slice(close + 4);
  // Where more than three dashes stand in the closing line, the host takes the body for empty.
  const body = rest.startsWith("\n") || rest.startsWith("\r\n") ? rest.trim() : "";
  return { header: text.slice(start, end), body };
}

/** Longer ones go to the reader by lines alone. */
const MAX_HEADER = 1 << 20;
/** Aliases times length, where there are merge keys: the library copies every key that an alias stands for. */
const MAX_MERGING = 100_000_000;

function fromYaml(header: string): Texts | undefined {
  if (header.length > MAX_HEADER || nestsTooDeep(header) || mergesTooMuch(header)) return undefined;
  let value: unknown;
  try {
    value = load(header);
  } catch {
    // Not YAML, in whatever way: the host looks at the lines then.
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const { name, description } = value as Record<string, unknown>;
  return typeof name === "string" && typeof description === "string" ? { name, description } : undefined;
}

function mergesTooMuch(header: string): boolean {
  return header.includes("<<") && (header.split("*").length - 1) * header.length > MAX_MERGING;
}

/** The last `name:` and `description:` that begin a line, indented or not; an indented line goes on with a description. */
function fromLines(header: string): Texts {
  const lines = header.split(/\r?\n/);
  let name: string | undefined;
  let description: string | undefined;
  for (let at = 0; at < lines.length; at++) {
    const line = (lines[at] as string).trimStart();
    const named = valueAfter("name:", line);
    if (named !== undefined) {
      name = named;
      continue;
    }
    const described = valueAfter("description:", line);
    if (described === undefined) continue;
    const parts = [described];
    while (/^[ \t]+\S/.test(lines[at + 1] ?? "")) parts.push((lines[++at] as string).trim());
    description = parts.filter((part) => part !== "").join(" ");
  }
  return { name, description };
}

/** What follows the key, unless a stray line end is in it: such a line the host passes over. */
function valueAfter(key: string, line: string): string | undefined {
  if (!line.startsWith(key)) return undefined;
  const value = line.slice(key.length).trimStart();
  return /[\r\u2028\u2029]/.test(value) ? undefined : value.trimEnd();
}
