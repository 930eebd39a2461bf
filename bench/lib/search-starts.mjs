// Measures the first search of a process, alternately with an empty and a full cache. Each measurement is a whole
// process.
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const script = join(dirname(fileURLToPath(import.meta.url)), "first-search.mjs");

export function measureStarts(skills, work, rounds) {
  const cache = join(work, "cache");
  const run = () => {
    const { stdout, status } = spawnSync(process.execPath, [script, skills, cache], { encoding: "utf8" });
    if (status !== 0) throw new Error(`\`first-search.mjs\` ended with ${status}`);
    return JSON.parse(stdout);
  };
  const cold = [];
  const warm = [];
  for (let at = 0; at < rounds; at++) {
    rmSync(cache, { recursive: true, force: true });
    cold.push(run());
    warm.push(run());
  }
  console.log("\n## The first search of a process at 1,000 skills (medians)\n");
  console.log("| | index, CPU ms | index, ms | whole process, ms |\n| --- | ---: | ---: | ---: |");
  const row = (name, list) =>
    console.log(`| ${name} | ${median(list, "cpuMs")} | ${median(list, "ms")} | ${median(list, "processMs")} |`);
  row("nothing kept", cold);
  row("kept", warm);
  console.log(
    `| kept to not kept | ${ratio(warm, cold, "cpuMs")} | ${ratio(warm, cold, "ms")} | ${ratio(warm, cold, "processMs")} |`,
  );
}

function middle(list, field) {
  return list.map((each) => each[field]).sort((a, b) => a - b)[list.length >> 1];
}

function median(list, field) {
  return middle(list, field).toFixed(0);
}

function ratio(a, b, field) {
  return (middle(a, field) / middle(b, field)).toFixed(3);
}
