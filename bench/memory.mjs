// `node --expose-gc bench/memory.mjs [--sizes 1000,10000]`: measures the memory of a loaded skill beyond its own text,
// after a garbage collection. Only metadata is loaded. The text is every string of its frontmatter and its paths, once.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openSkills } from "../dist/index.js";
import { generate } from "./generate.mjs";

const { values } = parseArgs({ options: { sizes: { type: "string", default: "1000,10000" } } });
/** Maximum bytes beyond a skill's text. If there are more, the run fails. */
const MOST = 1536;
const work = mkdtempSync(join(tmpdir(), "skillwright-memory-"));

console.log("| skills | held per skill, bytes | of it text | beyond the text |\n| ---: | ---: | ---: | ---: |");
try {
  // Loads code and tables before the measurement, because they are loaded only once.
  await measure(10);
  for (const size of values.sizes.split(",").map(Number)) {
    const { held, text } = await measure(size);
    if (held - text > MOST) process.exitCode = 1;
    console.log(`| ${size} | ${held.toFixed(0)} | ${text.toFixed(0)} | ${(held - text).toFixed(0)} |`);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}

async function measure(size) {
  const root = join(work, String(size));
  generate(root, size);
  const before = heap();
  const skills = await openSkills({ ambient: false, roots: [root] });
  const held = heap() - before;
  if (skills.skills.length !== size) throw new Error(`${skills.skills.length} of ${size} skills came back`);
  const text = skills.skills.reduce((sum, { header, path, id }) => sum + header.length + path.length + id.length, 0);
  return { held: held / size, text: text / size };
}

function heap() {
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
