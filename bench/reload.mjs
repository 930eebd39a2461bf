// `node bench/reload.mjs [--sizes 10,10000 --rounds 2000]`: in one process, a reload after one skill's file has changed,
// beside reading and parsing that one file as anybody would (`readFileSync`, the text between the fences, js-yaml). Once told
// of it (`invalidate`), and once watched, from the system's hint to the new snapshot and the change that is told.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { load as parseYaml } from "js-yaml";
import { openSkills } from "../dist/index.js";
import { generate } from "./generate.mjs";

const { values } = parseArgs({
  options: { sizes: { type: "string", default: "10,10000" }, rounds: { type: "string", default: "2000" } },
});
/** A reload may take so many times what reading and parsing the file does; beyond it the run fails. */
const MOST = 3;
const rounds = Number(values.rounds);
const work = mkdtempSync(join(tmpdir(), "skillwright-reload-"));

console.log(
  "| skills | reading and parsing the file, µs | reload, µs | to reading and parsing | watched, µs | to reading and parsing |",
);
console.log("| ---: | ---: | ---: | ---: | ---: | ---: |");
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
  const watched = await watchedRounds(skills, path, name);
  const ratios = [reload, watched].map((times) => median(times) / median(plain));
  if (ratios.some((ratio) => ratio > MOST)) process.exitCode = 1;
  const cells = [reload, watched].map((times, at) => `${median(times).toFixed(1)} | ${ratios[at].toFixed(2)}`);
  return `| ${size} | ${median(plain).toFixed(1)} | ${cells.join(" | ")} |`;
}

async function watchedRounds(skills, path, name) {
  const watching = await skills.watch();
  let told = 0;
  watching.on(({ changed }) => {
    told += changed.length;
  });
  const times = [];
  for (let round = 0; round < rounds; round++) {
    const description = `Says number ${round} again. Use it when asked.`;
    writeFileSync(path, `---\nname: ${name}\ndescription: ${description}\nlicense: MIT\n---\n\n# ${name}\n`);
    // The hints are here after a turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    const before = performance.now();
    await watching.settled();
    times.push((performance.now() - before) * 1000);
  }
  await watching.close();
  if (told !== rounds) throw new Error(`${told} of ${rounds} changes were told`);
  return times;
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
