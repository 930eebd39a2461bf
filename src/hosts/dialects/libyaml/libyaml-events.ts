/**
 * Converts tokens into events of one document, as libyaml's grammar and serde_yaml's loader do. A text without exactly
 * one document is a problem. A stack is used instead of recursion.
 */
import { YamlProblem } from "./libyaml-reader.ts";
import { type ScalarStyle, scanTokens, type Token, type TokenKind } from "./libyaml-tokens.ts";

export type Event =
  | {
      readonly kind: "scalar";
      readonly value: string;
      readonly style: ScalarStyle;
      readonly tag?: string;
      readonly line: number;
    }
  | { readonly kind: "sequence" | "mapping"; readonly tag?: string; readonly line: number }
  | { readonly kind: "end"; readonly line: number }
  | { readonly kind: "alias"; readonly id: number; readonly line: number };

export interface Document {
  /** The events of the document; empty if the text has no content. */
  readonly events: readonly Event[];
  /** The index of the event at which an anchor's node starts. The keys are the ids that aliases have. */
  readonly anchors: ReadonlyMap<number, number>;
}

/** Returns the only document of a text. Throws a `YamlProblem`. */
export function readDocument(text: string): Document {
  return new Grammar(scanTokens(text)).document();
}

/** The state that the parser enters after the current node. */
type State =
  | "sequence-entry"
  | "indentless-entry"
  | "mapping-key"
  | "mapping-value"
  | "flow-first-entry"
  | "flow-entry"
  | "flow-pair-value"
  | "flow-pair-end"
  | "flow-first-key"
  | "flow-key"
  | "flow-value"
  | "flow-no-value";

class Grammar {
  readonly #tokens: readonly Token[];
  readonly #events: Event[] = [];
  readonly #states: State[] = [];
  readonly #handles = new Map<string, string>();
  readonly #ids = new Map<string, number>();
  readonly #anchors = new Map<number, number>();
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  document(): Document {
    if (!this.#is("stream-end")) this.#content(this.#directives());
    while (this.#is("document-end")) this.#at++;
    if (!this.#is("stream-end")) this.#fail("text follows the end of the document");
    return { events: this.#events, anchors: this.#anchors };
  }

  /** Returns true if the document starts with a marker. */
  #directives(): boolean {
    let version = false;
    let directives = 0;
    for (; this.#is("version", "tag-directive"); this.#at++, directives++) {
      const { kind, value, handle } = this.#token();
      if (kind === "tag-directive") {
        if (this.#handles.has(handle)) this.#fail("a tag handle is defined twice");
        this.#handles.set(handle, value);
      } else if (version || (value !== "1.1" && value !== "1.2")) this.#fail("a version is not known");
      else version = true;
    }
    if (!this.#handles.has("!")) this.#handles.set("!", "!");
    if (!this.#handles.has("!!")) this.#handles.set("!!", "tag:yaml.org,2002:");
    if (this.#is("document-start")) {
      this.#at++;
      return true;
    }
    if (directives > 0) this.#fail("no document follows the directives");
    return false;
  }

  #content(marked: boolean): void {
    if (marked && this.#is("version", "tag-directive", "document-start", "document-end", "stream-end")) this.#empty();
    else this.#node(true, false);
    for (let state = this.#states.pop(); state; state = this.#states.pop()) this.#continue(state);
  }

  #continue(state: State): void {
    if (state === "sequence-entry") this.#sequenceEntry();
    else if (state === "indentless-entry") this.#indentlessEntry();
    else if (state === "mapping-key") this.#mappingKey();
    else if (state === "mapping-value") this.#mappingValue();
    else if (state === "flow-first-entry" || state === "flow-entry") this.#flowEntry(state === "flow-first-entry");
    else if (state === "flow-pair-value") this.#flowPairValue();
    else if (state === "flow-pair-end") this.#flowPairEnd();
    else if (state === "flow-first-key" || state === "flow-key") this.#flowKey(state === "flow-first-key");
    else if (state === "flow-value") this.#flowValue();
    else this.#flowNoValue();
  }

  #token(): Token {
    return this.#tokens[this.#at]!;
  }

  #is(...kinds: TokenKind[]): boolean {
    return kinds.includes(this.#token().kind);
  }

  #fail(message: string): never {
    throw new YamlProblem(message, this.#token().line);
  }

  #empty(): void {
    this.#events.push({ kind: "scalar", value: "", style: "plain", line: this.#token().line });
  }

  #end(): void {
    this.#events.push({ kind: "end", line: this.#token().line });
  }

  #node(block: boolean, indentless: boolean): void {
    const { line } = this.#token();
    if (this.#is("alias")) return this.#alias();
    const { anchor, tag } = this.#properties();
    const { kind, value, style } = this.#token();
    if (anchor !== undefined) this.#define(anchor);
    const more = tag === undefined ? {} : { tag };
    if (kind === "scalar") {
      this.#at++;
      this.#events.push({ kind, value, style, line, ...more });
    } else if (indentless && kind === "-") {
      this.#events.push({ kind: "sequence", line, ...more });
      this.#states.push("indentless-entry");
    } else if (kind === "[" || (block && kind === "block-sequence")) {
      this.#at++;
      this.#events.push({ kind: "sequence", line, ...more });
      this.#states.push(kind === "[" ? "flow-first-entry" : "sequence-entry");
    } else if (kind === "{" || (block && kind === "block-mapping")) {
      this.#at++;
      this.#events.push({ kind: "mapping", line, ...more });
      this.#states.push(kind === "{" ? "flow-first-key" : "mapping-key");
    } else if (anchor !== undefined || tag !== undefined) {
      this.#events.push({ kind: "scalar", value: "", style: "plain", line, ...more });
    } else this.#fail("a value is missing");
  }

  #alias(): void {
    const { value, line } = this.#token();
    const id = this.#ids.get(value);
    if (id === undefined) return this.#fail("an alias has no anchor");
    this.#at++;
    this.#events.push({ kind: "alias", id, line });
  }

  /**
   * Records an anchor. The loader numbers an anchor by the count of different names so far. Therefore, after a repeated
   * name, the next anchor gets the same number.
   */
  #define(anchor: string): void {
    const id = this.#ids.size;
    this.#ids.set(anchor, id);
    this.#anchors.set(id, this.#events.length);
  }

  #properties(): { anchor: string | undefined; tag: string | undefined } {
    let anchor: string | undefined;
    let tag: string | undefined;
    for (let n = 0; n < 2; n++) {
      const { kind, value, handle } = this.#token();
      if (kind === "anchor" && anchor === undefined) anchor = value;
      else if (kind === "tag" && tag === undefined) {
        const prefix = handle === "" ? "" : this.#handles.get(handle);
        if (prefix === undefined) return this.#fail("a tag handle is not defined");
        tag = prefix + value;
      } else break;
      this.#at++;
    }
    return { anchor, tag };
  }

  /** Reads a node, and then continues with `state`. The node is empty if the next token is one of `kinds`. */
  #nodeUnless(state: State, block: boolean, indentless: boolean, ...kinds: TokenKind[]): void {
    this.#states.push(state);
    if (this.#is(...kinds)) this.#empty();
    else this.#node(block, indentless);
  }

  #sequenceEntry(): void {
    if (this.#is("-")) {
      this.#at++;
      this.#nodeUnless("sequence-entry", true, false, "-", "block-end");
    } else if (this.#is("block-end")) {
      this.#end();
      this.#at++;
    } else this.#fail("a list is followed by something that is not an item");
  }

  #indentlessEntry(): void {
    if (!this.#is("-")) return this.#end();
    this.#at++;
    this.#nodeUnless("indentless-entry", true, false, "-", "?", ":", "block-end");
  }

  #mappingKey(): void {
    if (this.#is("?")) {
      this.#at++;
      this.#nodeUnless("mapping-value", true, true, "?", ":", "block-end");
    } else if (this.#is("block-end")) {
      this.#end();
      this.#at++;
    } else this.#fail("a mapping is followed by something that is not a key");
  }

  #mappingValue(): void {
    if (this.#is(":")) {
      this.#at++;
      return this.#nodeUnless("mapping-key", true, true, "?", ":", "block-end");
    }
    this.#states.push("mapping-key");
    this.#empty();
  }

  #flowComma(first: boolean): void {
    if (first) return;
    if (!this.#is(",")) this.#fail("a flow collection lacks a comma or its end");
    this.#at++;
  }

  #flowEntry(first: boolean): void {
    if (!this.#is("]")) this.#flowComma(first);
    if (this.#is("]")) {
      this.#end();
      this.#at++;
    } else if (this.#is("?")) {
      this.#events.push({ kind: "mapping", line: this.#token().line });
      this.#at++;
      this.#flowPairKey();
    } else {
      this.#states.push("flow-entry");
      this.#node(false, false);
    }
  }

  #flowPairKey(): void {
    this.#states.push("flow-pair-value");
    if (!this.#is(":", ",", "]")) return this.#node(false, false);
    this.#at++;
    this.#empty();
  }

  #flowPairValue(): void {
    this.#states.push("flow-pair-end");
    if (!this.#is(":")) return this.#empty();
    this.#at++;
    if (this.#is(",", "]")) this.#empty();
    else this.#node(false, false);
  }

  #flowPairEnd(): void {
    this.#end();
    this.#states.push("flow-entry");
  }

  #flowKey(first: boolean): void {
    if (!this.#is("}")) this.#flowComma(first);
    if (this.#is("}")) {
      this.#end();
      this.#at++;
    } else if (this.#is("?")) {
      this.#at++;
      this.#nodeUnless("flow-value", false, false, ":", ",", "}");
    } else {
      this.#states.push("flow-no-value");
      this.#node(false, false);
    }
  }

  #flowValue(): void {
    this.#states.push("flow-key");
    if (!this.#is(":")) return this.#empty();
    this.#at++;
    if (this.#is(",", "}")) this.#empty();
    else this.#node(false, false);
  }

  #flowNoValue(): void {
    this.#states.push("flow-key");
    this.#empty();
  }
}
