/** Finds the texts of a call and every path that they could name, for tools of unknown kind. */

type Input = Readonly<Record<string, unknown>>;

/** Maximum number of texts, keys and nested values in a call. */
const MAX_VALUES = 2000;
/** Maximum number of possible paths in one text. */
const MAX_PLACES = 500;

/** Parameters whose text is the content of a file, a message or a document. */
const CONTENTS: ReadonlySet<string> = new Set(
  "content contents text file_text body data old_string new_string oldString newString old_str new_str message".split(
    " ",
  ),
);

const NONE: readonly string[] = [];

/** Every text of a call at any depth, except contents; undefined if there are too many. */
export function textsOfCall(input: Input): readonly string[] | undefined {
  if (!mayHaveText(input)) return NONE;
  const found: string[] = [];
  const pending: (readonly [key: string, value: unknown])[] = [["", input]];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [key, value] = next;
    if (typeof value === "string" && !CONTENTS.has(key)) found.push(value);
    if (typeof value !== "object" || value === null) continue;
    if (found.length + pending.length > MAX_VALUES) return undefined;
    for (const [name, each] of Object.entries(value)) {
      // Elements of a list are treated as values of the list's parameter.
      if (typeof each === "string" || typeof each === "object") pending.push([Array.isArray(value) ? key : name, each]);
      if (/[/\\.]/.test(name)) found.push(name);
    }
  }
  return found.length > MAX_VALUES ? undefined : found;
}

/** Returns true if the input can contain text. This fast check handles most calls of servers. */
function mayHaveText(input: Input): boolean {
  for (const key in input) {
    const value = input[key];
    if (typeof value === "string" || (typeof value === "object" && value !== null) || /[/\\.]/.test(key)) return true;
  }
  return false;
}

const SEPARATORS = /[\s,;:="'`|&()<>[\]{}\0-\x1f\x7f]+/;

export interface NamedPlace {
  readonly path: string;
  /** True if the whole text, the value in `--name=value`, `-fvalue` or `@value`, or a word of an option is this path. */
  readonly isWhole: boolean;
}

/**
 * Returns every path that a text could name: the whole text, the value in `--name=value`, and its parts between blanks, commas, quotes and similar
 * characters. `%2e` is decoded once or twice, and `\` is read as `/`. Returns undefined if there are too many. `isName`
 * is true for names in the session's directory.
 */
export function possiblePaths(text: string, isName: (part: string) => boolean): readonly NamedPlace[] | undefined {
  const whole = new Set<string>();
  const parts = new Set<string>();
  const once = decoded(text);
  for (const form of new Set([text, once, decoded(once)])) {
    const plain = form.replaceAll("\\", "/");
    if (plain.length <= MAX_PATH_CHARS) whole.add(plain.trim().replace(/^file:(?:\/\/[^/\s]*)?/i, ""));
    const value = ATTACHED.exec(plain)?.[1];
    if (value !== undefined && value.length <= MAX_PATH_CHARS) whole.add(value);
    const apart = plain.replaceAll(/file:(?:\/\/[^/\s]*)?/gi, " ");
    for (const part of apart.split(SEPARATORS)) {
      if (part !== "" && (part.includes("/") || part === ".." || isName(part))) parts.add(part);
      if (/^[ab]\//.test(part)) parts.add(part.slice(2));
    }
    for (const [, file = ""] of plain.matchAll(PATCHED)) parts.add(file.trim());
    if (parts.size > MAX_PLACES) return undefined;
  }
  const isOption = text.startsWith("-");
  return [
    ...Array.from(whole, (path) => ({ path, isWhole: true })),
    ...Array.from(parts, (path) => ({ path, isWhole: isOption })),
  ];
}

const MAX_PATH_CHARS = 4096;
/** The value in `--name=value`, `-f/value` and `@value`. */
const ATTACHED = /^(?:[\w-]+=|-\w{1,2}(?=[/~.])|@)(\S+)$/;
/** Matches the lines of a patch that name a file. The file name can contain blanks. */
const PATCHED =
  /^\s*(?:\*\*\*\s+(?:(?:Add|Update|Delete) File|Move to): |(?:---|\+\+\+) (?:[ab]\/)?|rename to )(\S.*)$/gm;

function decoded(text: string): string {
  return text.replaceAll(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
