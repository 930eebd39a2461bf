/**
 * The readings of documents, turned round: for each term the documents that have it, how often in which field, and at which
 * places. A pure function of the readings and their order; nothing here changes afterwards.
 */
import { type Lexicon, NO_TERM } from "./lexicon.ts";
import { FIELDS, type Reading } from "./reading.ts";

export interface Inverted {
  /** How many documents. */
  readonly size: number;
  /** All readings one after the other. */
  readonly stream: Uint32Array;
  /** Where each field of each document begins in the stream; one more for the end. */
  readonly starts: Uint32Array;
  /** Terms of each field of each document, little words left out. */
  readonly lengths: Uint32Array;
  /** Where the documents of a term begin in `documents` and `counts`. */
  readonly postings: Uint32Array;
  readonly documents: Uint32Array;
  /** Eight bits for each field, the name's lowest. */
  readonly counts: Uint32Array;
  /** Where the places of a term begin in `places`. */
  readonly occurrences: Uint32Array;
  readonly positions: Uint32Array;
}

const BITS = 8;
const MAX_COUNT = 255;

/** How often a field has the term. */
export function countIn(counts: number, field: number): number {
  return (counts >>> (BITS * field)) & MAX_COUNT;
}

/** The counts of a term in a document; 0 if the document does not have it. */
export function countsOf(term: number, document: number, { postings, documents, counts }: Inverted): number {
  let low = postings[term] as number;
  let high = (postings[term + 1] as number) - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = documents[middle] as number;
    if (found === document) return counts[middle] as number;
    if (found < document) low = middle + 1;
    else high = middle - 1;
  }
  return 0;
}

export function invertDocuments(readings: readonly Reading[], lexicon: Lexicon): Inverted {
  const streamed = concatenate(readings);
  return fill(streamed, measure(streamed, lexicon), lexicon);
}

type Streamed = Pick<Inverted, "stream" | "starts">;

function concatenate(readings: readonly Reading[]): Streamed {
  const stream = new Uint32Array(readings.reduce((sum, reading) => sum + reading.length, 0));
  const starts = new Uint32Array(readings.length * FIELDS + 1);
  let at = 0;
  let field = 0;
  for (const reading of readings) {
    stream.set(reading, at);
    starts[field++] = at;
    for (let position = 0; position + 1 < reading.length; position++)
      if (reading[position] === NO_TERM) starts[field++] = at + position + 1;
    at += reading.length;
  }
  starts[field] = at;
  return { stream, starts };
}

/**
 * Stop words match only in names, which may have no other word. Prefixes match only in names and descriptions, because
 * a whole body has a word with almost any prefix.
 */
const NAME = 0;
const DESCRIPTION = 1;

/** Of what a term only begins with. */
const NOWHERE = -1;

type Visit = (term: number, document: number, field: number, position: number) => void;

function eachTerm({ stream, starts }: Streamed, { little, beginnings }: Lexicon, visit: Visit): void {
  for (let slot = 0; slot + 1 < starts.length; slot++) {
    const document = Math.floor(slot / FIELDS);
    const field = slot % FIELDS;
    const end = (starts[slot + 1] as number) - 1;
    for (let position = starts[slot] as number; position < end; position++) {
      const term = stream[position] as number;
      if (little[term] && field !== NAME) continue;
      visit(term, document, field, position);
      const beginning = beginnings[term] as number;
      if (beginning !== NO_TERM && field <= DESCRIPTION) visit(beginning, document, field, NOWHERE);
    }
  }
}

type Sizes = Pick<Inverted, "lengths" | "postings" | "occurrences">;

function measure(streamed: Streamed, lexicon: Lexicon): Sizes {
  const lengths = new Uint32Array(streamed.starts.length - 1);
  const postings = new Uint32Array(lexicon.size + 1);
  const occurrences = new Uint32Array(lexicon.size + 1);
  const last = new Int32Array(lexicon.size).fill(NOWHERE);
  eachTerm(streamed, lexicon, (term, document, field, position) => {
    if (position !== NOWHERE) {
      add(lengths, document * FIELDS + field, 1);
      add(occurrences, term + 1, 1);
    }
    if (last[term] === document) return;
    last[term] = document;
    add(postings, term + 1, 1);
  });
  for (let term = 0; term < lexicon.size; term++) {
    add(postings, term + 1, postings[term] as number);
    add(occurrences, term + 1, occurrences[term] as number);
  }
  return { lengths, postings, occurrences };
}

function fill(streamed: Streamed, sizes: Sizes, lexicon: Lexicon): Inverted {
  const { postings, occurrences } = sizes;
  const documents = new Uint32Array(postings.at(-1) as number);
  const counts = new Uint32Array(documents.length);
  const positions = new Uint32Array(occurrences.at(-1) as number);
  const nextPosting = postings.slice();
  const nextPosition = occurrences.slice();
  eachTerm(streamed, lexicon, (term, document, field, position) => {
    let at = (nextPosting[term] as number) - 1;
    if (at < (postings[term] as number) || documents[at] !== document) {
      documents[++at] = document;
      nextPosting[term] = at + 1;
    }
    if (countIn(counts[at] as number, field) < MAX_COUNT) add(counts, at, 1 << (BITS * field));
    if (position === NOWHERE) return;
    positions[nextPosition[term] as number] = position;
    add(nextPosition, term, 1);
  });
  return { size: (streamed.starts.length - 1) / FIELDS, ...streamed, ...sizes, documents, counts, positions };
}

function add(array: Uint32Array, at: number, more: number): void {
  array[at] = (array[at] as number) + more;
}
