/**
 * Converts events into typed values with the rules of serde_yaml 0.9. A text field accepts any scalar as written.
 * `null` and empty values are missing. A mapping may be empty but not `null`. Merge keys have no effect, and a known
 * field may not repeat. Throws `YamlProblem`.
 */
import type { Document, Event } from "./libyaml-events.ts";
import { YamlProblem } from "./libyaml-reader.ts";

/** Walks through a document from start to end and follows aliases. */
export class EventCursor {
  readonly document: Document;
  at: number;

  constructor(document: Document, at = 0) {
    this.document = document;
    this.at = at;
  }

  peek(): Event | undefined {
    return this.document.events[this.at];
  }

  /** Returns the cursor for the next node. For an alias, it is a new cursor at the alias's anchor. */
  node(): EventCursor {
    const event = this.peek();
    if (event?.kind !== "alias") return this;
    this.at++;
    return new EventCursor(this.document, this.document.anchors.get(event.id) ?? 0);
  }

  fail(message: string): never {
    throw new YamlTypeProblem(message, this.peek()?.line ?? 0);
  }

  /** Skips one node of any kind. */
  skip(): void {
    let depth = 0;
    do {
      const kind = this.document.events[this.at++]?.kind;
      if (kind === "sequence" || kind === "mapping") depth++;
      else if (kind === "end") depth--;
    } while (depth > 0);
  }

  text(): string {
    const cursor = this.node();
    const event = cursor.peek();
    if (event?.kind !== "scalar") return cursor.fail("a list or mapping where text is expected");
    cursor.at++;
    return event.value;
  }

  /** Skips an empty or `null` node. Returns true if there was such a node. */
  absent(): boolean {
    const event = this.peek();
    if (event?.kind !== "scalar" || event.style !== "plain") return false;
    const isNull = NULL_WORDS.includes(event.value);
    if (event.tag === NULL_TAG && !isNull) return this.fail("`!!null` has a value");
    const absent = event.tag === undefined ? isNull || event.value === "" : event.tag === NULL_TAG;
    if (absent) this.at++;
    return absent;
  }

  optionalText(): string | undefined {
    const cursor = this.node();
    return cursor.absent() ? undefined : cursor.text();
  }

  /**
   * Reads a mapping: calls the reader of each known key once and skips other keys. With `one`, all known keys are
   * spellings of the same field.
   */
  fields(readers: Readonly<Record<string, (cursor: EventCursor) => void>>, one = false): void {
    const cursor = this.node();
    const event = cursor.peek();
    if (event === undefined && cursor.at === 0) return;
    if (event?.kind === "scalar" && event.value === "" && event.style === "plain") {
      cursor.at++;
      return;
    }
    if (event?.kind !== "mapping") return cursor.fail("another value where a mapping is expected");
    cursor.at++;
    const seen = new Set<string>();
    while (cursor.peek()?.kind !== "end") {
      const key = cursor.text();
      const read = Object.hasOwn(readers, key) ? readers[key] : undefined;
      if (!read) cursor.skip();
      else if (seen.has(one ? "" : key)) cursor.fail(`\`${key}\` is repeated`);
      else read(cursor);
      if (read) seen.add(one ? "" : key);
    }
    cursor.at++;
  }
}

/** The error for valid YAML of the wrong type. */
export class YamlTypeProblem extends YamlProblem {}

export const NULL_TAG = "tag:yaml.org,2002:null";
export const NULL_WORDS: readonly string[] = ["null", "Null", "NULL", "~"];
