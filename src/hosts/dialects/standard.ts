/**
 * The common steps of most hosts: decode, split, parse, check types, read name and description, finish. Options
 * describe the differences, and `documented.ts` sets them for each host. Every sequence of bytes gives a reading.
 */

import { isUtf8 } from "node:buffer";
import { isMap } from "../../model/schema.ts";
import type { Dialect, DialectFailure, DialectReading } from "./dialect.ts";
import { readPython } from "./libyaml/read-libyaml.ts";
import { FENCES, type HeadAndBody } from "./readers/fences.ts";
import { grayMatter } from "./readers/gray-matter.ts";
import { readCore, type YamlFields, type YamlHead, type YamlReader } from "./readers/read-yaml.ts";

export interface StandardOptions {
  /**
   * The handling of invalid UTF-8. The bytes are replaced, are an error, are an error only in the head, or crash the
   * program.
   */
  readonly bytes: "replaced" | "strict" | "strict-head" | "crash";
  /** `kept`: a byte order mark stays in the text and precedes the fence. */
  readonly bom: "stripped" | "kept";
  /** `normalised`: CRLF and CR become LF before anything else is read. */
  readonly newlines: "normalised" | "kept";
  /** `gray-matter` is the library with that name, which also parses the YAML. `fences.ts` has the other fences. */
  readonly fence: keyof typeof FENCES | "gray-matter";
  /** The result if the opening fence is missing. `unclosed` is the result for a fence that is never closed. */
  readonly unfenced: "no-fields" | "failure";
  readonly unclosed: "no-fields" | "failure";
  /**
   * The YAML reader. `yaml` is the library with that name, `pyyaml` is Python's library, and a function is another
   * reader.
   */
  readonly yaml: "yaml" | "pyyaml" | YamlReader;
  /** The result if the head is a list or a text instead of a map. An empty head has no fields in every host. */
  readonly notMap: "no-fields" | "failure";
  /**
   * Types of name and description. `strings`: other values are treated as missing. `strict`: other values are errors.
   * `truthy`: like `strict`, but falsy values of Python are missing. `text`: values are converted to text.
   */
  readonly types: "strings" | "strict" | "truthy" | "text";
  /** `trimmed`: white space around name and description is removed, and an empty value is missing. */
  readonly spaces: "kept" | "trimmed";
  readonly body: "kept" | "trimmed";
  /** Required types of other fields. A value of another type rejects the skill. */
  readonly shapes?: Readonly<Record<string, keyof typeof SHAPES>>;
  /** Fields that are booleans, or quoted words that stand for a boolean. */
  readonly switches?: readonly string[];
  /** Changes a successful reading as the last step. */
  readonly finish?: (reading: DialectReading, text: string) => DialectReading;
}

export function standardDialect(options: StandardOptions): Dialect {
  return (bytes) => {
    const text = decode(bytes, options);
    const isText = isUtf8(bytes);
    if (!isText && (options.bytes === "strict" || options.bytes === "crash")) return notText(options.bytes, text);
    const cut = cutHead(text, options);
    if (typeof cut === "string") return withoutHead(cut, text, options);
    if (!isText && options.bytes === "strict-head" && cut.head.includes("\ufffd")) return notText("strict", cut.body);
    const reading = readHead(cut, options);
    return reading.failure || !options.finish ? reading : options.finish(reading, text);
  };
}

/** A split head. The function that found the fence may have parsed the head already. */
interface Cut extends HeadAndBody {
  readonly read?: YamlHead;
}

function cutHead(text: string, { fence }: StandardOptions): Cut | "none" | "open" {
  if (fence !== "gray-matter") return FENCES[fence](text);
  const matter = grayMatter(text);
  if ("broken" in matter) return { head: text, body: text, line: 1, read: matter };
  if (!matter.fenced) return "none";
  const { data, body } = matter;
  return { head: text, body, line: 1, read: isMap(data) ? { fields: data } : { notMap: true } };
}

function withoutHead(why: "none" | "open", text: string, options: StandardOptions): DialectReading {
  const detail = why === "none" ? "it does not begin with a `---` line" : "the closing `---` is missing";
  if ((why === "none" ? options.unfenced : options.unclosed) === "failure")
    return failedReading({ cause: "no-frontmatter", detail }, text);
  const reading = { name: undefined, description: undefined, fields: {}, body: bodyOf(text, options) };
  return options.finish ? options.finish(reading, text) : reading;
}

function decode(bytes: Uint8Array, { bom, newlines }: StandardOptions): string {
  let text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  if (bom === "stripped" && text.charCodeAt(0) === 0xfeff) text = text.slice(1);
  return newlines === "normalised" ? text.replace(/\r\n?/g, "\n") : text;
}

function readHead(cut: Cut, options: StandardOptions): DialectReading {
  const body = bodyOf(cut.body, options);
  const head = cut.read ?? readYaml(cut.head, options);
  if ("broken" in head) {
    const line = head.line === undefined ? {} : { line: head.line + cut.line - 1 };
    return failedReading({ cause: "yaml", detail: `its frontmatter is not valid YAML: ${head.broken}`, ...line }, body);
  }
  if ("notMap" in head && options.notMap === "failure")
    return failedReading({ cause: "type", detail: "its frontmatter is not a map" }, body);
  const fields = shape("fields" in head ? head.fields : {}, options);
  if ("detail" in fields) return failedReading(fields, body);
  const name = textOf(fields.value["name"], "name", options);
  const description = textOf(fields.value["description"], "description", options);
  if (typeof name === "object") return failedReading(name, body, fields.value);
  if (typeof description === "object") return failedReading(description, body, fields.value);
  const repaired = "repaired" in head && head.repaired ? { repaired: true } : {};
  return { name, description, fields: fields.value, body, ...repaired };
}

function readYaml(head: string, { yaml }: StandardOptions): YamlHead {
  if (head.trim() === "") return { fields: {} };
  if (typeof yaml === "function") return yaml(head);
  return yaml === "pyyaml" ? readPython(head) : readCore(head);
}

/** Types that hosts with typed fields require. A null value is always treated as missing. */
const SHAPES = {
  /** Any value except a list or a map. */
  scalar: (value: unknown): boolean => typeof value !== "object",
  string: (value: unknown): boolean => typeof value === "string",
  boolean: (value: unknown): boolean => typeof value === "boolean",
  /** A boolean, or a word that Go reads as a boolean. */
  switch: (value: unknown): boolean => typeof value === "boolean" || (typeof value === "string" && GO_WORD.test(value)),
  list: (value: unknown): boolean => Array.isArray(value),
  map: (value: unknown): boolean => isMap(value),
  "map-of-scalars": (value: unknown): boolean =>
    isMap(value) && Object.values(value).every((each) => each === null || typeof each !== "object"),
} as const;

const GO_WORD = /^(?:y|Y|yes|Yes|YES|on|On|ON|n|N|no|No|NO|off|Off|OFF)$/;
const YES = /^(?:true|yes|on|y|1)$/i;
const NO = /^(?:false|no|off|n|0)$/i;

function shape(
  fields: YamlFields,
  { shapes = {}, switches = [] }: StandardOptions,
): { value: YamlFields } | DialectFailure {
  for (const [key, wanted] of Object.entries(shapes)) {
    const value = fields[key];
    if (value !== undefined && value !== null && !SHAPES[wanted](value))
      return { cause: "type", detail: `\`${key}\` is not a ${wanted.replaceAll("-", " ")}` };
  }
  const value = { ...fields };
  for (const key of switches) {
    const written = value[key];
    if (typeof written === "string" && YES.test(written)) value[key] = true;
    else if (typeof written === "string" && NO.test(written)) value[key] = false;
  }
  return { value };
}

function textOf(value: unknown, key: string, { types, spaces }: StandardOptions): string | undefined | DialectFailure {
  const isMissing = value === undefined || value === null || (types === "truthy" && isFalse(value));
  if (isMissing || (types === "strings" && typeof value !== "string")) return undefined;
  const wrong: DialectFailure = { cause: "type", detail: `\`${key}\` is not a string` };
  if (typeof value !== "string" && types !== "text") return wrong;
  const text = asText(value);
  if (text === undefined) return wrong;
  return spaces === "trimmed" ? text.trim() || undefined : text;
}

/** Returns true for falsy values of Python. */
export function isFalse(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return isMap(value) ? Object.keys(value).length === 0 : !value && !Number.isNaN(value);
}

/** Converts a value to text as JavaScript does. Returns undefined for a map. */
function asText(value: unknown): string | undefined {
  if (Array.isArray(value)) {
    const parts = value.map((each) => (each === null ? "" : asText(each)));
    return parts.includes(undefined) ? undefined : parts.join(",");
  }
  return isMap(value) ? undefined : String(value);
}

function bodyOf(text: string, { body }: StandardOptions): string {
  return body === "trimmed" ? text.trim() : text;
}

function notText(how: "strict" | "crash", body: string): DialectReading {
  const detail =
    how === "crash" ? "it is not UTF-8, and the host's search for skills ends with an error there" : "it is not UTF-8";
  return failedReading({ cause: how === "crash" ? "crash" : "encoding", detail }, body);
}

export function failedReading(failure: DialectFailure, body: string, fields: YamlFields = {}): DialectReading {
  return { name: undefined, description: undefined, fields, body, failure };
}
