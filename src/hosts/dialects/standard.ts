/**
 * Most hosts read a SKILL.md in the same six steps and differ only in how they take each: decode, cut, parse, check the
 * types, take the two texts, finish. This is those steps, with the ways to take them as options; `documented.ts` says
 * which host takes which. Any bytes give a reading.
 */
import { isUtf8 } from "node:buffer";
import type { Dialect, Failure, Reading } from "./dialect.ts";
import { readPython } from "./libyaml/read-libyaml.ts";
import { FENCES, type Split } from "./readers/fences.ts";
import { grayMatter } from "./readers/gray-matter.ts";
import { type Fields, type Head, readCore, type YamlReader } from "./readers/read-yaml.ts";

export interface StandardOptions {
  /** Bytes that are not UTF-8: replaced, a failure wherever they are, only in the head, or the end of the whole program. */
  readonly bytes: "replaced" | "strict" | "strict-head" | "crash";
  /** A byte order mark that is kept stands before the fence. */
  readonly bom: "stripped" | "kept";
  /** Whether CRLF and CR become LF before anything else. */
  readonly newlines: "normalised" | "kept";
  /** `gray-matter` is that library, which also reads the YAML; the others are in `fences.ts`. */
  readonly fence: keyof typeof FENCES | "gray-matter";
  /** No fence, and one that is never closed. */
  readonly unfenced: "no-fields" | "failure";
  readonly unclosed: "no-fields" | "failure";
  /** `yaml` is the library of that name, `pyyaml` is Python's; a function is a reader of its own. */
  readonly yaml: "yaml" | "pyyaml" | YamlReader;
  /** A head that is YAML, but a list or a text. An empty one has no fields to any host. */
  readonly notMap: "no-fields" | "failure";
  /**
   * What a name or description may be: `strings`: anything else counts as missing; `strict`: anything else is a failure;
   * `truthy`: as strict, but what Python calls false counts as missing; `text`: made a text.
   */
  readonly types: "strings" | "strict" | "truthy" | "text";
  /** White space around the two, and whether an empty one counts as missing. */
  readonly spaces: "kept" | "trimmed";
  readonly body: "kept" | "trimmed";
  /** What other fields must be; a field of another shape is a failure. */
  readonly shapes?: Readonly<Record<string, keyof typeof SHAPES>>;
  /** Fields that are switches, also where they are written as a word in quotes. */
  readonly switches?: readonly string[];
  /** Last: what the host does to a reading that has not failed. */
  readonly finish?: (reading: Reading, text: string) => Reading;
}

export function standard(options: StandardOptions): Dialect {
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

/** A head that is cut but perhaps not read yet. */
interface Cut extends Split {
  readonly read?: Head;
}

function cutHead(text: string, { fence }: StandardOptions): Cut | "none" | "open" {
  if (fence !== "gray-matter") return FENCES[fence](text);
  const matter = grayMatter(text);
  if ("broken" in matter) return { head: text, body: text, line: 1, read: matter };
  if (!matter.fenced) return "none";
  const { data, body } = matter;
  return { head: text, body, line: 1, read: isMap(data) ? { fields: data } : { notMap: true } };
}

function withoutHead(why: "none" | "open", text: string, options: StandardOptions): Reading {
  const detail = why === "none" ? "it does not begin with a `---` line" : "the closing `---` is missing";
  if ((why === "none" ? options.unfenced : options.unclosed) === "failure")
    return failed({ cause: "no-frontmatter", detail }, text);
  const reading = { name: undefined, description: undefined, fields: {}, body: bodyOf(text, options) };
  return options.finish ? options.finish(reading, text) : reading;
}

function decode(bytes: Uint8Array, { bom, newlines }: StandardOptions): string {
  let text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  if (bom === "stripped" && text.charCodeAt(0) === 0xfeff) text = text.slice(1);
  return newlines === "normalised" ? text.replace(/\r\n?/g, "\n") : text;
}

function readHead(cut: Cut, options: StandardOptions): Reading {
  const body = bodyOf(cut.body, options);
  const head = cut.read ?? readYaml(cut.head, options);
  if ("broken" in head) {
    const line = head.line === undefined ? {} : { line: head.line + cut.line - 1 };
    return failed({ cause: "yaml", detail: `its frontmatter is not valid YAML: ${head.broken}`, ...line }, body);
  }
  if ("notMap" in head && options.notMap === "failure")
    return failed({ cause: "type", detail: "its frontmatter is not a map" }, body);
  const fields = shape("fields" in head ? head.fields : {}, options);
  if ("detail" in fields) return failed(fields, body);
  const name = textOf(fields.value["name"], "name", options);
  const description = textOf(fields.value["description"], "description", options);
  if (typeof name === "object") return failed(name, body, fields.value);
  if (typeof description === "object") return failed(description, body, fields.value);
  const repaired = "repaired" in head && head.repaired ? { repaired: true } : {};
  return { name, description, fields: fields.value, body, ...repaired };
}

function readYaml(head: string, { yaml }: StandardOptions): Head {
  if (head.trim() === "") return { fields: {} };
  if (typeof yaml === "function") return yaml(head);
  return yaml === "pyyaml" ? readPython(head) : readCore(head);
}

/** Shapes of the values that hosts with typed fields ask for. Null is always as good as nothing. */
const SHAPES = {
  /** Anything but a list or a map. */
  scalar: (value: unknown): boolean => typeof value !== "object",
  string: (value: unknown): boolean => typeof value === "string",
  boolean: (value: unknown): boolean => typeof value === "boolean",
  /** A boolean, or a word that Go takes for one. */
  switch: (value: unknown): boolean => typeof value === "boolean" || (typeof value === "string" && GO_WORD.test(value)),
  list: (value: unknown): boolean => Array.isArray(value),
  map: (value: unknown): boolean => isMap(value),
  "map-of-scalars": (value: unknown): boolean =>
    isMap(value) && Object.values(value).every((each) => each === null || typeof each !== "object"),
} as const;

const GO_WORD = /^(?:y|Y|yes|Yes|YES|on|On|ON|n|N|no|No|NO|off|Off|OFF)$/;
const YES = /^(?:true|yes|on|y|1)$/i;
const NO = /^(?:false|no|off|n|0)$/i;

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function shape(fields: Fields, { shapes = {}, switches = [] }: StandardOptions): { value: Fields } | Failure {
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

function textOf(value: unknown, key: string, { types, spaces }: StandardOptions): string | undefined | Failure {
  const isMissing = value === undefined || value === null || (types === "truthy" && isFalse(value));
  if (isMissing || (types === "strings" && typeof value !== "string")) return undefined;
  const wrong: Failure = { cause: "type", detail: `\`${key}\` is not a text` };
  if (typeof value !== "string" && types !== "text") return wrong;
  const text = asText(value);
  if (text === undefined) return wrong;
  return spaces === "trimmed" ? text.trim() || undefined : text;
}

/** What Python takes for false. */
export function isFalse(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return isMap(value) ? Object.keys(value).length === 0 : !value && !Number.isNaN(value);
}

/** JavaScript's own idea of a text; a map has none. */
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

function notText(how: "strict" | "crash", body: string): Reading {
  const detail =
    how === "crash" ? "it is not UTF-8, and the host's search for skills ends with an error there" : "it is not UTF-8";
  return failed({ cause: how === "crash" ? "crash" : "encoding", detail }, body);
}

export function failed(failure: Failure, body: string, fields: Fields = {}): Reading {
  return { name: undefined, description: undefined, fields, body, failure };
}
