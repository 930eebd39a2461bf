import fc from "fast-check";
import { expect, test } from "vitest";
import { packIndex, sumOf, unpackIndex } from "../../src/search/index/frozen-index.ts";
import { buildIndex } from "../../src/search/index/search-index.ts";

const packed = packIndex(
  buildIndex([
    { id: "a", name: "pdf", description: "Fill in forms.", body: "Many words stand here." },
    { id: "b", name: "deploy", description: "Deploy services." },
  ]).freeze((id) => `key ${id}`),
);

test("[U6] what was packed comes back, wherever the bytes lie", () => {
  const shifted = new Uint8Array(packed.length + 1);
  shifted.set(packed, 1);
  expect(unpackIndex(shifted.subarray(1))).toEqual(unpackIndex(packed));
  expect(unpackIndex(packed)).toMatchObject({ ids: ["a", "b"], keys: ["key a", "key b"] });
});

test("[U6] bytes that were damaged are no index", () => {
  fc.assert(
    fc.property(fc.nat(packed.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const damaged = packed.slice();
      damaged[at] = (damaged[at] as number) ^ change;
      expect(unpackIndex(damaged)).toBeUndefined();
    }),
    { numRuns: 1000 },
  );
});

test("[U6] neither are any other bytes", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.uint8Array({ maxLength: 64 }),
        fc.nat(packed.length - 1).map((end) => packed.slice(0, end)),
      ),
      (bytes) => {
        expect(unpackIndex(bytes)).toBeUndefined();
      },
    ),
  );
  for (const header of ["null", "[]", "{}", '{"format":"skillwright-search-1"}', "{"])
    expect(unpackIndex(withHeader(header))).toBeUndefined();
});

interface Header {
  readonly bytes: readonly number[];
}

test.each<[string, (header: Header) => object]>([
  ["another format", () => ({ format: "other" })],
  ["an id that is not a text", () => ({ ids: ["a", 1] })],
  ["a key that is not a text", () => ({ keys: ["key a", null] })],
  ["fewer keys than ids", () => ({ keys: ["key a"] })],
  ["a seed that is not a number", () => ({ seed: "1" })],
  ["no sizes", () => ({ bytes: undefined })],
  ["a size that is not whole", ({ bytes: [first = 0, ...rest] }) => ({ bytes: [first - 0.5, ...rest] })],
  ["a negative size", ({ bytes: [first = 0, second = 0, ...rest] }) => ({ bytes: [-4, first + second + 4, ...rest] })],
])("[U6] nor bytes whose header has %s", (_, change) => {
  const end = 8 + new DataView(packed.buffer).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(packed.subarray(8, end))) as Header;
  const body = packed.subarray(Math.ceil(end / 4) * 4);
  const index = unpackIndex(withHeader(JSON.stringify(header), body));
  const changed = unpackIndex(withHeader(JSON.stringify({ ...header, ...change(header) }), body));
  expect([index?.ids, changed]).toEqual([["a", "b"], undefined]);
});

/** An index of this header and body, with the sum that it should have. */
function withHeader(header: string, body: Uint8Array = new Uint8Array()): Uint8Array {
  const start = 8 + Math.ceil(header.length / 4) * 4;
  const bytes = new Uint8Array(start + body.length);
  bytes.set(new TextEncoder().encode(header), 8);
  bytes.set(body, start);
  new DataView(bytes.buffer).setUint32(0, header.length, true);
  new DataView(bytes.buffer).setUint32(4, sumOf(bytes.subarray(8)), true);
  return bytes;
}
