// `node bench/reload.mjs [--sizes 10,10000 --rounds 2000 --loads 30]`: measures a reload after one skill's file has
// changed, in one process. First, the change is reported with `invalidate`. This is compared with reading and parsing
// that file (`readFileSync`, the text between the fences, js-yaml). Then a watch detects the change. The time from the
// system's hint to the new snapshot is compared with a full load. An edit in place makes the watch read one file. A
// save that replaces the file makes it load everything again.
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { load as parseYaml } from "js-yaml";
import { openSkills } from "../dist/index.js";
import { generate } from "./generate.mjs";

const { values } = parseArgs({
  options: {
    sizes: { type: "string", default: "10,10000" },
    rounds: { type: "string", default: "2000" },
    loads: { type: "string", default: "30" },
  },
});
/**
 * The maximum time of a reported change, as a multiple of reading and parsing its file. The run fails if it takes
 * longer.
 */
const MOST_REPORTED = 3;
/**
 * The maximum time of a watched change, as a multiple of a full load; and the maximum time to receive the hints, in µs.
 */
const MOST_WATCHED = 1.2;
const HINTS = 1_000;
const rounds = Number(values.rounds);
const loads = Number(values.loads);
const work = mkdtempSync(join(tmpdir(), "skillwright-reload-"));

console.log(
  "| skills | reading and parsing the file, µs | reload, µs | ratio | full load, µs | watched edit, µs | ratio | watched save, µs | ratio |",
);
console.log("| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
try {
  for (const size of values.sizes.split(",").map(Number)) console.log(await row(size));
} finally {
  rmSync(work, { recursive: true, force: true });
}

async function row(size) {
  const root = join(work, String(size));
  generate(root, size);
  const skills = await openSkills({ ambient: false, roots: [root] });
  if (skills.skills.length !== size) throw new Error(`${skills.skills.length} of ${size} skills came back`);
  const { path, name } = skills.skills[size >> 1];
  const plain = [];
  const reload = [];
  for (let round = 0; round < rounds; round++) {
    const description = `Says number ${round}. Use it when asked.`;
    writeFileSync(path, `---\nname: ${name}\ndescription: ${description}\nlicense: MIT\n---\n\n# ${name}\n`);
    plain.push(measure(() => readAndParse(path)));
    const before = performance.now();
    skills.invalidate(path);
    const { skills: now } = await skills.reload();
    reload.push((performance.now() - before) * 1000);
    if (now.find((each) => each.skill.path === path).skill.description !== description)
      throw new Error("the reload did not see the change");
  }
  const { full, edits, saves } = await watchedRounds(skills, path, name);
  const cells = [
    [reload, plain, MOST_REPORTED * median(plain)],
    [edits, full, MOST_WATCHED * median(full) + HINTS],
    [saves, full, MOST_WATCHED * median(full) + HINTS],
  ].map(([times, base, most]) => {
    if (median(times) > most) process.exitCode = 1;
    return `${median(times).toFixed(1)} | ${(median(times) / median(base)).toFixed(2)}`;
  });
  cells.splice(1, 0, median(full).toFixed(1));
  return `| ${size} | ${median(plain).toFixed(1)} | ${cells.join(" | ")} |`;
}

/** Measures full loads and saves alternately, so that the machine's load affects both. */
async function watchedRounds(skills, path, name) {
  const watching = await skills.watch();
  let told = 0;
  watching.on(({ changed }) => {
    told += changed.length;
  });
  const write = (to, description) =>
    writeFileSync(to, `---\nname: ${name}\ndescription: ${description}\nlicense: MIT\n---\n\n# ${name}\n`);
  const settle = async (times) => {
    // The hints arrive after a turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    const before = performance.now();
    await watching.settled();
    times.push((performance.now() - before) * 1000);
  };
  const [full, edits, saves] = [[], [], []];
  for (let round = 0; round < rounds; round++) {
    write(path, `Says number ${round} again. Use it when asked.`);
    await settle(edits);
  }
  for (let round = 0; round < loads; round++) {
    const before = performance.now();
    await skills.reload({ force: true });
    full.push((performance.now() - before) * 1000);
    write(`${path}.tmp`, `Saves number ${round}. Use it when asked.`);
    renameSync(`${path}.tmp`, path);
    await settle(saves);
  }
  await watching.close();
  if (told !== rounds + loads) throw new Error(`${told} of ${rounds + loads} changes were told`);
  return { full, edits, saves };
}

function readAndParse(path) {
  const text = readFileSync(path, "utf8");
  return parseYaml(text.slice(4, text.indexOf("\n---", 4)));
}

function measure(work) {
  const before = performance.now();
  work();
  return (performance.now() - before) * 1000;
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
}
