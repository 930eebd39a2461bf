/**
 * The file that lets a later process search without loading the skills. It has every path and variable that the load
 * read, with its state. It also has the data that an answer shows for each document of the stored index. The file is
 * valid as long as a new load would read the same.
 */
import { constant, hasShape, integer, list, object, parseJson, string } from "../model/schema.ts";
import type { Withheld } from "../model/skills/snapshot.ts";
import { NUMBERS_PER_PATH, type TouchedPaths } from "../platform/files/touched-files.ts";
import type { Store } from "./index/frozen-index.ts";
import { sumOf } from "./index/sum.ts";
import type { SkillText } from "./search-document.ts";

/** A document of the index, as an answer shows it. */
export interface StoredSkill extends SkillText {
  readonly withheld?: Withheld;
  /** The frontmatter, to compare it with the file. */
  readonly header: string;
}

/** Facts about the load that are small enough to be read at once. */
export interface LoadFacts {
  /** The text that describes the options and the environment of the load. */
  readonly key: string;
  /** The names of the variables that the load read. */
  readonly variables: readonly string[];
  /** A hash of the values of these variables. */
  readonly values: string;
  readonly host: string;
  readonly revision: string;
  /** The file of the index, and the number that identifies its content. */
  readonly index: string;
  readonly identity: number;
}

export interface StoredLoad {
  readonly facts: LoadFacts;
  readonly touched: TouchedPaths;
  /** The number of documents. */
  readonly size: number;
  /** Returns a document by its number in the index; undefined if its bytes are damaged. */
  readonly skillAt: (document: number) => StoredSkill | undefined;
}

const FORMAT = "skillwright-load-1";
const MAGIC = 0x6c77736b;
/** Magic number; bytes of the facts and of the paths; numbers; checksums of the three; one unused word. */
const START_WORDS = 8;
const START = 4 * START_WORDS;
const ALIGNMENT = 8;
/** Numbers for each document: the end of its row, and the checksum of the row. */
const NUMBERS_PER_ROW = 2;
const MAX_FACTS = 4_194_304;
/** No path contains this character. */
const SEPARATOR = "\0";

const FACTS = object({
  format: constant([FORMAT], "the version of the format"),
  key: string("the options"),
  variables: list(string("the name of a variable")),
  values: string("a hash of their values"),
  resolved: list(list(string("a path"))),
  host: string("the host"),
  revision: string("the revision"),
  index: string("the file of the index"),
  identity: integer("the identity of the index", 0, 0xffffffff),
  paths: integer("the number of paths", 0, Number.MAX_SAFE_INTEGER),
});

export function packLoad(facts: LoadFacts, touched: TouchedPaths, skills: readonly StoredSkill[]): Uint8Array[] {
  const header = utf8(
    JSON.stringify({ format: FORMAT, ...facts, resolved: touched.resolved, paths: touched.paths.length }),
  );
  const paths = utf8(touched.paths.join(SEPARATOR));
  const rows = skills.map((each) => utf8(JSON.stringify(each)));
  const numbers = new Float64Array(touched.stamps.length + NUMBERS_PER_ROW * rows.length);
  numbers.set(touched.stamps);
  let end = 0;
  rows.forEach((row, at) => {
    end += row.length;
    numbers.set([end, sumOf(row)], touched.stamps.length + NUMBERS_PER_ROW * at);
  });
  const start = [MAGIC, header.length, paths.length, numbers.length, sumOf(header), sumOf(paths), sumOf(numbers), 0];
  const pieces = [bytesIn(Uint32Array.from(start)), header, paths].flatMap((each) => [
    each,
    new Uint8Array(padded(each.length) - each.length),
  ]);
  return [...pieces, bytesIn(numbers), ...rows];
}

/** Returns undefined if the bytes are damaged or of another version. */
export function openLoad(store: Store): StoredLoad | undefined {
  const words = store.read(0, START);
  if (words.length < START) return undefined;
  const [magic = 0, headerBytes = 0, pathBytes = 0, count = 0, ...sums] = new Uint32Array(words.slice().buffer);
  if (magic !== MAGIC || headerBytes > MAX_FACTS) return undefined;
  const pathsAt = START + padded(headerBytes);
  const numbersAt = pathsAt + padded(pathBytes);
  const rowsAt = numbersAt + 8 * count;
  if (rowsAt > store.size) return undefined;
  const header = store.read(START, headerBytes);
  const paths = store.read(pathsAt, pathBytes);
  const bytes = store.read(numbersAt, 8 * count);
  if (sumOf(header) !== sums[0] || sumOf(paths) !== sums[1] || sumOf(bytes) !== sums[2]) return undefined;
  const facts = parseJson(text(header));
  if (!hasShape(facts, FACTS)) return undefined;
  const numbers = new Float64Array(bytes.slice().buffer);
  const stamps = numbers.subarray(0, NUMBERS_PER_PATH * facts.paths);
  const rows = numbers.subarray(stamps.length);
  const list = facts.paths === 0 ? [] : text(paths).split(SEPARATOR);
  const fits =
    list.length === facts.paths &&
    stamps.length === NUMBERS_PER_PATH * facts.paths &&
    rowsAt + (rows.at(-NUMBERS_PER_ROW) ?? 0) === store.size;
  if (!fits || !facts.resolved.every(isPair)) return undefined;
  return {
    facts,
    touched: { paths: list, stamps, resolved: facts.resolved.filter(isPair) },
    size: rows.length / NUMBERS_PER_ROW,
    skillAt(document) {
      const start = rowsAt + (document === 0 ? 0 : (rows[NUMBERS_PER_ROW * (document - 1)] ?? 0));
      const row = store.read(start, rowsAt + (rows[NUMBERS_PER_ROW * document] ?? 0) - start);
      if (sumOf(row.slice()) !== rows[NUMBERS_PER_ROW * document + 1]) return undefined;
      return parseJson(text(row)) as StoredSkill;
    },
  };
}

function isPair(each: readonly string[]): each is readonly [string, string] {
  return each.length === 2;
}

const UTF8 = new TextDecoder();

function text(bytes: Uint8Array): string {
  return UTF8.decode(bytes);
}

function utf8(value: string): Uint8Array {
  return new TextEncoder().encode(value);
}

function bytesIn({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function padded(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}
