// Measures the cost of activating a skill of 10 KB, as a multiple of `readFileSync` of the same file in one run. Both
// read the file each time, and nothing is cached. `readFileSync(path, "utf8")`, which uses no buffer, is shown for
// comparison.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openSkills } from "../dist/index.js";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "1000" } } });
const CALLS = 25;
const BYTES = 10_240;
/** The number of calls before the measurement, so that V8 has compiled the code. */
const WARM_UP = 20_000;
const MOST = 3;

const work = mkdtempSync(join(tmpdir(), "skillwright-bench-"));
try {
  console.log(
    "| skill of 10 KB | `readFileSync(path)`, µs | as `utf8`, µs | activation, µs | to the first | to the second |",
  );
  console.log("| --- | ---: | ---: | ---: | ---: | ---: |");
  const ratios = [
    await row("alone", {}, {}),
    await row("with two scripts", { "scripts/a.sh": "echo a\n", "scripts/b.sh": "echo b\n" }, {}),
    await row("with arguments", {}, { arguments: 'release "1.2 beta"' }),
  ];
  if (ratios[0] > MOST) process.exitCode = 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}

async function row(name, files, more) {
  const root = join(work, name.replaceAll(" ", "-"));
  const path = join(root, "release", "SKILL.md");
  mkdirSync(join(root, "release", "scripts"), { recursive: true });
  if (Object.keys(files).length === 0) rmSync(join(root, "release", "scripts"), { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(root, "release", file), text);
  writeFileSync(path, skill());
  const skills = await openSkills({ ambient: false, roots: [root] });
  const request = { asked: "release", actor: "model", ...more };
  const floor = [];
  const asText = [];
  const ours = [];
  for (let call = 0; call < WARM_UP; call++) await skills.activate(request);
  for (let round = 0; round < Number(values.rounds); round++) {
    floor.push(await timed(() => readFileSync(path)));
    asText.push(await timed(() => readFileSync(path, "utf8")));
    ours.push(await timed(() => skills.activate(request)));
  }
  const [bare, text, activation] = [floor, asText, ours].map(quiet);
  const times = [bare, text, activation].map((time) => time.toFixed(1));
  console.log(`| ${[name, ...times, (activation / bare).toFixed(2), (activation / text).toFixed(2)].join(" | ")} |`);
  return activation / bare;
}

/** Returns the mean time of one call, in microseconds. */
async function timed(call) {
  const from = performance.now();
  for (let at = 0; at < CALLS; at++) await call();
  return ((performance.now() - from) / CALLS) * 1000;
}

function skill() {
  const head =
    "---\nname: release\ndescription: Makes a release. Use when a version is to be published.\n---\n\n# Release\n\n";
  const line =
    "1. Look at what has changed since the last tag, and write it down in the words of the people who use it.\n";
  return (head + line.repeat(Math.ceil(BYTES / line.length))).slice(0, BYTES);
}

/** Returns the lower quartile, which represents rounds without load from other programs. */
function quiet(numbers) {
  return [...numbers].sort((a, b) => a - b)[numbers.length >> 2];
}
