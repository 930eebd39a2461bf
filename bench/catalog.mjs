// `node --expose-gc bench/catalog.mjs DIR WINDOW`: one process loads the skills of a directory, makes their catalog,
// and prints the time of each. Between the two, it collects the garbage of the load without measuring that.
import { openSkills } from "../dist/index.js";

const [directory, window] = process.argv.slice(2);
const [skills, loadMs] = await timed(() => openSkills({ ambient: false, roots: [directory] }));
globalThis.gc?.();
const [catalog, catalogMs] = await timed(() => skills.catalog({ window: Number(window) }));
const { text, entries, allowance, used, counts } = catalog;
if (text === "" || used.tokens > allowance.amount) throw new Error(`${used.tokens} of ${allowance.amount} tokens`);
console.log(JSON.stringify({ loadMs, catalogMs, skills: entries.length, counts, characters: text.length }));

async function timed(work) {
  const from = performance.now();
  const result = await work();
  return [result, performance.now() - from];
}
