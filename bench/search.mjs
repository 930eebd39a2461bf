// `npm run bench:search -- --data DIR [--more FILE]... [--sizes 300,1000,10000] [--seeds 2] [--requests N] [--only
// quality,speed]`: measures search with requests that authors wrote: how often the right skill is found, by us and by
// others; the time; the effect of a stored index; and shortened descriptions. The data is not part of this repository;
// `bench/README.md` describes it.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { memorySource, openSkills } from "../dist/index.js";
import { importRooms } from "../scripts/import-rooms.mjs";
import { measureAbstaining } from "./lib/search-abstain.mjs";
import { measureCatalogs } from "./lib/search-catalogs.mjs";
import { catalogOf, readData } from "./lib/search-data.mjs";
import { measureExamples } from "./lib/search-examples.mjs";
import { measureQuality } from "./lib/search-quality.mjs";
import { measureSpeed } from "./lib/search-speed.mjs";
import { measureStarts } from "./lib/search-starts.mjs";
import { fetchPeers, systemsOf } from "./lib/search-systems.mjs";

const { values } = parseArgs({
  options: {
    data: { type: "string", default: process.env.SKILLWRIGHT_SEARCH_DATA ?? "" },
    more: { type: "string", multiple: true, default: [] },
    sizes: { type: "string", default: "300,1000,10000" },
    seeds: { type: "string", default: "2" },
    requests: { type: "string", default: "100000" },
    rounds: { type: "string", default: "5" },
    only: { type: "string", default: "quality,abstain,examples,speed,starts,catalogs" },
  },
});

const missing = ["skills.jsonl", "queries.jsonl"].filter((file) => !existsSync(join(values.data, file)));
if (values.data === "" || missing.length > 0) {
  const where = values.data === "" ? "no data was given" : `${missing.join(" and ")} not found in ${values.data}`;
  console.error(
    `${where}\n\nSay with \`--data DIR\`, or with SKILLWRIGHT_SEARCH_DATA, where \`skills.jsonl\` and \`queries.jsonl\` are.`,
  );
  console.error("They are lines of JSON, skills and requests for them; `bench/README.md` says what stands in a line.");
  process.exit(2);
}

const [{ buildIndex }, { rankCases }, { tryExamples }] = await importRooms(
  "src/search/index/search-index.ts",
  "src/ops/evals/rank-cases.ts",
  "src/ops/evals/propose-examples.ts",
);
const library = { buildIndex, memorySource, openSkills };
const data = readData(values.data, values.more);
const seeds = Array.from({ length: Number(values.seeds) }, (_, at) => at + 1);
const sizes = values.sizes.split(",").map(Number).filter(isPossible);

function isPossible(size) {
  const most = data.skills.length + data.distractors.length;
  if (size > most) console.error(`left out: ${size} skills, because there are ${most}; \`--more FILE\` brings others`);
  return size <= most;
}

/** Writes the skills of a catalog as files. */
function writeTree({ skills }, directory) {
  for (const { id, name, description, body } of skills) {
    mkdirSync(join(directory, id), { recursive: true });
    const header = `---\nname: ${JSON.stringify(name)}\ndescription: ${JSON.stringify(description)}\n---\n`;
    writeFileSync(join(directory, id, "SKILL.md"), header + body);
  }
  return directory;
}

const work = mkdtempSync(join(tmpdir(), "skillwright-search-"));
const parts = {
  quality: async () =>
    measureQuality(data, systemsOf(library, await fetchPeers()), { sizes, seeds, requests: Number(values.requests) }),
  abstain: () => measureAbstaining(data, values.data, buildIndex, { sizes: [100, ...sizes], seeds }),
  examples: () => measureExamples(data, { buildIndex, rankCases, tryExamples }, { size: 1000, seeds }),
  speed: async () =>
    measureSpeed(data, systemsOf(library, await fetchPeers()), { sizes, rounds: Number(values.rounds) }),
  starts: () => measureStarts(writeTree(catalogOf(data, 1000, 1), join(work, "skills")), work, Number(values.rounds)),
  catalogs: () =>
    measureCatalogs(
      seeds.map((seed) => catalogOf(data, 300, seed)),
      library,
      20_000,
    ),
};
try {
  for (const part of values.only.split(",")) await parts[part]();
} finally {
  rmSync(work, { recursive: true, force: true });
}
