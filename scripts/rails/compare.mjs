// Compares two records and prints a readable difference, grouped by command.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { structuredPatch } from "diff";

/** Files that belong to no tree. */
const OTHERS = ["help.jsonl", "openapi.json"];
const MAX_SHOWN = 3;
const MAX_LINES = 40;

/** Returns 0 if both records are the same, else 1. With `only`, compares only the trees whose names contain it. */
export function compareRecords(before, after, only = "") {
  const isWanted = (file) => only === "" || !OTHERS.includes(file);
  const files = [...new Set([...filesIn(before), ...filesIn(after)])].filter(isWanted).sort();
  if (files.length === 0) throw new Error(`there is no record in ${before}`);
  const counts = files.map((file) => compareFile(file, read(before, file, only), read(after, file, only)));
  const total = counts.reduce((sum, count) => sum + count, 0);
  console.log(total === 0 ? `no difference in ${files.length} files` : `${total} answers differ`);
  return total === 0 ? 0 : 1;
}

function filesIn(directory) {
  return readdirSync(directory).filter((name) => /\.jsonl?$/.test(name));
}

/** Returns the answers of a file by tree, phase and arguments. */
function read(directory, file, only) {
  const path = join(directory, file);
  if (!existsSync(path)) return new Map();
  const text = readFileSync(path, "utf8");
  if (file.endsWith(".json")) return new Map([["", { stdout: text }]]);
  const answers = text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const wanted = OTHERS.includes(file) ? answers : answers.filter(({ tree }) => tree.includes(only));
  return new Map(
    wanted.map(({ tree, phase, args, ...answer }) => [[tree, phase, args].filter(Boolean).join(" "), answer]),
  );
}

function compareFile(file, before, after) {
  const keys = [...new Set([...before.keys(), ...after.keys()])];
  const different = keys.filter((key) => JSON.stringify(before.get(key)) !== JSON.stringify(after.get(key)));
  if (different.length === 0) return 0;
  console.log(`\n== ${file}: ${different.length} of ${keys.length} answers differ`);
  for (const key of different.slice(0, MAX_SHOWN))
    console.log(`\n-- ${key}\n${difference(before.get(key), after.get(key))}`);
  const rest = different.slice(MAX_SHOWN);
  if (rest.length > 0) console.log(`\n-- and ${rest.length} more:\n${rest.map((key) => `   ${key}`).join("\n")}`);
  return different.length;
}

function difference(before, after) {
  const { hunks } = structuredPatch("", "", legible(before), legible(after), "", "", { context: 2 });
  const lines = hunks.flatMap((hunk) => [`@@ ${hunk.oldStart} @@`, ...hunk.lines]).map((line) => line.slice(0, 400));
  const more = lines.length - MAX_LINES;
  return [...lines.slice(0, MAX_LINES), ...(more > 0 ? [`… ${more} more lines`] : [])].join("\n");
}

/** Returns an answer as lines. JSON is indented, so that a difference is one line. */
function legible(answer) {
  if (answer === undefined) return "(no answer)\n";
  const { exit, stdout, stderr } = answer;
  return `exit: ${exit ?? ""}\n${indented(stdout)}\n${stderr ? `stderr:\n${indented(stderr)}\n` : ""}`;
}

function indented(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 1);
  } catch {
    return text;
  }
}
