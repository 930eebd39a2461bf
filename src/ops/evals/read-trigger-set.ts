/**
 * Parses a file of trigger tests in any common shape. It can be a list of requests with optional `should_trigger`, or
 * the same list below `evals`, `cases` and similar keys. It can also have two lists for positive and negative requests,
 * or one case per file. The format is JSON, JSON lines or YAML. An invalid part is a finding with a position, and the
 * rest is used. The parser knows neither skills nor files.
 */
import { parseYaml, YamlError, type YamlMap, type YamlNode } from "../../format/yaml/parse-yaml.ts";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import { LinePositions } from "../../model/diagnostics/span.ts";
import { limitError } from "../check/incomplete.ts";

/** A request, and whether it should trigger the skill. */
export interface TriggerCase {
  readonly query: string;
  readonly should: boolean;
  /** The skill that the request should trigger instead. */
  readonly expected?: string;
  /** Line in the file of trigger tests, starting at 1. */
  readonly line: number;
}

export interface TriggerSet {
  readonly path: string;
  readonly cases: readonly TriggerCase[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Maximum cases of one file, and maximum length of one request. */
const MAX_CASES = 2_000;
const MAX_QUERY = 20_000;

const LISTS = ["evals", "cases", "queries", "tests", "test_cases", "triggers", "trigger_evals", "prompts", "expects"];
const QUERIES = ["query", "q", "prompt", "question", "input", "message", "text", "request", "task"];
const SHOULD = ["should_trigger", "shouldTrigger", "should", "should_activate", "trigger", "expected", "expect"];
const KINDS = ["type", "kind", "category", "label"];
const POSITIVE = ["should_trigger", "should-trigger", "positive", "positives", "trigger"];
const NEGATIVE = ["should_not_trigger", "should-not-trigger", "negative", "negatives", "near_miss", "near_misses"];

/** Parses the text of a trigger set. `isSkill` returns true for a name of the skill that owns the set. */
export function readTriggerSet(text: string, path: string, isSkill: (name: string) => boolean): TriggerSet {
  const reader = new Reader(text, path, isSkill);
  if (path.endsWith(".jsonl") || path.endsWith(".ndjson")) reader.lines();
  else reader.document(text, 0);
  const { cases, diagnostics } = reader;
  if (cases.length <= MAX_CASES) return { path, cases, diagnostics };
  const message = `the file has ${cases.length} cases, but only the first ${MAX_CASES} are used`;
  const limit = limitError(path, message, "split the cases into several files");
  return { path, cases: cases.slice(0, MAX_CASES), diagnostics: [...diagnostics, limit] };
}

class Reader {
  readonly cases: TriggerCase[] = [];
  readonly diagnostics: Diagnostic[] = [];
  readonly #text: string;
  readonly #lines: LinePositions;
  readonly #isSkill: (name: string) => boolean;
  /** Offset in the file of the part that is being parsed. */
  #from = 0;

  constructor(text: string, path: string, isSkill: (name: string) => boolean) {
    this.#text = text;
    this.#lines = new LinePositions(path, text);
    this.#isSkill = isSkill;
  }

  /** Parses each line separately. If a line is invalid, the other lines are still used. */
  lines(): void {
    let at = 0;
    for (const line of this.#text.split("\n")) {
      if (line.trim() !== "") this.document(line, at);
      at += line.length + 1;
    }
  }

  document(text: string, from: number): void {
    this.#from = from;
    try {
      const { root } = parseYaml(text);
      if (root) this.#top(root);
    } catch (error) {
      if (!(error instanceof YamlError)) throw error;
      this.#report(
        error.offset,
        `the trigger set cannot be read: ${error.message}`,
        "correct the file: it must be valid JSON or YAML",
      );
    }
  }

  #top(root: YamlNode): void {
    if (root.kind === "list") return this.#list(root.items, undefined);
    if (root.kind !== "map") return;
    const [should, shouldNot] = [listOf(root, POSITIVE), listOf(root, NEGATIVE)];
    if (should || shouldNot) {
      this.#list(should ?? [], true);
      this.#list(shouldNot ?? [], false);
      return;
    }
    const listed = listOf(root, LISTS);
    if (listed) this.#list(listed, undefined);
    else if (valueAt(root, QUERIES)) this.#case(root, undefined);
  }

  #list(items: readonly YamlNode[], should: boolean | undefined): void {
    for (const item of items) this.#case(item, should);
  }

  #case(item: YamlNode, given: boolean | undefined): void {
    const asked = item.kind === "map" ? valueAt(item, QUERIES) : item;
    const whole = asked?.kind === "scalar" ? asked.text.trim() : "";
    const query = whole.slice(0, MAX_QUERY);
    if (whole.length > MAX_QUERY)
      this.#report(
        item.start,
        `the request is too long, and was cut after ${MAX_QUERY} characters`,
        "shorten the request",
      );
    if (query === "")
      return this.#report(
        item.start,
        "the case has no request",
        'write the request as `"query"`, with `"should_trigger"` true or false',
      );
    const { line } = this.#lines.span(this.#from + item.start, 1);
    const verdict = item.kind === "map" ? this.#verdict(item) : {};
    this.cases.push({ query, should: true, ...verdict, ...(given === undefined ? {} : { should: given }), line });
  }

  /** Returns whether a request should trigger the skill (default: true). */
  #verdict(item: YamlMap): { should?: boolean; expected?: string } {
    const said = SHOULD.map((key) => booleanOf(valueAt(item, [key]))).find((value) => value !== undefined);
    if (said !== undefined) return { should: said };
    const kind = textOf(valueAt(item, KINDS)).toLowerCase();
    if (NEGATIVE.includes(kind)) return { should: false };
    if (POSITIVE.includes(kind)) return { should: true };
    return this.#byName(item);
  }

  #byName(item: YamlMap): { should?: boolean; expected?: string } {
    const expected = valueAt(item, ["expected_skill", "expectedSkill", "skill"]);
    if (expected?.kind === "scalar") {
      const nothing = ["", "null", "~", "none", "false"].includes(expected.text.toLowerCase());
      if (nothing) return { should: false };
      return this.#isSkill(expected.text) ? { should: true } : { should: false, expected: expected.text };
    }
    const names = listOf(item, ["skills", "expected_skills"])?.map(textOf);
    return names === undefined || names.length === 0 ? {} : { should: names.some(this.#isSkill) };
  }

  #report(offset: number, message: string, help: string): void {
    this.diagnostics.push(diagnostic("SK361", { at: this.#lines.span(this.#from + offset, 1), message, help }));
  }
}

function valueAt(map: YamlMap, keys: readonly string[]): YamlNode | undefined {
  return keys.map((key) => map.entries.find((entry) => entry.key === key)?.value).find((value) => value !== undefined);
}

function listOf(map: YamlMap, keys: readonly string[]): readonly YamlNode[] | undefined {
  const found = keys
    .map((key) => map.entries.find((entry) => entry.key === key)?.value)
    .find((value) => value?.kind === "list");
  return found?.kind === "list" ? found.items : undefined;
}

function booleanOf(node: YamlNode | undefined): boolean | undefined {
  const text = textOf(node).toLowerCase();
  if (["true", "yes"].includes(text)) return true;
  return ["false", "no"].includes(text) ? false : undefined;
}

function textOf(node: YamlNode | undefined): string {
  return node?.kind === "scalar" ? node.text : "";
}
