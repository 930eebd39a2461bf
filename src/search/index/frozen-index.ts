/**
 * Converts an index to bytes, and opens it again. A header has the position of each array. An array is read on first
 * use. The postings list the documents of each term; a query reads only the pages that it needs. Each array and each
 * page has a checksum. Invalid bytes return undefined, or throw `DamagedIndex` when they are read.
 */
import { constant, hasShape, integer, list, number, object, parseJson } from "../../model/schema.ts";
import type { FrozenLexicon } from "./lexicon.ts";
import { DamagedIndex, NUMBERS_PER_ROW, type Postings } from "./postings.ts";
import { postingBytes } from "./postings-part.ts";
import { FIELD_COUNT } from "./reading.ts";
import { sumOf } from "./sum.ts";

export interface FrozenIndex {
  /** Ids of the documents, ordered by document number. */
  readonly ids: readonly string[];
  /** For each document, a key from the caller. A different key means that the content is different. */
  readonly keys: readonly string[];
  readonly lexicon: FrozenLexicon;
  readonly postings: Postings;
  /** Checksum of the whole stored index; undefined if the index was not opened from a file. */
  readonly identity?: number;
}

/** The bytes of the index, in memory or in a file. */
export interface Store {
  readonly size: number;
  /** Returns the bytes from `start`. Fewer than `length` bytes are returned only at the end. */
  readonly read: (start: number, length: number) => Uint8Array;
}

/**
 * Version of the format. Increase it if the meaning of the bytes changes, especially if words are read in another way.
 */
const FORMAT = "skillwright-search-2";
const MAGIC = 0x78656b73;

const WORD_BYTES = 4;
/** Magic number, length of the header, checksum of the header, and one unused word. */
const START = 4 * WORD_BYTES;
/** Number of bytes of the postings that are checked and read together. */
const PAGE = 16_384;
const MAX_HEADER = 65_536;

/** The arrays, in the order in which they are stored. */
const SECTIONS = {
  ids: Uint8Array,
  keys: Uint8Array,
  lengths: Uint16Array,
  nameStarts: Uint32Array,
  nameTerms: Uint32Array,
  rows: Uint32Array,
  termEnds: Uint32Array,
  termSlots: Uint32Array,
  termUnits: Uint16Array,
  little: Uint8Array,
  beginnings: Uint32Array,
  wordEnds: Uint32Array,
  wordTerms: Uint32Array,
  wordLetters: Uint32Array,
  wordUnits: Uint16Array,
  pages: Uint32Array,
} as const;

type SectionName = keyof typeof SECTIONS;
type ArrayOf<Constructor> = Constructor extends Uint32ArrayConstructor
  ? Uint32Array
  : Constructor extends Uint16ArrayConstructor
    ? Uint16Array
    : Uint8Array;
type Section<Name extends SectionName> = ArrayOf<(typeof SECTIONS)[Name]>;

const NAMES = Object.keys(SECTIONS) as SectionName[];

interface Header {
  readonly format: string;
  readonly documents: number;
  readonly seed: number;
  /** Bytes and checksum of each section. */
  readonly sections: readonly (readonly [bytes: number, sum: number])[];
  /** Bytes of the postings. */
  readonly postings: number;
}

const COUNT = integer("a number of bytes or documents, or a checksum", 0, Number.MAX_SAFE_INTEGER);

const HEADER = object({
  format: constant([FORMAT], "the version of the format"),
  documents: COUNT,
  seed: number("the seed of the hashes"),
  sections: list(list(COUNT)),
  postings: COUNT,
});

/** Returns the bytes of an index in pieces, so that the bytes are not in memory twice. */
export function packIndex({ ids, keys, lexicon, postings }: FrozenIndex): Uint8Array[] {
  const bytes = postings.read(0, postingBytes(postings));
  const { terms, words, little, beginnings } = lexicon;
  const arrays: { readonly [Name in SectionName]: Section<Name> } = {
    ids: jsonBytes(ids),
    keys: jsonBytes(keys),
    lengths: postings.lengths,
    nameStarts: postings.nameStarts,
    nameTerms: postings.nameTerms,
    rows: postings.rows,
    termEnds: terms.ends,
    termSlots: terms.slots,
    termUnits: terms.units,
    little,
    beginnings,
    wordEnds: words.ends,
    wordTerms: words.terms,
    wordLetters: words.letters,
    wordUnits: words.units,
    pages: sumsOfPages(bytes),
  };
  const sections = NAMES.map((name) => bytesIn(arrays[name]));
  const header: Header = {
    format: FORMAT,
    documents: ids.length,
    seed: terms.seed,
    sections: sections.map((each) => [each.length, sumOf(each)]),
    postings: bytes.length,
  };
  const text = jsonBytes(header);
  const start = new Uint32Array([MAGIC, text.length, sumOf(text), 0]);
  const pieces = [bytesIn(start), text, ...sections].flatMap((each) => [each, new Uint8Array(padding(each.length))]);
  return [...pieces, bytes];
}

/** Opens a stored index. It may call `read` of the store as long as the index is in use. */
export function openIndex(store: Store): FrozenIndex | undefined {
  const start = store.read(0, START);
  if (start.length < START) return undefined;
  const [magic, length = 0, sum = 0] = new Uint32Array(start.slice().buffer);
  if (magic !== MAGIC || length > MAX_HEADER) return undefined;
  const text = store.read(START, length);
  if (text.length !== length || sumOf(text) !== sum) return undefined;
  const header = parseJson(new TextDecoder().decode(text));
  return isHeader(header) ? new StoredIndex(header, START + padded(length), store).open(sum) : undefined;
}

/** Returns the `identity` of packed bytes: the checksum of the header, which contains the checksums of all other bytes. */
export function identityOf([start]: readonly Uint8Array[]): number {
  return new Uint32Array((start as Uint8Array).slice().buffer)[2] as number;
}

/** An index whose arrays are read when they are needed. */
class StoredIndex {
  readonly #header: Header;
  readonly #store: Store;
  readonly #starts = new Map<SectionName, number>();
  readonly #read = new Map<SectionName, unknown>();
  readonly #postings: number;
  readonly #pages = new Map<number, Uint8Array>();

  constructor(header: Header, start: number, store: Store) {
    this.#header = header;
    this.#store = store;
    let at = start;
    NAMES.forEach((name, number) => {
      this.#starts.set(name, at);
      at += padded(header.sections[number]?.[0] ?? 0);
    });
    this.#postings = at;
  }

  open(identity: number): FrozenIndex | undefined {
    const { documents, postings, seed } = this.#header;
    const terms = this.#count("termEnds");
    const fits =
      this.#store.size === this.#postings + postings &&
      this.#count("lengths") === documents * FIELD_COUNT &&
      this.#count("nameStarts") === documents + 1 &&
      this.#count("rows") === (terms + 1) * NUMBERS_PER_ROW &&
      this.#count("little") === terms &&
      this.#count("beginnings") === terms &&
      this.#count("pages") === Math.ceil(postings / PAGE);
    if (!fits) return undefined;
    const { words, lexicon } = this.#lexicon(seed);
    const texts = (name: "ids" | "keys"): readonly string[] => this.#texts(name);
    return {
      get ids() {
        return texts("ids");
      },
      get keys() {
        return texts("keys");
      },
      lexicon: { ...lexicon, words },
      postings: this.#makePostings(documents),
      identity,
    };
  }

  #lexicon(seed: number): { readonly words: FrozenLexicon["words"]; readonly lexicon: Omit<FrozenLexicon, "words"> } {
    const array = <Name extends SectionName>(name: Name): Section<Name> => this.#array(name);
    const words = {
      get ends() {
        return array("wordEnds");
      },
      get terms() {
        return array("wordTerms");
      },
      get letters() {
        return array("wordLetters");
      },
      get units() {
        return array("wordUnits");
      },
    };
    const terms = { ends: array("termEnds"), slots: array("termSlots"), units: array("termUnits"), seed };
    return { words, lexicon: { terms, little: array("little"), beginnings: array("beginnings") } };
  }

  #makePostings(size: number): Postings {
    return {
      size,
      lengths: this.#array("lengths"),
      nameStarts: this.#array("nameStarts"),
      nameTerms: this.#array("nameTerms"),
      rows: this.#array("rows"),
      read: (start, end) => this.#readPostings(start, end),
    };
  }

  #texts(name: "ids" | "keys"): readonly string[] {
    const known = this.#read.get(name);
    if (known !== undefined && Array.isArray(known)) return known as readonly string[];
    const texts = parseJson(new TextDecoder().decode(this.#array(name)));
    const fits = Array.isArray(texts) && texts.length === this.#header.documents;
    if (!fits || !texts.every((each) => typeof each === "string"))
      throw new DamagedIndex(`${name} are not a list of strings`);
    this.#read.set(name, texts);
    return texts;
  }

  #count(name: SectionName): number {
    return Math.floor(this.#bytesOf(name) / SECTIONS[name].BYTES_PER_ELEMENT);
  }

  #bytesOf(name: SectionName): number {
    return this.#header.sections[NAMES.indexOf(name)]?.[0] ?? 0;
  }

  #array<Name extends SectionName>(name: Name): Section<Name> {
    const known = this.#read.get(name);
    if (known !== undefined) return known as Section<Name>;
    const bytes = alignedCopy(this.#store.read(this.#starts.get(name) as number, this.#bytesOf(name)));
    if (bytes.length !== this.#bytesOf(name) || sumOf(bytes) !== this.#header.sections[NAMES.indexOf(name)]?.[1])
      throw new DamagedIndex(`${name} are damaged`);
    const array = new SECTIONS[name](bytes.buffer as ArrayBuffer, bytes.byteOffset, this.#count(name));
    this.#read.set(name, array);
    return array as Section<Name>;
  }

  #readPostings(start: number, end: number): Uint8Array {
    if (start >= end || end > this.#header.postings) return new Uint8Array();
    const first = Math.floor(start / PAGE);
    const last = Math.floor((end - 1) / PAGE);
    if (first === last) return this.#page(first).subarray(start - first * PAGE, end - first * PAGE);
    const bytes = this.#readPages(first, last);
    return bytes.subarray(start - first * PAGE, end - first * PAGE);
  }

  #page(number: number): Uint8Array {
    const page = this.#pages.get(number) ?? this.#readPages(number, number);
    if (this.#pages.size >= MAX_PAGES) this.#pages.clear();
    this.#pages.set(number, page);
    return page;
  }

  #readPages(first: number, last: number): Uint8Array {
    const start = first * PAGE;
    const length = Math.min((last + 1) * PAGE, this.#header.postings) - start;
    const bytes = this.#store.read(this.#postings + start, length);
    const sums = this.#array("pages");
    for (let page = first; page <= last; page++) {
      const from = (page - first) * PAGE;
      if (sumOf(alignedCopy(bytes.subarray(from, from + PAGE))) !== sums[page])
        throw new DamagedIndex("postings are damaged");
    }
    return bytes;
  }
}

/** Maximum pages that are cached for later queries. */
const MAX_PAGES = 1024;

function sumsOfPages(bytes: Uint8Array): Uint32Array {
  return Uint32Array.from({ length: Math.ceil(bytes.length / PAGE) }, (_, page) =>
    sumOf(bytes.subarray(page * PAGE, (page + 1) * PAGE)),
  );
}

function bytesIn({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function jsonBytes(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

/**
 * Copies the bytes if they do not start at a multiple of the word size. An array of words must start at such a
 * multiple.
 */
function alignedCopy(bytes: Uint8Array): Uint8Array {
  return bytes.byteOffset % WORD_BYTES === 0 ? bytes : bytes.slice();
}

function padding(bytes: number): number {
  return padded(bytes) - bytes;
}

function padded(bytes: number): number {
  return Math.ceil(bytes / WORD_BYTES) * WORD_BYTES;
}

function isHeader(value: unknown): value is Header {
  if (!hasShape(value, HEADER)) return false;
  return value.sections.length === NAMES.length && value.sections.every(({ length }) => length === 2);
}
