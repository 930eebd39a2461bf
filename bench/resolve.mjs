// `node bench/resolve.mjs [--runs 41]`: resolves the same message of 100 KB with 10 and with 10,000 skills, alternately
// in one process. Only the ratio matters: the time must not depend on the number of skills.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const library = join(dirname(fileURLToPath(import.meta.url)), "..", "dist", "index.js");
if (!existsSync(library)) throw new Error("build first: npm run build");
const { findProfile, loadSkills, resolveMessage } = await import(library);

const { values } = parseArgs({ options: { runs: { type: "string", default: "41" } } });
const runs = Number(values.runs);
const SIZES = [10, 10_000];
const BYTES = 100_000;
const ACTIONS = "write check merge split convert review compare publish collect measure".split(" ");
const profile = { ...findProfile("skillwright"), mentions: { dollar: true, slash: "anywhere", at: true } };

/** Returns skills, each with a phrase that the message may contain. */
async function snapshotOf(size) {
  const root = join(work, String(size));
  for (let number = 0; number < size; number++) {
    const name = `${ACTIONS[number % 10]}-report-${number}`;
    mkdirSync(join(root, name), { recursive: true });
    writeFileSync(
      join(root, name, "SKILL.md"),
      `---\nname: ${name}\ndescription: Does ${name}. Use when it is due.\ntriggers: ["the ledger ${number}"]\n---\nBody.\n`,
    );
  }
  const { snapshot } = await loadSkills({ ambient: false, roots: [root] });
  if (snapshot.skills.length !== size) throw new Error(`${snapshot.skills.length} of ${size} skills`);
  return snapshot;
}

/** Returns text as users paste and type it: prose, lists, code, paths, links, prices, and known and unknown names. */
function messageOf(start) {
  const lines = [
    "Please look at the quarterly figures and write the ledger 8 before we check the ledger 9, it costs $20k.",
    "- use $write-report-0 for the tables, not `$check-report-1`, and see src/report.ts or /usr/share/doc",
    "Ask me@example.com, or read https://example.com/docs?id=$merge-report-2 and [the notes](/notes/today.md).",
    "```sh\nexport PATH=$HOME/bin:$PATH && /split-report-3 $(cat $convert-report-4)\n```",
    "[$review-report-5](skill://review-report-5) or @compare-report-6; never $deploy-everything or /nothing-here.",
    "",
  ];
  let text = start;
  while (text.length < BYTES) text += `${lines.join("\n")}\n`;
  return text.slice(0, BYTES);
}

const MESSAGES = {
  "a long message": messageOf(""),
  "beginning with a command": messageOf("/publish-report-7 "),
  "beginning with a misspelt one": messageOf("/publsh-report-7 "),
  "without any name": `${"The quick brown fox jumps over the lazy dog. ".repeat(3000)}`.slice(0, BYTES),
};

const work = mkdtempSync(join(tmpdir(), "skillwright-bench-"));
process.once("exit", () => rmSync(work, { recursive: true, force: true }));
const snapshots = [];
for (const size of SIZES) snapshots.push(await snapshotOf(size));
console.log(`Node ${process.version}, medians of ${runs} runs, ms\n`);
console.log(
  "| message of 100 KB | 10 skills | 10,000 skills | ratio | the first time | selected, refused, suggested |",
);
console.log("| --- | ---: | ---: | ---: | ---: | ---: |");
let worst = 0;
for (const [name, message] of Object.entries(MESSAGES)) {
  const first = await firstTime(message);
  const times = SIZES.map(() => []);
  for (let run = 0; run < runs; run++)
    for (const [index, snapshot] of snapshots.entries())
      times[index].push(time(() => resolveMessage(message, snapshot, { profile })));
  const [few, many] = times.map(median);
  worst = Math.max(worst, many / few);
  const { selected, refused, suggested } = resolveMessage(message, snapshots[1], { profile });
  const counts = [selected, refused, suggested].map((list) => list.length).join(", ");
  console.log(
    `| ${name} | ${few.toFixed(2)} | ${many.toFixed(2)} | ${(many / few).toFixed(2)} | ${first.toFixed(0)} | ${counts} |`,
  );
}
console.log(`\nworst ratio ${worst.toFixed(2)}, at most 3 is wanted`);
process.exitCode = worst <= 3 ? 0 : 1;

/** Measures the first message of a new snapshot, which sorts the names once. */
async function firstTime(message) {
  const snapshot = await snapshotOf(SIZES[1]);
  return time(() => resolveMessage(message, snapshot, { profile }));
}

function time(work) {
  const from = performance.now();
  work();
  return performance.now() - from;
}

function median(numbers) {
  return numbers.sort((a, b) => a - b)[numbers.length >> 1];
}
