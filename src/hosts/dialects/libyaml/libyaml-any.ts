/**
 * Checks whether YAML is valid for a value of any type. serde_yaml rejects equal keys, more than 128 levels, integers
 * beyond 64 bits, and tags that contradict their text. Each alias is checked once.
 */
import { type Document, type Event, readDocument } from "./libyaml-events.ts";
import { YamlProblem } from "./libyaml-reader.ts";
import { NULL_TAG, NULL_WORDS } from "./libyaml-values.ts";

export function isYamlValue(text: string): boolean {
  try {
    const document = readDocument(text);
    if (document.events.length > 0) new Weigher(document).document();
    return true;
  } catch (problem) {
    if (problem instanceof YamlProblem) return false;
    throw problem;
  }
}

/** Returns true for a plain integer from `least` to `most`. */
export function isYamlInteger(value: string, least: number, most: number): boolean {
  const number = integerOf(value);
  return number !== undefined && number >= least && number <= most;
}

/** The facts about a value that limits and comparisons need. Equal values share an `id`. */
interface Weight {
  readonly id: number;
  /** Number of nested levels of collections. */
  readonly height: number;
  /** Number of aliases that must be followed to build the value. */
  readonly jumps: number;
}

const MAX_LEVELS = 128;
const MAX_JUMPS_PER_EVENT = 100;

class Weigher {
  readonly #document: Document;
  readonly #ids = new Map<string, number>();
  readonly #anchored = new Map<number, Weight | "open">();
  #at = 0;

  constructor(document: Document) {
    this.#document = document;
  }

  document(): void {
    const { height, jumps } = this.#node(0, false);
    if (height > MAX_LEVELS) fail("it is nested too deeply");
    if (jumps > this.#document.events.length * MAX_JUMPS_PER_EVENT) fail("its aliases expand too often");
  }

  #node(depth: number, tagged: boolean): Weight {
    const event = this.#document.events[this.#at];
    if (!event || event.kind === "end") return fail("it is not complete");
    if (event.kind === "alias") return this.#alias(event.id, depth);
    const tag = event.tag;
    if (!tagged && tag?.startsWith("!") && isUtf8(tag)) {
      const { id, height, jumps } = this.#node(depth, true);
      return { id: this.#intern(`tag ${tag} ${id}`), height, jumps };
    }
    this.#at++;
    if (event.kind === "scalar") return { id: this.#intern(scalarKey(event, tagged)), height: 0, jumps: 0 };
    if (depth >= MAX_LEVELS) return fail("it is nested too deeply");
    return event.kind === "sequence" ? this.#sequence(depth + 1) : this.#mapping(depth + 1);
  }

  #alias(id: number, depth: number): Weight {
    const back = ++this.#at;
    this.#at = this.#document.anchors.get(id) ?? 0;
    const start = this.#at;
    const known = this.#anchored.get(start);
    if (known === "open") return fail("it contains itself");
    if (!known) this.#anchored.set(start, "open");
    const weight = known ?? this.#node(depth, false);
    this.#anchored.set(start, weight);
    this.#at = back;
    if (depth + weight.height > MAX_LEVELS) return fail("it is nested too deeply");
    return { ...weight, jumps: weight.jumps + 1 };
  }

  #sequence(depth: number): Weight {
    let [height, jumps] = [0, 0];
    const ids: number[] = [];
    while (this.#document.events[this.#at]?.kind !== "end") {
      const item = this.#node(depth, false);
      ids.push(item.id);
      height = Math.max(height, item.height);
      jumps += item.jumps;
    }
    this.#at++;
    return { id: this.#intern(`sequence ${ids}`), height: height + 1, jumps };
  }

  #mapping(depth: number): Weight {
    let [height, jumps] = [0, 0];
    const entries = new Map<number, number>();
    while (this.#document.events[this.#at]?.kind !== "end") {
      const key = this.#node(depth, false);
      if (entries.has(key.id)) return fail("a key is repeated");
      const value = this.#node(depth, false);
      entries.set(key.id, value.id);
      height = Math.max(height, key.height, value.height);
      jumps += key.jumps + value.jumps;
    }
    this.#at++;
    const sorted = [...entries].sort(([a], [b]) => a - b);
    return { id: this.#intern(`mapping ${sorted}`), height: height + 1, jumps };
  }

  #intern(key: string): number {
    const id = this.#ids.get(key) ?? this.#ids.size;
    this.#ids.set(key, id);
    return id;
  }
}

function fail(message: string): never {
  throw new YamlProblem(message, 0);
}

/** Returns true if a tag is valid UTF-8. Tags are kept as bytes. */
function isUtf8(bytes: string): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(bytes, (char) => char.charCodeAt(0)));
    return true;
  } catch {
    return false;
  }
}

/** Returns a text by which scalars are compared. Scalars with the same value have the same text. */
function scalarKey({ value, style, tag: written }: Event & { kind: "scalar" }, tagged: boolean): string {
  const tag = tagged ? undefined : written;
  if (tag === `${CORE}bool`) return BOOLEANS.get(value) ?? fail("`!!bool` has a value of another type");
  if (tag === `${CORE}int`) return integerKey(value) ?? fail("`!!int` has a value of another type");
  if (tag === `${CORE}float`) return floatKey(value) ?? fail("`!!float` has a value of another type");
  if (tag === NULL_TAG) return NULL_WORDS.includes(value) ? "null" : fail("`!!null` has a value of another type");
  if (style === "plain" && (tag === undefined || tag.startsWith("!"))) return plainKey(value);
  return `text ${value}`;
}

function plainKey(value: string): string {
  if (value === "" || NULL_WORDS.includes(value)) return "null";
  const known = BOOLEANS.get(value) ?? integerKey(value);
  if (known !== undefined) return known;
  return (/^[-+]?0\d+$/.test(value) ? undefined : floatKey(value)) ?? `text ${value}`;
}

function integerKey(value: string): string | undefined {
  const number = integerOf(value);
  if (number === undefined || number > 2n ** 128n - 1n || number < -(2n ** 127n)) return undefined;
  if (number > 2n ** 64n - 1n || number < -(2n ** 63n)) return fail("an integer is beyond 64 bits");
  return `integer ${number}`;
}

function integerOf(value: string): bigint | undefined {
  const match = /^([-+]?)(?:0x([0-9A-Fa-f]+)|0o([0-7]+)|0b([01]+)|(0|[1-9]\d*))$/.exec(value);
  if (!match) return undefined;
  const [, sign, hex, octal, binary, decimal] = match;
  const digits = (hex ?? octal ?? binary ?? decimal ?? "").replace(/^0+(?=.)/, "");
  if (digits.length > 128) return undefined;
  const size = BigInt((hex ? "0x" : octal ? "0o" : binary ? "0b" : "") + digits);
  return sign === "-" ? -size : size;
}

function floatKey(value: string): string | undefined {
  if (/^[-+]?\.(inf|Inf|INF)$/.test(value)) return `float ${value.startsWith("-") ? "-" : ""}infinity`;
  if (/^\.(nan|NaN|NAN)$/.test(value)) return "float nan";
  if (!/^[-+]?(\d+(?:\.\d*)?|\.\d+)([eE][-+]?\d+)?$/.test(value)) return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? `float ${number}` : undefined;
}

const CORE = "tag:yaml.org,2002:";
const BOOLEANS: ReadonlyMap<string, string> = new Map([
  ["true", "true"],
  ["True", "true"],
  ["TRUE", "true"],
  ["false", "false"],
  ["False", "false"],
  ["FALSE", "false"],
]);
