/**
 * Finds the paths and addresses in a tool call, by the parameter names that hosts use. If a call has an unknown
 * parameter, the result is uncertain, because that parameter can change the meaning of the other parameters.
 */
import type { ToolKind } from "../../model/rules/permission.ts";
import { isMap } from "../../model/schema.ts";
import type { ReadCall } from "./read-call.ts";

type Input = ReadCall["input"];

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Names of parameters with one path. */
const PATHS = words("path file_path filePath file filename absolute_path notebook_path target_file");
/** Names of parameters with several paths. */
const LISTS = words("paths files");
/** Names of parameters with a second path. */
const MORE_PATHS = words(
  "to from source destination dest src dst target new_path newPath old_path oldPath rename_to renameTo move_to moveTo new_file_path output",
);
/** Names of parameters with text or switches. Such parameters contain no path. */
const DATA = words(
  "content contents text file_text body data old_string new_string oldString newString old_str new_str old_text new_text oldText newText " +
    "new_source cell_id cell_type edit_mode replace_all replaceAll expected_replacements insert_line insert_text line lines command " +
    "view_range range start_line end_line startLine endLine limit offset encoding description explanation reason title instructions " +
    "code_edit pages append overwrite create_dirs pattern query regex output_mode head_limit multiline type case_sensitive " +
    "caseSensitive is_regexp max_results maxResults context before_context after_context -A -B -C -n -i -o recursive depth " +
    "show_hidden timeout should_read_entire_file start_line_one_indexed end_line_one_indexed_inclusive",
);
/** Names of parameters with a file pattern. The pattern is relative to the path of the call. */
const GLOBS = words("glob include exclude include_pattern exclude_pattern file_pattern ignore");
const PATCHES = words("patch diff input");
const FETCHING = words(
  "url prompt query max_length maxLength start_index raw timeout format description explanation selector extract",
);

const NONE: readonly string[] = [];

/** Maximum depth of nested values in a call. */
const MAX_DEPTH = 4;
const MAX_VALUES = 2000;
/** Maximum length of a pattern whose braces are expanded. Such a pattern gives at most a few thousand patterns. */
const MAX_PATTERN_CHARS = 64;
const BRACES = /\{(\w[\w.-]*(?:,\w[\w.-]*)*)\}/;

/** Matches the parts that some tools remove from a path: `@file`, `file#L10`, `file?x`, `file:10`. */
const AROUND_PATH = /^@+|[#?].*$|:\d[\d:,-]*$/gs;

/**
 * Returns every path that a file tool would use; undefined if the paths are uncertain. For `@file`, returns both
 * `@file` and `file`, because tools differ in how they read it.
 */
export function pathsIn({ input, kind }: ReadCall): readonly string[] | undefined {
  const sole = solePathIn(input);
  const named = sole === undefined || sole.includes("://") ? new PathReader(kind).read(input) : [sole];
  if (named === undefined) return undefined;
  const found = [...new Set(named.flatMap((path) => [path, path.replaceAll(AROUND_PATH, "") || path]))];
  // In a call that searches files, `pattern` is a file pattern.
  const { pattern } = input;
  const isUnclear = typeof pattern === "string" ? patternsIn(pattern).some(leaves) : found.length > 0;
  if (kind === "find" && isUnclear) return undefined;
  // Returns true for values that start with `-`. If the tool runs a program for the search, the program could read such
  // values as options.
  const isSearch = kind === "search" || kind === "find" || kind === "list";
  if (found.length === 0 && isSearch) return ["."];
  if (isSearch && found.some((path) => path.startsWith("-"))) return undefined;
  if (kind === "search" && typeof pattern === "string" && pattern.startsWith("-")) return undefined;
  return found.length === 0 ? undefined : found;
}

/** Returns the path of a call whose only parameter is a path, which can also be an address. Most calls are like this. */
export function solePathIn(input: Input): string | undefined {
  let path: string | undefined;
  for (const key in input) {
    const value = input[key];
    // Comparing with the most frequent name first is faster than a lookup in the set.
    if (path !== undefined || (key !== "path" && !PATHS.has(key)) || typeof value !== "string") return undefined;
    path = value;
  }
  return path;
}

/** Returns the file patterns that limit a search. */
export function filePatternsIn({ input, kind }: ReadCall): readonly string[] {
  if (kind !== "find" && kind !== "search") return NONE;
  const keys = kind === "find" ? ["pattern"] : [...GLOBS];
  return keys.flatMap((key) => texts(input[key]).flatMap((each) => (each === undefined ? [] : patternsIn(each))));
}

/** Some searches read `*.ts, *.md` as a list, and treat an empty pattern as missing. */
function patternsIn(text: string): readonly string[] {
  return expandBraces(text)
    .flatMap((each) => each.trim().split(/[\s,]+/))
    .map((each) => each || "*");
}

/**
 * Expands `*.{ts,tsx}` into two patterns. It expands only braces with plain names; `leaves` refuses all other braces.
 */
function expandBraces(pattern: string): readonly string[] {
  const [braces, names] = pattern.length > MAX_PATTERN_CHARS ? [] : (BRACES.exec(pattern) ?? []);
  if (braces === undefined || names === undefined) return [pattern];
  return names.split(",").flatMap((name) => expandBraces(pattern.replace(braces, name)));
}

/**
 * Returns true if a file pattern can lead out of its directory: with `..` or similar (`.?/`), with an absolute path, or
 * with brackets and braces.
 */
function leaves(pattern: string): boolean {
  return /^[~/\\]|\.\.|[{}[\]()!@+\\]|(?:^|\/)(?=[.?*]*\.)[.?*]*[?*][.?*]*\//.test(pattern);
}

class PathReader {
  readonly #found: string[] = [];
  readonly #kind: ToolKind | undefined;

  constructor(kind: ToolKind | undefined) {
    this.#kind = kind;
  }

  read(input: Input): readonly string[] | undefined {
    return this.#map(input, 0) ? this.#found : undefined;
  }

  #map(input: Input, depth: number): boolean {
    return depth <= MAX_DEPTH && Object.entries(input).every(([key, value]) => this.#entry(key, value, depth));
  }

  #entry(key: string, value: unknown, depth: number): boolean {
    if (value === undefined || value === null) return true;
    if (DATA.has(key)) return [value].flat().every((each) => typeof each !== "object");
    if (PATHS.has(key) || MORE_PATHS.has(key)) return typeof value === "string" && this.#paths(value);
    if (LISTS.has(key)) return this.#paths(value);
    if (key === "edits")
      return Array.isArray(value) && value.every((each) => isMap(each) && this.#map(each, depth + 1));
    // If the tool is not a search, it uses every file that such a pattern matches.
    if (GLOBS.has(key) && !this.#isSearch && !/^(?:exclude|ignore)/.test(key)) return this.#paths(value);
    if (GLOBS.has(key))
      return texts(value).every(
        (each) => each !== undefined && !patternsIn(each).some((pattern) => leaves(pattern.replace(/^!/, ""))),
      );
    if (PATCHES.has(key)) return typeof value === "string" && this.#patch(value);
    return false;
  }

  get #isSearch(): boolean {
    return this.#kind === "search" || this.#kind === "find" || this.#kind === "list";
  }

  #paths(value: unknown): boolean {
    const all = texts(value);
    for (const each of all) if (each !== undefined) this.#found.push(each);
    return (
      all.length > 0 && all.length <= MAX_VALUES && all.every((each) => each !== undefined && !each.includes("://"))
    );
  }

  /** Reads a patch that begins with `*** Begin Patch`. Returns false for a patch in another format that names files. */
  #patch(text: string): boolean {
    if (OTHER_PATCH.test(text)) return false;
    // Programs that apply patches in this format also accept blanks before the markers.
    const marks = text
      .split(/[\r\n]+/)
      .map((line) => line.trim())
      .filter((line) => line.startsWith("***"));
    for (const mark of marks) {
      const file = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (\S.*)$/.exec(mark)?.[1];
      if (file !== undefined) this.#found.push(file.trimEnd());
      else if (!/^\*\*\* (?:Begin Patch|End Patch|End of File)\s*$/.test(mark)) return false;
    }
    return this.#found.length > 0;
  }
}

/** Matches lines that name files in other patch formats. */
const OTHER_PATCH = /^(?:---|\+\+\+|diff|Index:|(?:rename|copy) (?:from|to)) /m;

function texts(value: unknown): readonly (string | undefined)[] {
  const list = Array.isArray(value) ? value : [value];
  return list.map((each) => (typeof each === "string" ? each : undefined));
}

/** Matches an `https` address with a plain host name. All URL parsers agree about such an address. */
const PLAIN_ADDRESS = /^https:\/\/([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?:\/[^\s\\@]*)?$/;
const MAX_ADDRESS_CHARS = 2000;

/**
 * Returns the host that a call would contact. Returns undefined if the call has other parameters, or if parsers could
 * disagree about the address.
 */
export function plainHostIn({ input }: ReadCall): string | undefined {
  const { url } = input;
  if (typeof url !== "string" || url.length > MAX_ADDRESS_CHARS || !/^[\x21-\x7e]+$/.test(url)) return undefined;
  if (Object.keys(input).some((key) => !FETCHING.has(key) && input[key] !== undefined && input[key] !== null))
    return undefined;
  return PLAIN_ADDRESS.exec(url)?.[1];
}

/**
 * Returns every host that a call could contact, for all common interpretations of its address. Returns undefined if the
 * hosts cannot be determined.
 */
export function hostsIn({ input }: ReadCall): readonly string[] | undefined {
  const { url } = input;
  if (typeof url !== "string" || /[\s\\\0-\x1f\x7f]/.test(url) || !URL.canParse(url)) return undefined;
  if (
    Object.keys(input).some((key) => /(?:ur[li]|address|endpoint|host|proxy|link|base)s?$/i.test(key) && key !== "url")
  )
    return undefined;
  const { protocol, hostname } = new URL(url);
  if (protocol !== "https:" && protocol !== "http:") return undefined;
  return [hostname.replace(/\.+$/, ""), ...mappedAddress(hostname)];
}

/** Returns the IPv4 address that an IPv6 address contains: `127.0.0.1` for `[::ffff:7f00:1]`. */
function mappedAddress(hostname: string): readonly string[] {
  const [, high, low] = /^\[::(?:ffff:)?([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(hostname) ?? [];
  if (high === undefined || low === undefined) return [];
  const bytes = [high, low].flatMap((half) => [Number.parseInt(half, 16) >> 8, Number.parseInt(half, 16) & 255]);
  return [bytes.join(".")];
}

/** Kinds of tools that only read. */
export const READING_TOOLS: ReadonlySet<ToolKind> = new Set(["read", "search", "find", "list"]);
/** Kinds of tools that change files. */
export const WRITING_TOOLS: ReadonlySet<ToolKind> = new Set(["write", "edit"]);
