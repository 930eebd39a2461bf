/**
 * Reads files as Kimi Code does: js-yaml 4 parses the text between two lines that are `---` after trimming. A
 * `SKILL.md` needs a name and a description. A Markdown file beside the skills does not; its first line is its
 * description.
 */
import type { Dialect, DialectFailure, DialectReading } from "./dialect.ts";
import { readJsYaml } from "./readers/read-js-yaml.ts";
import { failedReading } from "./standard.ts";

export const kimiCode: Dialect = (bytes) => {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  const lines = text.split(/\r?\n/);
  const isFence = (line: string): boolean => line.trim() === "---";
  if (!isFence(lines[0] ?? ""))
    return failedReading({ cause: "no-frontmatter", detail: "the first line is not `---`" }, text.trim());
  const close = lines.findIndex((line, at) => at > 0 && isFence(line));
  if (close === -1) return failedReading({ cause: "yaml", detail: "the closing `---` is missing" }, text);
  const body = lines
    .slice(close + 1)
    .join("\n")
    .trim();
  const head = lines.slice(1, close).join("\n").trim();
  const parsed = head === "" ? null : readJsYaml(head);
  if (parsed === undefined) return failedReading({ cause: "yaml", detail: "its frontmatter is not valid YAML" }, body);
  const value = parsed ?? {};
  if (typeof value !== "object" || Array.isArray(value))
    return failedReading({ cause: "type", detail: "its frontmatter is not a map" }, body);
  return withFields(value as Record<string, unknown>, body);
};

/** Reads a file `name.md` in a skills directory. */
export const kimiCodeFile: Dialect = (bytes) => {
  const reading = kimiCode(bytes);
  if (reading.failure && reading.failure.cause !== "no-frontmatter") return reading;
  const { failure: _, ...rest } = reading;
  return reading.description === undefined ? { ...rest, ...firstLine(rest.body) } : rest;
};

/** Skill types that the model may call. The next constant has the types that the host hides from the model. */
const INLINE = [undefined, "prompt", "inline"];
const UNLISTED = ["flow", "reference"];

function withFields(written: Record<string, unknown>, body: string): DialectReading {
  const fields: Record<string, unknown> = { ...written };
  for (const [alias, key] of ALIASES) if (alias in written) fields[key] = written[alias];
  const type = textOf(fields["type"]) ?? fields["type"];
  if (UNLISTED.includes(type as string)) fields["disable-model-invocation"] = true;
  else if (!INLINE.includes(type as string)) return failedReading(UNKNOWN_TYPE, body, fields);
  return { name: textOf(fields["name"]), description: textOf(fields["description"]), fields, body };
}

const ALIASES = [
  ["disable_model_invocation", "disable-model-invocation"],
  ["disableModelInvocation", "disable-model-invocation"],
  ["when-to-use", "when_to_use"],
  ["whenToUse", "when_to_use"],
] as const;

const UNKNOWN_TYPE: DialectFailure = {
  cause: "type",
  detail: "`type` is none of `prompt`, `inline`, `flow` and `reference`",
};

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

const MAX_FIRST_LINE = 240;

function firstLine(body: string): Pick<DialectReading, "description" | "descriptionFrom"> {
  const line = body
    .split(/\r?\n/)
    .map((each) => each.trim())
    .find((each) => each !== "");
  if (line === undefined) return { description: "No description provided." };
  const description = line.length > MAX_FIRST_LINE ? `${line.slice(0, MAX_FIRST_LINE - 1)}…` : line;
  return { description, descriptionFrom: "body" };
}
