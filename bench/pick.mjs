// `node bench/pick.mjs [--keys 400]`: measures the CPU time of a key in the picker (searching and drawing), alternately
// in one process. The picker has 100 skills, then 10,000. Only the ratio matters.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "rolldown";

// In the package, the picker is a chunk with a changing name, so the bench builds it separately.
const work = mkdtempSync(join(tmpdir(), "skillwright-pick-"));
process.once("exit", () => rmSync(work, { recursive: true, force: true }));
await build({
  cwd: join(dirname(fileURLToPath(import.meta.url)), ".."),
  platform: "node",
  input: { pick: "src/surfaces/picker/pick.ts" },
  output: { dir: work, format: "esm", entryFileNames: "[name].mjs" },
});
const { pickItems } = await import(join(work, "pick.mjs"));

const { values } = parseArgs({ options: { keys: { type: "string", default: "400" } } });
const keys = Number(values.keys);
const SIZES = [100, 10_000];
const ACTIONS = "write check merge split convert review compare publish collect measure".split(" ");
const THINGS = "report invoice ledger pdf table chart letter contract schema release".split(" ");

function itemsOf(size) {
  return Array.from({ length: size }, (_, number) => {
    const name = `${ACTIONS[number % 10]}-${THINGS[Math.floor(number / 10) % 10]}-${number}`;
    return {
      id: name,
      name,
      description: `Does ${name} with great care. Use when somebody asks for the ${THINGS[number % 10]} of the month.`,
      scope: "user",
      path: `/home/me/.agents/skills/${name}/SKILL.md`,
      state: "loaded",
      warnings: () => [],
      preview: () => "# Steps\n\n1. Begin.\n2. Go on.\n",
    };
  });
}

/** Returns a terminal that the bench types into. */
function typist(size) {
  const terminal = {
    columns: 120,
    rows: 40,
    start: (handlers) => {
      terminal.handlers = handlers;
    },
    write: () => undefined,
    suspend: () => undefined,
    stop: () => undefined,
  };
  void pickItems(itemsOf(size), terminal, { query: "", many: true, color: true });
  return (key) => terminal.handlers.data(key);
}

/**
 * Returns the keys of one round: the user types and deletes the beginnings of two words, moves the cursor and marks
 * rows. The words differ in each round.
 */
function script(round) {
  const part = (words, by) => words[(round * by) % words.length].slice(0, 2 + ((round * by) % 5));
  const word = `${part(ACTIONS, 3)} ${part(THINGS, 7)}${round % 3 === 0 ? round % 97 : ""}`;
  return [...word, "\x1b[B", "\t", "\x1b[A", ...Array.from(word, () => "\x7f")];
}

const typists = SIZES.map(typist);
const spent = SIZES.map(() => 0);
const WARMING = 20;
let typed = 0;
for (let round = 0; typed < keys; round++) {
  for (const key of script(round)) {
    typists.forEach((type, at) => {
      const before = process.cpuUsage();
      type(key);
      const { user, system } = process.cpuUsage(before);
      if (round >= WARMING) spent[at] += user + system;
    });
    if (round >= WARMING) typed++;
  }
}
const [few, many] = spent.map((micro) => micro / typed / 1000);
console.log(
  `${typed} keys of each, CPU per key: ${few.toFixed(3)} ms at ${SIZES[0]} skills, ${many.toFixed(3)} ms at ${SIZES[1]}`,
);
console.log(`ratio ${(many / few).toFixed(2)} (bar 3)`);
process.exit(many / few <= 3 ? 0 : 1);
