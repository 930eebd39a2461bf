// The search systems to compare with: the usual libraries, and an experimental search of a host. The libraries use the
// settings of their documentation and good tokens. Each system receives documents and returns a function from a request
// to ids, best first.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { cache } from "../../scripts/frameworks.mjs";
import { runNpm } from "../../scripts/run-npm.mjs";

const PACKAGES = {
  "@orama/orama": "3.1.18",
  "fuse.js": "7.5.0",
  minisearch: "7.2.0",
  "wink-bm25-text-search": "3.1.2",
  "wink-nlp-utils": "2.1.0",
};

/** Downloads the libraries once into a cache. */
export async function fetchPeers() {
  const name = createHash("sha256").update(JSON.stringify(PACKAGES)).digest("hex").slice(0, 12);
  const directory = join(cache, `search-${name}`);
  if (!existsSync(directory)) await install(directory);
  const require = createRequire(join(directory, "package.json"));
  const load = (id) => import(pathToFileURL(require.resolve(id)).href);
  const [orama, fuse, mini] = await Promise.all(["@orama/orama", "fuse.js", "minisearch"].map(load));
  return {
    orama,
    Fuse: fuse.default,
    MiniSearch: mini.default,
    bm25: require("wink-bm25-text-search"),
    utilities: require("wink-nlp-utils"),
  };
}

async function install(directory) {
  const partial = `${directory}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  writeFileSync(join(partial, "package.json"), JSON.stringify({ private: true, dependencies: PACKAGES }));
  await runNpm("the libraries to compare with", ["install", "--prefix", partial]);
  renameSync(partial, directory);
}

/** Returns the systems by name. `bodies` is true if instructions are searched. */
export function systemsOf({ buildIndex }, { orama, Fuse, MiniSearch, bm25, utilities }) {
  const stem = utilities.string.stem;
  const stopped = new Set(STOP_WORDS);
  const goodTerms = (text) =>
    termsOf(text)
      .filter((word) => !stopped.has(word))
      .map(stem);
  const mini = (options, bodies) => (documents) => {
    const index = new MiniSearch({ fields: fieldsOf(bodies), ...options });
    index.addAll(documents);
    const boost = { name: 3, description: 2, headings: 1.2, body: 0.7 };
    return (query, k) =>
      index
        .search(query, { boost })
        .slice(0, k)
        .map(({ id }) => id);
  };
  const good = { tokenize: goodTerms, processTerm: (term) => term };
  const wink = (bodies) => (documents) => {
    const engine = bm25();
    engine.defineConfig({
      fldWeights: bodies ? { name: 3, description: 2, headings: 1, body: 0.7 } : { name: 3, description: 2 },
    });
    engine.definePrepTasks([goodTerms]);
    for (const { id, name, description, headings, body } of documents)
      engine.addDoc(bodies ? { name, description, headings, body } : { name, description }, id);
    engine.consolidate();
    return (query, k) => engine.search(query, k).map(([id]) => id);
  };
  return [
    { name: "fuse.js", bodies: false, most: 1000, sample: 40, build: fuseOf(Fuse) },
    { name: "orama", bodies: false, most: 2000, build: oramaOf(orama) },
    { name: "minisearch, defaults", bodies: false, build: mini({}, false) },
    { name: "minisearch, good tokens", bodies: false, build: mini(good, false) },
    { name: "wink-bm25", bodies: false, build: wink(false) },
    {
      name: "fielded BM25, as Codex tries it",
      bodies: false,
      build: (documents) => ranked(lexical(documents, goodTerms)),
    },
    { name: "the same with n-grams, fused by rank", bodies: false, build: (documents) => fused(documents, goodTerms) },
    { name: "skillwright", bodies: false, build: ours(buildIndex) },
    { name: "minisearch, defaults", bodies: true, build: mini({}, true) },
    { name: "minisearch, good tokens", bodies: true, build: mini(good, true) },
    { name: "wink-bm25", bodies: true, build: wink(true) },
    { name: "skillwright", bodies: true, build: ours(buildIndex) },
  ];
}

function ours(buildIndex) {
  return (documents) => {
    const index = buildIndex(documents);
    // Searches once before the measurement, because the first search inverts the index.
    index.search("");
    return (query, k) => index.search(query, { k }).map(({ id }) => id);
  };
}

function fieldsOf(bodies) {
  return bodies ? ["name", "description", "headings", "body"] : ["name", "description"];
}

function fuseOf(Fuse) {
  return (documents) => {
    const keys = [
      { name: "name", weight: 3 },
      { name: "description", weight: 2 },
    ];
    const index = new Fuse(documents, { keys, ignoreLocation: true, threshold: 0.3, useTokenSearch: true });
    return (query, k) => index.search(query.slice(0, 200), { limit: k }).map(({ item }) => item.id);
  };
}

function oramaOf({ create, insertMultiple, search }) {
  return async (documents) => {
    const database = create({ schema: { id: "string", name: "string", description: "string" } });
    await insertMultiple(
      database,
      documents.map(({ id, name, description }) => ({ id, name, description })),
    );
    return async (query, k) => {
      const { hits } = await search(database, {
        term: query,
        limit: k,
        threshold: 1,
        boost: { name: 3, description: 2 },
      });
      return hits.map(({ document }) => document.id);
    };
  };
}

/** Returns words in lower case, and the parts of `camelCase`. */
function termsOf(text) {
  return text
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

const STOP_WORDS =
  "a an and are as at be but by for from has have how i if in into is it its me my no not of on or our so such that the their then there these they this to us use using was we what when which who will with you your".split(
    " ",
  );

/** Returns a score for each document: BM25 in two fields. */
function lexical(documents, terms) {
  const fields = ["name", "description"].map((field) => fieldIndex(documents.map((each) => terms(each[field]))));
  const weights = [3, 1];
  return {
    ids: documents.map(({ id }) => id),
    score: (query) => {
      const scores = new Float64Array(documents.length);
      for (const term of new Set(terms(query)))
        fields.forEach((field, at) => {
          addField(scores, field, term, weights[at]);
        });
      return scores;
    },
  };
}

function fieldIndex(lists) {
  const postings = new Map();
  lists.forEach((terms, document) => {
    for (const term of terms) {
      const counts = postings.get(term) ?? new Map();
      postings.set(term, counts.set(document, (counts.get(document) ?? 0) + 1));
    }
  });
  const average = lists.reduce((sum, terms) => sum + terms.length, 0) / lists.length;
  return { postings, lengths: lists.map((terms) => terms.length / average), size: lists.length };
}

function addField(scores, { postings, lengths, size }, term, weight) {
  const counts = postings.get(term);
  if (counts === undefined) return;
  const rarity = Math.log(1 + (size - counts.size + 0.5) / (counts.size + 0.5));
  for (const [document, count] of counts)
    scores[document] += (weight * rarity * count * 2.2) / (count + 1.2 * (0.25 + 0.75 * lengths[document]));
}

/** Returns a score for each document: the number of the query's trigrams that it has. */
function grams(documents) {
  const gramsOf = (text) => {
    const plain = ` ${termsOf(text).join(" ")} `;
    return new Set(Array.from({ length: Math.max(0, plain.length - 2) }, (_, at) => plain.slice(at, at + 3)));
  };
  const known = documents.map(({ name, description }) => gramsOf(`${name} ${description}`));
  return {
    ids: documents.map(({ id }) => id),
    score: (query) => {
      const asked = gramsOf(query);
      return Float64Array.from(known, (own) => {
        let common = 0;
        for (const gram of asked) if (own.has(gram)) common++;
        return (2 * common) / (asked.size + own.size);
      });
    },
  };
}

function ranked({ ids, score }) {
  return (query, k) =>
    ranking(score(query))
      .slice(0, k)
      .map((at) => ids[at]);
}

function ranking(scores) {
  return [...scores.keys()].filter((at) => scores[at] > 0).sort((a, b) => scores[b] - scores[a] || a - b);
}

/** Combines rankings by reciprocal rank, with 60 added to each rank. */
function fused(documents, terms) {
  const parts = [lexical(documents, terms), grams(documents)];
  return (query, k) => {
    const sums = new Float64Array(documents.length);
    for (const { score } of parts)
      ranking(score(query)).forEach((at, rank) => {
        sums[at] += 1 / (60 + rank + 1);
      });
    return ranking(sums)
      .slice(0, k)
      .map((at) => documents[at].id);
  };
}
