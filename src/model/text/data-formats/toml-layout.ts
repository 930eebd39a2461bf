/**
 * Finds where the tables, keys and values of a TOML text are, so that an edit changes one of them and keeps every other
 * byte. This is not a complete parser, so an editor must read its result back before it uses the result.
 */

export type TomlPath = readonly (string | number)[];

/** A table, or a key or list element with its value. */
export interface TomlPart {
  readonly path: TomlPath;
  readonly kind: "table" | "statement" | "element";
  /** The offset where the table's header, the key, or the list element starts. */
  readonly from: number;
  /** The offset where the value ends; for a table, the end of its last line. */
  until: number;
  /** The offset of the opening bracket of an inline mapping or list. */
  readonly open?: number;
}

/** Returns the parts of a TOML text. Returns undefined if the layout shows that the text is not TOML. */
export function layOutToml(text: string): readonly TomlPart[] | undefined {
  const layout = new Layout(text);
  return layout.read() ? layout.parts : undefined;
}

const MAX_DEPTH = 100;
const BETWEEN = /(?:\s|#[^\n]*)*/y;
const SPACE = /[ \t]*/y;
const KEY = /[\w-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'/y;
const TEXT =
  /"""(?:\\[\s\S]|(?!""")[^\\])*"{3,5}|'''(?:(?!''')[\s\S])*'{3,5}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^\s,[\]{}#"'=][^\n,[\]{}#"'=]*/y;
const END = /[ \t]*(?:#[^\n]*|\r)?(?:\n|$)/y;
const HEADER = /\[\[?/y;

class Layout {
  readonly parts: TomlPart[] = [];
  readonly #text: string;
  #at = 0;
  /** The number of elements of each list of tables. */
  readonly #lists = new Map<string, number>();

  constructor(text: string) {
    this.#text = text.startsWith("\ufeff") ? ` ${text.slice(1)}` : text;
  }

  read(): boolean {
    let table: TomlPart | undefined;
    let section: TomlPath = [];
    for (this.#take(BETWEEN); this.#at < this.#text.length; this.#take(BETWEEN)) {
      const from = this.#at;
      const bracket = this.#take(HEADER);
      const path = bracket === undefined ? this.#statement(section, 0, "statement") : this.#header(bracket);
      if (path === undefined) return false;
      if (bracket !== undefined) {
        section = path;
        table = { path, kind: "table", from, until: from };
        this.parts.push(table);
      }
      if (this.#take(END) === undefined) return false;
      if (table !== undefined) table.until = this.#at;
    }
    return true;
  }

  #header(bracket: string): TomlPath | undefined {
    const keys = this.#keys();
    if (keys === undefined || !this.#is(bracket === "[" ? "]" : "]]")) return undefined;
    const path: (string | number)[] = [];
    keys.forEach((key, index) => {
      path.push(key);
      const name = JSON.stringify(path);
      if (bracket === "[[" && index === keys.length - 1) this.#lists.set(name, (this.#lists.get(name) ?? 0) + 1);
      const length = this.#lists.get(name);
      if (length !== undefined) path.push(length - 1);
    });
    return path;
  }

  #statement(section: TomlPath, depth: number, kind: "statement" | "element"): TomlPath | undefined {
    const from = this.#at;
    const keys = this.#keys();
    if (keys === undefined || !this.#is("=")) return undefined;
    this.#take(SPACE);
    const path = [...section, ...keys];
    return this.#value(path, from, depth, kind) ? path : undefined;
  }

  #keys(): string[] | undefined {
    const keys: string[] = [];
    do {
      this.#take(SPACE);
      const key = this.#take(KEY);
      if (key === undefined) return undefined;
      keys.push(key.startsWith('"') ? plain(key) : key.replaceAll("'", ""));
      this.#take(SPACE);
    } while (this.#is("."));
    return keys;
  }

  #value(path: TomlPath, from: number, depth: number, kind: TomlPart["kind"]): boolean {
    const open = this.#at;
    const isMapping = this.#is("{");
    if (!isMapping && !this.#is("[")) {
      const written = this.#take(TEXT);
      if (written === undefined) return false;
      const trailing = written.length - written.trimEnd().length;
      this.parts.push({ path, kind, from, until: this.#at - trailing });
      return true;
    }
    if (depth === MAX_DEPTH) return false;
    const part: TomlPart = { path, kind, from, until: open, open };
    this.parts.push(part);
    const close = isMapping ? "}" : "]";
    for (let index = 0; ; index++) {
      this.#take(BETWEEN);
      if (this.#is(close)) break;
      if (isMapping ? !this.#statement(path, depth + 1, "element") : !this.#element([...path, index], depth + 1))
        return false;
      this.#take(BETWEEN);
      if (!this.#is(",") && this.#text[this.#at] !== close) return false;
    }
    part.until = this.#at;
    return true;
  }

  #element(path: TomlPath, depth: number): boolean {
    return this.#value(path, this.#at, depth, "element");
  }

  #is(text: string): boolean {
    if (!this.#text.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #take(expression: RegExp): string | undefined {
    expression.lastIndex = this.#at;
    const found = expression.exec(this.#text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }
}

/** Decodes the escapes that TOML shares with JSON. A key with other escapes stays as written, so no edit finds it. */
function plain(key: string): string {
  try {
    return JSON.parse(key) as string;
  } catch (error) {
    if (error instanceof SyntaxError) return key;
    throw error;
  }
}
