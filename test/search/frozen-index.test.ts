import fc from "fast-check";
import { expect, test } from "vitest";
import { openIndex, packIndex, type Store } from "../../src/search/index/frozen-index.ts";
import { DamagedIndex } from "../../src/search/index/postings.ts";
import { buildIndex, SearchIndex } from "../../src/search/index/search-index.ts";
import { sumOf } from "../../src/search/index/sum.ts";
import type { SearchDocument, SearchHit } from "../../src/search/search-document.ts";

const DOCUMENTS: SearchDocument[] = [
  { id: "a", name: "pdf", description: "Fill in forms.", body: "Many words stand here." },
  { id: "b", name: "deploy", description: "Deploy services." },
];
const QUERY = "fill in the forms, many words";

const packed = pack(DOCUMENTS);
const expected = buildIndex(DOCUMENTS).search(QUERY);

function pack(documents: readonly SearchDocument[]): Uint8Array {
  return new Uint8Array(Buffer.concat(packIndex(buildIndex(documents).freeze((id) => `key ${id}`))));
}

function storeOf(bytes: Uint8Array, reads: number[] = []): Store {
  const read = (start: number, length: number): Uint8Array => {
    const part = bytes.slice(start, start + length);
    reads.push(part.length);
    return part;
  };
  return { size: bytes.length, read };
}

/** Returns the hits of the index, or undefined if its bytes are refused. */
function searchIn(bytes: Uint8Array): SearchHit[] | undefined {
  try {
    const frozen = openIndex(storeOf(bytes));
    if (frozen === undefined) return undefined;
    expect([frozen.ids, frozen.keys]).toEqual([
      ["a", "b"],
      ["key a", "key b"],
    ]);
    return new SearchIndex(frozen).search(QUERY);
  } catch (error) {
    if (error instanceof DamagedIndex) return undefined;
    throw error;
  }
}

test("[U6] a stored index is read back unchanged", () => {
  expect(searchIn(packed)).toEqual(expected);
});

test("[U6] a damaged byte is refused, unless it is padding or text that the search does not need", () => {
  let refused = 0;
  for (let at = 0; at < packed.length; at++) {
    const damaged = packed.slice();
    damaged[at] = (damaged[at] as number) ^ 0x55;
    const found = searchIn(damaged);
    if (found === undefined) refused++;
    else expect(found).toEqual(expected);
  }
  expect(refused / packed.length).toBeGreaterThan(0.6);
});

test("[U6] other bytes are not an index", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.uint8Array({ maxLength: 64 }),
        fc.nat(packed.length - 1).map((end) => packed.slice(0, end)),
        fc.nat(64).map((more) => new Uint8Array([...packed, ...new Uint8Array(more + 1)])),
      ),
      (bytes) => {
        expect(openIndex(storeOf(bytes))).toBeUndefined();
      },
    ),
  );
  for (const header of ["null", "[]", "{}", '{"format":"skillwright-search-2"}', "{"])
    expect(openIndex(storeOf(withHeader(header)))).toBeUndefined();
});

interface Header {
  readonly documents: number;
  readonly postings: number;
  readonly sections: readonly (readonly [number, number])[];
}

test.each<[string, (header: Header) => object]>([
  ["another format", () => ({ format: "other" })],
  ["another number of documents", () => ({ documents: 3 })],
  ["a negative number of documents", () => ({ documents: -1 })],
  ["a seed that is not a number", () => ({ seed: "1" })],
  ["no sections", () => ({ sections: undefined })],
  ["a section less", ({ sections }) => ({ sections: sections.slice(1) })],
  ["a size that is not whole", ({ sections: [, ...rest] }) => ({ sections: [[0.5, 0], ...rest] })],
  ["a huge section", ({ sections: [, ...rest] }) => ({ sections: [[2 ** 52, 0], ...rest] })],
  ["more postings", ({ postings }) => ({ postings: postings + 4 })],
])("[U6] a header with %s is not an index", (_, change) => {
  const length = new DataView(packed.buffer).getUint32(4, true);
  const header = JSON.parse(new TextDecoder().decode(packed.subarray(16, 16 + length))) as Header;
  const body = packed.subarray(16 + Math.ceil(length / 4) * 4);
  const whole = withHeader(JSON.stringify(header), body);
  const changed = withHeader(JSON.stringify({ ...header, ...change(header) }), body);
  expect([searchIn(whole), openIndex(storeOf(changed))]).toEqual([expected, undefined]);
});

test("[U6] a query reads the postings of its words, and not those of others", () => {
  const words = (from: number): string => Array.from({ length: 2000 }, (_, at) => `word${from + at}`).join(" ");
  const documents = Array.from({ length: 60 }, (_, at) => ({
    id: `d${at}`,
    name: `d${at}`,
    description: "",
    body: words((at % 6) * 2000),
  }));
  const bytes = pack(documents);
  const reads: number[] = [];
  const index = new SearchIndex(openIndex(storeOf(bytes, reads)));
  const opening = reads.reduce((sum, each) => sum + each, 0);
  expect(index.search("word77", { k: 1 })).toMatchObject([{ id: "d0" }]);
  const asked = reads.reduce((sum, each) => sum + each, 0) - opening;
  expect(asked).toBeLessThanOrEqual(2 * 16_384);
});

test("[U6] postings that contradict themselves are refused, also with right checksums", () => {
  const frozen = buildIndex(DOCUMENTS).freeze(() => "");
  const rows = frozen.postings.rows.map((each, at) => (at % 3 === 0 && each > 0 ? 4_000_000_000 : each));
  const index = new SearchIndex({ ...frozen, postings: { ...frozen.postings, rows } });
  expect(() => index.search("forms")).toThrow(DamagedIndex);
});

/** Returns an index with this header and body, and the correct checksum. */
function withHeader(header: string, body: Uint8Array = new Uint8Array()): Uint8Array {
  const text = new TextEncoder().encode(header);
  const start = 16 + Math.ceil(text.length / 4) * 4;
  const bytes = new Uint8Array(start + body.length);
  bytes.set(new Uint8Array(new Uint32Array([0x78656b73, text.length, sumOf(text), 0]).buffer));
  bytes.set(text, 16);
  bytes.set(body, start);
  return bytes;
}
