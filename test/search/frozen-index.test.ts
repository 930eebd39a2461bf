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

test("[U9] what was packed comes back, wherever the bytes lie", () => {
  const shifted = new Uint8Array(packed.length + 1);
  shifted.set(packed, 1);
  expect(unpackIndex(shifted.subarray(1))).toEqual(unpackIndex(packed));
  expect(unpackIndex(packed)).toMatchObject({ ids: ["a", "b"], keys: ["key a", "key b"] });
});

test("[U9] bytes that were damaged are no index", () => {
  fc.assert(
    fc.property(fc.nat(packed.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const damaged = packed.slice();
      damaged[at] = (damaged[at] as number) ^ change;
      expect(unpackIndex(damaged)).toBeUndefined();
    }),
    { numRuns: 1000 },
  );
});

test("[U9] neither are any other bytes", () => {
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
  for (const header of ["null", "[]  ", "{}  ", '{"format":"skillwright-search-1"}   ', "{   "]) {
    const bytes = new Uint8Array(8 + header.length);
    bytes.set(new TextEncoder().encode(header), 8);
    new DataView(bytes.buffer).setUint32(0, header.length, true);
    new DataView(bytes.buffer).setUint32(4, sumOf(bytes.subarray(8)), true);
    expect(unpackIndex(bytes)).toBeUndefined();
  }
});
