// `node bench/turn.mjs [--rounds 2000]`: measures a turn of a conversation without changes: resolve the message, get
// the catalog. It alternates between 10 and 10,000 skills in one process.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openSkills } from "../dist/index.js";
import { generate } from "./generate.mjs";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "2000" } } });
/**
 * The maximum ratio of the time of a turn with the most skills to one with the fewest. The run fails above this ratio.
 */
const MOST = 3;
const SIZES = [10, 10_000];
const work = mkdtempSync(join(tmpdir(), "skillwright-turn-"));

try {
  const instances = [];
  for (const size of SIZES) instances.push(await openAt(size));
  console.log("| message | 10 skills, µs | 10,000 skills, µs | ratio |\n| --- | ---: | ---: | ---: |");
  for (const [what, message] of Object.entries(messages(instances))) console.log(await row(what, message, instances));
} finally {
  rmSync(work, { recursive: true, force: true });
}

async function openAt(size) {
  generate(join(work, String(size)), size);
  return openSkills({ ambient: false, roots: [join(work, String(size))] });
}

/** Returns messages that mention the first skill, which both instances have. */
function messages([few]) {
  const [{ name }] = few.skills;
  return {
    "without a name": "Please look at the figures of the last quarter and tell me which of them do not add up.",
    "with a mention": `Use $${name} on the figures of the last quarter, and tell me which of them do not add up.`,
  };
}

async function row(what, message, instances) {
  const times = instances.map(() => []);
  for (let round = 0; round < Number(values.rounds); round++)
    for (const [at, skills] of instances.entries()) {
      const before = performance.now();
      await skills.resolve(message);
      await skills.catalog({ window: 200_000 });
      times[at].push((performance.now() - before) * 1000);
    }
  const [few, many] = times.map(median);
  if (many > few * MOST) process.exitCode = 1;
  return `| ${what} | ${few.toFixed(1)} | ${many.toFixed(1)} | ${(many / few).toFixed(2)} |`;
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
}
