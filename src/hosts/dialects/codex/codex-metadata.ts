/** Reads `agents/openai.yaml` as Codex does: into typed fields. Any error makes Codex ignore the whole file. */

import { isYamlInteger } from "../libyaml/libyaml-any.ts";
import { readDocument } from "../libyaml/libyaml-events.ts";
import { YamlProblem } from "../libyaml/libyaml-reader.ts";
import { EventCursor } from "../libyaml/libyaml-values.ts";
import { decodeStrictly } from "./codex.ts";

export interface CodexPolicy {
  /** The products that the skill supports; empty for all. */
  readonly products: readonly string[];
  /** False if the skill is hidden from the model. */
  readonly implicit: boolean;
}

const ANYTHING: CodexPolicy = { products: [], implicit: true };

export function readCodexPolicy(bytes: Uint8Array): CodexPolicy {
  const text = decodeStrictly(bytes);
  try {
    return text === undefined ? ANYTHING : readPolicy(text);
  } catch (problem) {
    if (problem instanceof YamlProblem) return ANYTHING;
    throw problem;
  }
}

type Read = (cursor: EventCursor) => void;

function readPolicy(text: string): CodexPolicy {
  const products: string[] = [];
  let implicit = true;
  const policy: Read = (cursor) =>
    cursor.fields({
      allow_implicit_invocation: optional((each) => {
        implicit = flag(each);
      }),
      products: list((each) => products.push(product(each))),
    });
  new EventCursor(readDocument(text)).fields({
    interface: optional((cursor) => cursor.fields(INTERFACE)),
    dependencies: optional((cursor) => cursor.fields({ tools: list((tool) => tool.fields(TOOL)) })),
    policy: optional(policy),
  });
  return { products, implicit };
}

function optional(read: Read): Read {
  return (cursor) => {
    const target = cursor.node();
    if (!target.absent()) read(target);
  };
}

function list(read: Read): Read {
  return (cursor) => {
    const target = cursor.node();
    const event = target.peek();
    const empty = event?.kind === "scalar" && event.value === "" && event.style === "plain";
    if (!empty && event?.kind !== "sequence") target.fail("another value where a list is expected");
    target.at++;
    if (empty) return;
    while (target.peek()?.kind !== "end") read(target);
    target.at++;
  };
}

function flag(cursor: EventCursor): boolean {
  const event = cursor.peek();
  const plain =
    event?.kind === "scalar" && (event.style === "plain" || (event.style === "literal" && event.tag === BOOLEAN_TAG));
  if (!plain || !/^(?:true|True|TRUE|false|False|FALSE)$/.test(event.value))
    return cursor.fail("a flag is not a boolean");
  cursor.at++;
  return event.value.toLowerCase() === "true";
}

/** Returns the name of a product, which is written as text or as a tag without a value. */
function product(cursor: EventCursor): string {
  const target = cursor.node();
  const event = target.peek();
  if (event?.kind !== "scalar") return target.fail("a product is not text");
  const tag = event.tag?.startsWith("!") ? event.tag.slice(1) || "!" : undefined;
  const nothing = event.style === "plain" && /^(?:|~|null|Null|NULL)$/.test(event.value);
  const name = tag ?? event.value;
  if (!PRODUCTS.test(name) || (tag !== undefined && !nothing)) target.fail("a product is not known");
  target.at++;
  return name.toLowerCase();
}

function port(cursor: EventCursor): void {
  const event = cursor.peek();
  const plain =
    event?.kind === "scalar" && (event.style === "plain" || (event.style === "literal" && event.tag === INTEGER_TAG));
  if (!plain || event.value.startsWith("-") || !isYamlInteger(event.value, 0, 65_535))
    cursor.fail("a port is not a valid number");
  cursor.at++;
}

const text: Read = (cursor) => cursor.optionalText();
const INTERFACE = {
  display_name: text,
  short_description: text,
  icon_small: text,
  icon_large: text,
  brand_color: text,
  default_prompt: text,
};
const TOOL = {
  type: text,
  value: text,
  description: text,
  transport: text,
  command: text,
  url: text,
  oauth: optional((cursor) => cursor.fields({ callbackPort: optional(port), callback_port: optional(port) }, true)),
};
const PRODUCTS = /^(?:chatgpt|codex|atlas|CHATGPT|CODEX|ATLAS)$/;
const BOOLEAN_TAG = "tag:yaml.org,2002:bool";
const INTEGER_TAG = "tag:yaml.org,2002:int";
