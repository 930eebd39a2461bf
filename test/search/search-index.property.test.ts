import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openIndex, packIndex, type Store } from "../../src/search/index/frozen-index.ts";
import { buildIndex, SearchIndex } from "../../src/search/index/search-index.ts";
import type { SearchDocument } from "../../src/search/search-document.ts";

/** Words of all kinds, and pieces that cannot be part of a word. */
const PIECES =
  "fill|form|forms|pdf|deploy|deploying|the|of|a|to|parseHTMLFile|node.js|c++|c#|.|..|+|#|k8s|翻译合同|部署|ทดสอบ|한국어|日本語|файл|é|İ|ß|ﬁ|😀|\ud800|\udc00|\u200b|__proto__|constructor|toString|hasOwnProperty|-|_|/|\n|\0| |  |42|v2|x".split(
    "|",
  );
const texts = fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((pieces) => pieces.join(" "));
const strange = fc.oneof(texts, fc.string({ unit: "binary", maxLength: 40 }));

const documents = fc.uniqueArray(
  fc.record(
    {
      id: fc.constantFrom(..."abcdefgh", "__proto__", "ü"),
      name: strange,
      description: strange,
      extra: texts,
      headings: texts,
      body: strange,
    },
    { requiredKeys: ["id", "name", "description"] },
  ),
  { selector: ({ id }) => id, maxLength: 8 },
);
const queries = fc.oneof(strange, fc.array(strange, { maxLength: 3 }));

const thawed = (index: SearchIndex): SearchIndex =>
  new SearchIndex(openIndex(storeOf(packIndex(index.freeze((id) => `key of ${id}`)))));

function storeOf(pieces: readonly Uint8Array[]): Store {
  const bytes = Buffer.concat(pieces);
  return { size: bytes.length, read: (start, length) => new Uint8Array(bytes.subarray(start, start + length)) };
}

describe("any documents and queries", () => {
  test("[U1] the order of the documents does not matter", () => {
    fc.assert(
      fc.property(documents, queries, (given, query) => {
        expect(buildIndex([...given].reverse()).search(query)).toEqual(buildIndex(given).search(query));
      }),
    );
  });

  test("[U1] the best results come first, and of equal ones the smaller id", () => {
    fc.assert(
      fc.property(documents, queries, fc.integer({ min: 0, max: 9 }), (given, query, k) => {
        const hits = buildIndex(given).search(query, { k });
        const sorted = [...hits].sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
        expect(hits).toEqual(sorted);
        expect(hits).toEqual(buildIndex(given).search(query, { k: 100 }).slice(0, k));
        for (const { score } of hits) expect(score).toBeGreaterThan(0);
      }),
    );
  });

  test("[U6] an index after additions and removals equals a new one", () => {
    fc.assert(
      fc.property(documents, documents, queries, (before, given, query) => {
        const index = buildIndex(before);
        index.search(query);
        for (const { id } of before) if (!given.some((each) => each.id === id)) index.remove(id);
        for (const document of given) index.add(document);
        expect(index.search(query)).toEqual(buildIndex(given).search(query));
        expect(index.size).toBe(given.length);
      }),
    );
  });

  test("[U6] a stored index equals the built one, also after additions and removals", () => {
    fc.assert(
      fc.property(documents, documents, queries, (given, more, query) => {
        const built = buildIndex(given);
        const kept = thawed(built);
        expect(kept.search(query)).toEqual(built.search(query));
        for (const index of [built, kept]) {
          for (const document of more) index.add(document);
          index.remove(given[0]?.id ?? "");
        }
        expect(kept.search(query)).toEqual(built.search(query));
        expect(thawed(kept).search(query)).toEqual(built.search(query));
      }),
    );
  });

  test("[U1] every reported word is in the reported fields of the document", () => {
    fc.assert(
      fc.property(documents, texts, (given, query) => {
        for (const { id, terms } of buildIndex(given).search(query.toLowerCase())) {
          const {
            name,
            description,
            extra = "",
            headings = "",
            body = "",
          } = given.find((each) => each.id === id) as SearchDocument;
          const fields = { name, description: `${description}\n${extra}`, headings, body };
          for (const term of terms)
            for (const field of term.fields) {
              const alone = buildIndex([{ id: "x", name: "", description: "", [field]: fields[field] }]);
              expect(alone.search(term.as ?? term.term, { k: 1 })).toMatchObject([{ id: "x" }]);
            }
        }
      }),
    );
  });
});

describe("[U6] texts of any size", () => {
  const words = (count: number): string => Array.from({ length: count }, (_, at) => `word${at % 50_000}`).join(" ");

  test.each([
    ["a body of a hundred thousand words", { body: words(100_000) }, "word7"],
    ["a name of a hundred thousand words", { name: words(100_000) }, "word7"],
    ["one word of a million letters", { body: "x".repeat(1_000_000) }, "x".repeat(1_000_000)],
    ["a million characters without a space", { body: "翻".repeat(1_000_000) }, "翻翻"],
  ])("%s", (_, more, query) => {
    const index = buildIndex([{ id: "x", name: "", description: "", ...more }]);
    expect(index.search(query)).toMatchObject([{ id: "x" }]);
  });

  test("a query of a megabyte is read where it begins", () => {
    const index = buildIndex([{ id: "x", name: "word1", description: "word399 word400" }]);
    expect(index.search(words(100_000))[0]?.terms).toEqual([
      { term: "word1", fields: ["name"] },
      { term: "word399", fields: ["description"] },
    ]);
    expect(index.search(Array.from({ length: 100_000 }, () => "word1"))).toHaveLength(1);
  });
});
