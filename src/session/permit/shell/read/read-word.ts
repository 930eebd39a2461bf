/** One word of a command: what is certain of it, and the commands that stand inside of it. */
import type { ParsedScript, WordPart } from "unbash";
import type { ShellWord } from "./line.ts";

/** Where a word leaves what it finds. */
export interface Inner {
  script(script: ParsedScript | undefined): void;
  refuse(reason: string): void;
}

/** `document`: the text of a here-document, where blanks separate nothing. */
type Place = "bare" | "quoted" | "document";

/** Variables that hold the absolute path of a directory, and that no line which is proven can have set. */
const DIRECTORIES: ReadonlySet<string> = new Set(["HOME", "PWD", "TMPDIR"]);

interface WordLike {
  /** As it is written. */
  readonly text: string;
  /** Without quotes and escapes. */
  readonly value: string;
  readonly parts?: readonly WordPart[] | undefined;
}

export function readWord({ text, parts, value }: WordLike, inner: Inner, place: Place = "bare"): ShellWord {
  // Somebody's home, whoever it is.
  const home = place === "bare" && text.startsWith("~");
  if (parts === undefined) return home ? { text: "/", whole: false } : { text: value, whole: true };
  const read = new WordReader(inner);
  read.parts(parts, place);
  return home ? { text: "/", whole: false } : { text: read.text, whole: read.whole };
}

class WordReader {
  text = "";
  whole = true;
  readonly #inner: Inner;

  constructor(inner: Inner) {
    this.#inner = inner;
  }

  parts(parts: readonly WordPart[], place: Place): void {
    for (const part of parts) this.#part(part, place);
  }

  #part(part: WordPart, place: Place): void {
    switch (part.type) {
      case "Literal":
      case "SingleQuoted":
        return this.#add(part.value);
      case "DoubleQuoted":
        return this.parts(part.parts, "quoted");
      case "SimpleExpansion":
        return this.#variable(part.text.slice(1), place);
      case "ParameterExpansion":
        if (part.prefix || part.index || part.operation)
          return this.#inner.refuse(`\`${part.text}\` is worked out when it runs`);
        return this.#variable(part.parameter, place);
      case "CommandExpansion":
        this.#inner.script(part.script);
        return this.#unknown(part.text, place);
      case "ProcessSubstitution":
        this.#inner.script(part.script);
        return this.#begins("/");
      case "Glob":
        // In brackets anything could stand, a command too.
        if (part.kind === "bracket" && part.parts.some(({ type }) => type !== "Literal"))
          return this.#inner.refuse(`\`${part.text}\` is worked out when it runs`);
        return this.#begins("");
      case "BraceExpansion":
        if (part.parts?.some(({ type }) => type !== "Literal"))
          return this.#inner.refuse(`\`${part.text}\` is worked out when it runs`);
        return this.#begins("");
      default:
        return this.#inner.refuse(`\`${part.text}\` is worked out when it runs`);
    }
  }

  #add(text: string): void {
    if (this.whole) this.text += text;
  }

  /** From here on it is not certain. */
  #begins(text: string): void {
    this.#add(text);
    this.whole = false;
  }

  #variable(name: string, place: Place): void {
    // Several words even in quotes.
    if (name === "@") return this.#inner.refuse("`$@` can become several words when it runs");
    if (place !== "bare") this.#begins(DIRECTORIES.has(name) ? "/" : "");
    else this.#unknown(`$${name}`, place);
  }

  /** Without quotes it can become any number of words. */
  #unknown(text: string, place: Place): void {
    if (place === "bare") this.#inner.refuse(`\`${text}\` can become several words when it runs`);
    this.#begins("");
  }
}
