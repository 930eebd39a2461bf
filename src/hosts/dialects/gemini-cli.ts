/**
 * Reads SKILL.md as gemini-cli does. js-yaml 4 parses the frontmatter. If the name or the description is not a text,
 * the host reads the lines one by one instead. The profile lists characters that the host replaces in names.
 */
import type { Dialect, DialectReading } from "./dialect.ts";
import { readJsYaml } from "./readers/read-js-yaml.ts";

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

const NOTHING: DialectReading = { name: undefined, description: undefined, fields: {}, body: "" };

interface Texts {
  readonly name: string | undefined;
  readonly description: string | undefined;
}

/** Splits the frontmatter. It is between a line of only `---` and the next line that starts with `---`. */
function cutHeader(text: string): { header: string; body: string } | string {
  const start = text.startsWith("---\n") ? 4 : text.startsWith("---\r\n") ? 5 : 0;
  if (start === 0) return "the first line is not `---`";
  const close = text.indexOf("\n---", start);
  if (close === -1) return "the closing fence is missing";
  const end = close > start && text[close - 1] === "\r" ? close - 1 : close;
  const rest = text.slice(close + 4);
  // If the closing line has more than three dashes, the host treats the body as empty.
  const body = rest.startsWith("\n") || rest.startsWith("\r\n") ? rest.trim() : "";
  return { header: text.slice(start, end), body };
}

/** Returns the texts from the YAML; undefined if the host reads the lines instead. */
function fromYaml(header: string): Texts | undefined {
  const value = readJsYaml(header);
  if (typeof value !== "object" || value === null) return undefined;
  const { name, description } = value as Record<string, unknown>;
  return typeof name === "string" && typeof description === "string" ? { name, description } : undefined;
}

/**
 * Reads the last line with `name:` and the last line with `description:`. These lines may be indented. Indented lines
 * after a description continue it.
 */
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

/** Returns the text after the key. The host ignores a line that contains an unusual line end. */
function valueAfter(key: string, line: string): string | undefined {
  if (!line.startsWith(key)) return undefined;
  const value = line.slice(key.length).trimStart();
  return /[\r\u2028\u2029]/.test(value) ? undefined : value.trimEnd();
}
