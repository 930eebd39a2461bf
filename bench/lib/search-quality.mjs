// Measures how often the right skill is among the first results, for each system; for ours also with misspelt requests,
// and for each half.
import { catalogOf, documentsOf, halves, misspelt } from "./search-data.mjs";

/** Targets for the recall at 1, 5 and 10. The last two rows have only a target at 5. */
const AIMS = {
  300: "87.5 / 95.5",
  1000: "81.5 / 92.5 / 94.5",
  10000: "64.0 / 83.5 / 88.5",
  withoutBodies: "85.5",
  misspelt: "90.5",
};

export async function measureQuality(data, systems, { sizes, seeds, requests }) {
  console.log(
    `\n## Found (recall@1 / @5 / @10 / MRR, %; ${data.skills.length} skills, ${data.queries.length} requests)\n`,
  );
  console.log("| skills | system | searched | of all requests | mean of sources |\n| ---: | --- | --- | --- | --- |");
  for (const size of sizes) {
    for (const each of systems) {
      const system = { ...each, sample: Math.min(requests, each.sample ?? requests) };
      if (size > (system.most ?? Number.POSITIVE_INFINITY)) continue;
      const few = size > data.skills.length ? seeds.slice(0, 1) : seeds;
      const ranks = await rankAll(
        system,
        few.map((seed) => catalogOf(data, size, seed)),
      );
      const { all, bySource } = summary(ranks);
      const searched = system.bodies ? "with bodies" : "name, description";
      const sample = each.sample === undefined ? "" : ` (of ${ranks.length} requests)`;
      console.log(`| ${size} | ${system.name} | ${searched} | ${all}${sample} | ${bySource} |`);
    }
    if (AIMS[size] !== undefined) console.log(`| ${size} | what we aim at | | ${AIMS[size]} | |`);
  }
  await measureOurs(
    data,
    systems.findLast(({ name }) => name === "skillwright"),
    seeds,
  );
}

async function measureOurs(data, ours, seeds) {
  const catalogs = seeds.map((seed) => catalogOf(data, 1000, seed));
  const say = (what, ranks, aim = "") => {
    const { all, bySource } = summary(ranks);
    console.log(`| ${what} | ${all} | ${bySource} | ${aim} |`);
  };
  console.log("\n| of ours, 1,000 skills | of all requests | mean of sources | aim at 5 |\n| --- | --- | --- | --- |");
  const slips = (text, at) => misspelt(text, at * 31 + 7);
  say("a quarter of the words misspelt", await rankAll(ours, catalogs, { change: slips }), AIMS.misspelt);
  say("without bodies", await rankAll({ ...ours, bodies: false }, catalogs), AIMS.withoutBodies);
  say("one half of the skills", await rankAll(ours, catalogs, { pick: (queries) => halves(queries)[0] }));
  say("the other half", await rankAll(ours, catalogs, { pick: (queries) => halves(queries)[1] }));
}

async function rankAll(system, catalogs, how) {
  const ranks = [];
  for (const catalog of catalogs) ranks.push(...(await ranksOf(system, catalog, how)));
  return ranks;
}

/** Returns the rank of the right skill for each request. A slow system gets an even sample of the requests. */
async function ranksOf(
  { build, bodies, sample = Number.POSITIVE_INFINITY },
  catalog,
  { pick = (queries) => queries, change = (text) => text } = {},
) {
  const find = await build(documentsOf(catalog, bodies));
  const queries = pick(catalog.queries);
  const step = Math.max(1, Math.floor(queries.length / sample));
  const ranks = [];
  for (let at = 0; at < queries.length; at += step) {
    const { query, golds, source } = queries[at];
    const found = await find(change(query, at), 10);
    ranks.push({ source, rank: found.findIndex((id) => golds.includes(id)) });
  }
  return ranks;
}

/** Returns the result for all requests, and the mean over the sources that have at least a dozen requests. */
function summary(ranks) {
  const groups = new Map();
  for (const each of ranks) groups.set(each.source, [...(groups.get(each.source) ?? []), each]);
  const large = [...groups.values()].filter((list) => list.length >= 12).map(shares);
  const mean = [0, 1, 2, 3].map((at) => large.reduce((sum, each) => sum + each[at], 0) / large.length);
  const written = (numbers) => numbers.map((each) => each.toFixed(1)).join(" / ");
  return { all: written(shares(ranks)), bySource: large.length === 0 ? "" : written(mean) };
}

/** Returns recall at 1, 5 and 10, and the mean reciprocal rank. */
function shares(ranks) {
  const within = (k) => (100 * ranks.filter(({ rank }) => rank >= 0 && rank < k).length) / ranks.length;
  const reciprocal = ranks.reduce((sum, { rank }) => sum + (rank < 0 ? 0 : 1 / (rank + 1)), 0) / ranks.length;
  return [within(1), within(5), within(10), 100 * reciprocal];
}
