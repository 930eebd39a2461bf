/** Finds the texts of a call and every path that they could name, for tools of unknown kind. */

import { asOpened, holdsSecrets } from "../../model/rules/holds-secrets.ts";
import { hasProtectedName } from "../../model/rules/protected-names.ts";
import { canBePattern } from "./paths/pattern-paths.ts";

type Input = Readonly<Record<string, unknown>>;

/** Maximum number of texts, keys and nested values in a call. */
const MAX_VALUES = 2000;
/** Maximum number of possible paths in one text. */
const MAX_PLACES = 500;

/** Names of parameters whose text is the content of a file, a message or a document. */
const CONTENTS: ReadonlySet<string> = new Set(
  "content contents text file_text body data old_string new_string oldString newString old_str new_str message".split(
    " ",
  ),
);

const NONE: readonly string[] = [];

/**
 * Names of parameters with the path of a file. If a parameter with contents is beside one of them, the contents belong
 * to this file.
 */
const FILE_KEYS = "path file_path filePath file filename absolute_path notebook_path target_file uri".split(" ");

/**
 * Returns every text of a call at any depth; undefined if there are too many texts. The content of a file is left out
 * if the same object names the file. In `edits`, the surrounding object may name the file.
 */
export function textsOfCall(input: Input): readonly string[] | undefined {
  if (!mayHaveText(input)) return NONE;
  const found: string[] = [];
  const pending: (readonly [value: object, hasFile: boolean])[] = [[input, false]];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [value, inFile] = next;
    const isList = Array.isArray(value);
    const entries = Object.entries(value);
    const hasFile = inFile || (!isList && FILE_KEYS.some((key) => namesFile((value as Input)[key])));
    const parts: [key: string, text: string][] = [];
    for (const [name, each] of entries) {
      if (typeof each === "string" && !(hasFile && CONTENTS.has(name))) parts.push([name, each]);
      if (typeof each === "object" && each !== null) pending.push([each, hasFile && (isList || name === "edits")]);
      if (/[/\\.~]/.test(name)) found.push(name);
    }
    const combined = combinedNames(parts, isList);
    if (combined === undefined) return undefined;
    found.push(...parts.map(([, text]) => text), ...combined);
    if (found.length + pending.length > MAX_VALUES) return undefined;
  }
  return found;
}

/** Returns false for a directory such as `.`, and for an address of another machine. */
function namesFile(value: unknown): boolean {
  return typeof value === "string" && /[^./\\\s]\s*$/.test(value) && !/^(?!file:)[a-z][\w+.-]*:\/\//i.test(value);
}

/** Returns true if the input can contain text. This check is fast and is enough for most calls of server tools. */
function mayHaveText(input: Input): boolean {
  for (const key in input) {
    const value = input[key];
    if (typeof value === "string" || (typeof value === "object" && value !== null) || /[/\\.~]/.test(key)) return true;
  }
  return false;
}

const SEPARATORS = /[\s,;:="'`|&()<>[\]{}\0-\x1f\x7f]+/;
/**
 * Matches separators in texts with other alphabets. Every character that is not ASCII is a separator too, such as a
 * full-width comma.
 */
const OTHER_SEPARATORS = /[\s,;:="'`|&()<>[\]{}\0-\x1f\x7f-\u{10ffff}]+/u;
/** Matches a `*` that is not a file pattern: a list marker, all columns in SQL, or the markers of a patch. */
const NO_PATTERN = /^[ \t]*\* |(?<=\bselect )\*(?= from\b)|(?<!\S)\*{3,}(?!\S)/gim;
const SCHEMES = /file:(?:\/\/[^/\s]*)?/gi;

export interface NamedPlace {
  readonly path: string;
  /**
   * True if the path is a whole text, possibly after a prefix such as `--name=@`. Also true for a word of an option.
   */
  readonly isWhole: boolean;
  /** True if the path is a word of a longer text and can be a file pattern. */
  readonly isPattern?: boolean;
}

/**
 * Returns every path that a text could name. It returns the whole text, the text after a prefix, and the parts between
 * blanks, commas, quotes and similar characters. Escapes such as `%2e` are decoded once or twice, and `\` is treated as
 * `/`. Returns undefined if there are too many. `isName` returns true for names in the session's directory.
 */
export function possiblePaths(text: string, isName: (part: string) => boolean): readonly NamedPlace[] | undefined {
  const rests: NamedPlace[] = [];
  const parts = new Set<string>();
  const patterns = new Set<string>();
  for (const form of formsOf(text)) {
    const plain = form.replaceAll("\\", "/");
    rests.push(...restsOf(plain.trim()));
    // In a pattern, and for a shell, `\p` is `p`.
    if (form.includes("\\")) rests.push(...restsOf(form.replaceAll("\\", "").trim()));
    const isPath = (part: string): boolean => part !== "" && (part.includes("/") || part === ".." || isName(part));
    for (const word of /\s/.test(plain) ? plain.split(/\s+/) : NONE)
      if (/^-|[=:,;@<+]/.test(word))
        for (const { path } of restsOf(word)) if (isPath(path) || /\w\.\w/.test(path)) parts.add(path);
    // A shell removes a `\` before a punctuation character, so the text without `\` is searched too.
    const apart = `${plain} ${/\\[^\w\s]/.test(form) ? form.replaceAll("\\", "") : ""}`.replaceAll(SCHEMES, " ");
    for (const part of [...apart.split(SEPARATORS), ...apart.split(OTHER_SEPARATORS)]) {
      if (isPath(part)) parts.add(part);
      if (/^[ab]\//.test(part)) parts.add(part.slice(2));
    }
    for (const word of plain.replaceAll(NO_PATTERN, " ").split(/\s+/))
      if (canBePattern(word)) for (const { path } of restsOf(word)) patterns.add(path);
    for (const [, file = ""] of plain.matchAll(PATCHED)) parts.add(file.trim());
    if (parts.size + patterns.size > MAX_PLACES) return undefined;
  }
  const isOption = text.startsWith("-");
  return [
    ...rests,
    ...Array.from(parts, (path) => ({ path, isWhole: isOption })),
    ...Array.from(patterns, (path) => ({ path, isWhole: isOption, isPattern: true })),
  ];
}

const MAX_PATH_CHARS = 4096;
/** Maximum number of letters of a short option with an attached path, such as `-Ipath`. */
const MAX_LETTERS = 12;
/** Matches a prefix before a path: `--name=`, `a:=`, `name@`, `a.txt,`, `@` or `<`. */
const PREFIX = /^[^\s=:,;@<"'`]*[=:,;@<+"'`]/;
const SCHEME = /^file:(?:\/\/[^/\s]*)?/i;

/**
 * Returns the text, and each part of it that follows a prefix, as in `--form=a=@file`, `-xffile` and `file:path`. An
 * address with another scheme is not a path. A sentence after a colon or comma is not a path either.
 */
export function restsOf(text: string): readonly NamedPlace[] {
  if (text.length > MAX_PATH_CHARS) return [];
  const own = text.replace(SCHEME, "");
  const found: NamedPlace[] = [{ path: own, isWhole: true }];
  if (!/^[-+@]|[=:,;@<+"'`#?]/.test(own) || /\s/.test(own)) return found;
  const add = (rest: string): void => {
    if (rest !== own) found.push({ path: rest, isWhole: true });
    // Skips the letters of short options, as in `-xf`. The `/x` in `-Isrc/x` is probably not a path.
    const letters = /^-[A-Za-z]/.test(rest) ? Math.min(MAX_LETTERS, rest.length - 2) : 0;
    for (let at = 2; at < letters + 2; at++) found.push({ path: rest.slice(at), isWhole: at < 4 || rest[at] !== "/" });
    const place = rest.replace(/[?#;,].*$|["'`]+$/, "");
    if (place !== rest && place !== "") found.push({ path: place, isWhole: true });
  };
  add(own);
  for (let rest = own; found.length < MAX_PLACES; add(rest)) {
    if (/^[A-Za-z][\w+.-]*:\/\//.test(rest) && !SCHEME.test(rest)) break;
    const prefix = SCHEME.exec(rest)?.[0] ?? PREFIX.exec(rest)?.[0];
    if (prefix === undefined || prefix.length === rest.length) break;
    rest = rest.slice(prefix.length);
  }
  return found;
}

/** Matches the lines of a patch that name a file. The file name can contain blanks. */
const PATCHED =
  /^\s*(?:\*\*\*\s+(?:(?:Add|Update|Delete) File|Move to): |(?:---|\+\+\+) (?:[ab]\/)?|rename to )(\S.*)$/gm;

/** Decodes what addresses, JSON and HTML write for a character: `%2e`, `\x2e`, `\u002e`, `&#x2e;`, `&#46;`. */
function decoded(text: string): string {
  return text.replaceAll(
    /(?:%|\\x|\\u00|&#x0*)([0-7][0-9a-f]);?|&#0*(\d{2,3});?/gi,
    (_, hex?: string, decimal?: string) =>
      String.fromCharCode(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
  );
}

/** Matches what can stand between the items of a list, or around an item. Brackets belong to patterns. */
const LISTED = /[\s,;:|&<>="'`\0-\x1f\x7f]+/;

/** Matches blanks, quotes and brackets around a name. */
const AROUND_NAME = /^[\s"'`([{<]+|[\s"'`)\]}>]+$/g;

/** Returns the text, what tools can make of it by decoding it once or twice, and the names that systems open instead. */
function formsOf(text: string): ReadonlySet<string> {
  const once = decoded(text);
  const forms = [text, once, decoded(once)];
  return new Set([...forms, ...forms.filter((form) => !/\s[^\s.]/.test(form)).map(asOpened)]);
}

/**
 * Returns the other names that a tool can find in the path of a call. A tool can decode the text, remove blanks or
 * quotes, or split it at separators: `.env ` and `a.txt;.env`.
 */
export function otherReadings(path: string): readonly string[] {
  if (/^[\w./-]*$/.test(path) && !/\w\.+(?:\/|$)/.test(path)) return NONE;
  const forms = [...formsOf(path)].flatMap((form) => [
    form,
    form.replaceAll(/[\\/]+/g, "/"),
    form.replaceAll(AROUND_NAME, ""),
    ...form.split(LISTED),
  ]);
  return [...new Set(forms)].filter((form) => form !== "" && form !== path);
}

/** A text that can be a part of the name of a file. */
const NAME_PART = /^[^\s:;,'"<>|*?(){}]{0,64}$/;
/** The key of a text that can be empty in front of an extension: `{ name: "", extension: "env" }`. */
const NAME_KEY = /name|stem|base|file|prefix/i;
/** Maximum number of texts in an object that are combined with each other. */
const MAX_PARTS = 64;

/**
 * Returns the names of secret or protected files that a tool can form from several texts of one object or list. The
 * texts can be a name and its extension, or the segments of a path. Returns undefined if there are too many texts.
 */
function combinedNames(
  texts: readonly (readonly [key: string, text: string])[],
  isList: boolean,
): readonly string[] | undefined {
  const parts = texts.filter(([, text]) => NAME_PART.test(text));
  if (parts.length < 2) return NONE;
  if (parts.length > MAX_PARTS && !isList) return undefined;
  const names = isList ? [parts.map(([, part]) => part).join("/"), parts.map(([, part]) => part).join("")] : [];
  for (const [at, [key, one]] of parts.entries())
    for (const [other, [, two]] of parts.entries()) {
      const isNext = isList ? other === at + 1 : other !== at;
      if (isNext && (one !== "" || NAME_KEY.test(key))) names.push(one + two, `${one}.${two}`, `${one}/${two}`);
    }
  return names.filter((name) => (isList && name.startsWith("/")) || holdsSecrets(name) || hasProtectedName(name, ""));
}
