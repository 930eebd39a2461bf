// Measures the time to build an index and to search it: ours and minisearch, with the same fields, alternately in one
// process.
import { catalogOf, documentsOf } from "./search-data.mjs";

const REQUESTS = 200;
const RIVAL = "minisearch, defaults";

export async function measureSpeed(data, systems, { sizes, rounds }) {
  console.log(
    `\n## Time, in turns in one process (build: CPU ms, median of ${rounds}; requests: ms, the best of ${rounds} of each)\n`,
  );
  console.log("| skills | searched | | build | request p50 | p95 |\n| ---: | --- | --- | ---: | ---: | ---: |");
  for (const size of sizes)
    for (const bodies of [false, true]) {
      const [theirs, ours] = [RIVAL, "skillwright"].map((name) =>
        systems.find((each) => each.name.startsWith(name) && each.bodies === bodies),
      );
      const [them, us] = await race([theirs, ours], catalogOf(data, size, 1), rounds);
      const searched = bodies ? "with bodies" : "name, description";
      const row = (name, numbers) => console.log(`| ${size} | ${searched} | ${name} | ${numbers.join(" | ")} |`);
      row(
        "minisearch",
        them.map((each) => each.toFixed(2)),
      );
      row(
        "skillwright",
        us.map((each) => each.toFixed(2)),
      );
      row(
        "ours to theirs",
        us.map((each, at) => (each / them[at]).toFixed(2)),
      );
    }
}

/**
 * Returns for each system the time to build, and the times within which half and most of the requests are answered.
 * Uses the best time of each request, because other programs also run.
 */
async function race(systems, catalog, rounds) {
  const runs = systems.map((system) => ({
    ...system,
    builds: [],
    times: new Array(REQUESTS).fill(Number.POSITIVE_INFINITY),
  }));
  const requests = catalog.queries.slice(0, REQUESTS).map(({ query }) => query);
  for (let round = 0; round < rounds; round++)
    for (const { build, bodies, builds, times } of round % 2 === 0 ? runs : runs.toReversed()) {
      const documents = documentsOf(catalog, bodies);
      globalThis.gc?.();
      const { value: find, ms } = cpuMs(() => build(documents));
      builds.push(ms);
      requests.forEach((request, at) => {
        times[at] = Math.min(
          times[at],
          clock(() => find(request, 10)),
        );
      });
    }
  return runs.map(({ builds, times }) => [
    part(builds, 0.5),
    ...[0.5, 0.95].map((share) => part(times.filter(Number.isFinite), share)),
  ]);
}

/** Returns the CPU time of this process, because other programs also run. */
function cpuMs(work) {
  const before = process.cpuUsage();
  const value = work();
  const { user, system } = process.cpuUsage(before);
  return { value, ms: (user + system) / 1000 };
}

function clock(work) {
  const from = performance.now();
  work();
  return performance.now() - from;
}

function part(list, share) {
  return [...list].sort((a, b) => a - b)[Math.floor(list.length * share)];
}
