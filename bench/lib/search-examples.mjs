// Measures example requests in descriptions. Each skill with enough requests gets three requests of one half in its
// description. The requests of both halves are then searched. The index has all descriptions without bodies, which is
// what a model reads of a catalog.
import { catalogOf, documentsOf } from "./search-data.mjs";

export function measureExamples(data, { buildIndex, rankCases, tryExamples }, { size, seeds }) {
  const rows = seeds.flatMap((seed) => proposalsOf(catalogOf(data, size, seed)));
  console.log(
    `\n## Example requests in a description (${size} skills, % of requests for which the skill ranks first)\n`,
  );
  console.log(
    "| half of the requests | skills | with examples | before | after |\n| --- | ---: | ---: | ---: | ---: |",
  );
  for (const half of ["seen", "unseen"]) {
    const proposals = rows.filter((each) => each !== undefined);
    const share = (when) => (100 * sum(proposals, half, when)) / sum(proposals, half, "of");
    const name = half === "seen" ? "the examples come from it" : "held out";
    const figures = ["before", "after"].map((when) => share(when).toFixed(1)).join(" | ");
    console.log(`| ${name} | ${rows.length} | ${proposals.length} | ${figures} |`);
  }

  function proposalsOf(catalog) {
    const documents = documentsOf(catalog, false);
    const index = buildIndex(documents);
    const requests = Map.groupBy?.(catalog.queries, ({ golds }) => golds[0]) ?? group(catalog.queries);
    return documents
      .filter(({ id }) => (requests.get(id)?.length ?? 0) >= MIN_REQUESTS)
      .map((document) => {
        const cases = requests.get(document.id).map(({ query }) => ({ query, should: true, line: 1 }));
        const rank = (description) => {
          index.add({ ...document, description });
          const { cases: ranked } = rankCases(document.id, cases, index, { top: 3, skills: size });
          index.add(document);
          return ranked;
        };
        const { description } = document;
        return tryExamples(description, rank(description), rank);
      });
  }
}

const MIN_REQUESTS = 6;

function group(queries) {
  const groups = new Map();
  for (const each of queries) groups.set(each.golds[0], [...(groups.get(each.golds[0]) ?? []), each]);
  return groups;
}

function sum(proposals, half, when) {
  return proposals.reduce((total, each) => total + each[half][when], 0);
}
