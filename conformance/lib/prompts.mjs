// Prompt cases: the text that a host gives its model. Reads them, checks their shape, and compares them.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { problemsOf as treeProblems } from "./cases.mjs";

export const PROMPTS = join(dirname(fileURLToPath(import.meta.url)), "..", "prompts");

/**
 * The maximum number of entries of a list that is stored in full. A longer list is stored as a digest, with the parts
 * that help to find a difference.
 */
const MOST_ENTRIES = 12;
const MOST_CHARACTERS = 4000;
/** The number of stored characters of the first and the last entry of a longer list. */
const MOST_SHOWN = 200;
const KEYS = {
  case: ["id", "title", "tree", "cwd", "git", "environment", "given", "call", "expect"],
  given: ["window", "model", "columns"],
  call: ["skill", "by", "arguments"],
  outcome: ["roots", "entries", "unordered", "item"],
};

/** Returns all prompt cases in the order of their files, each with its `topic`. Throws on the first invalid case. */
export function loadPrompts(directory = PROMPTS) {
  const cases = [];
  for (const file of readdirSync(directory).sort()) {
    if (!file.endsWith(".json")) continue;
    for (const each of JSON.parse(readFileSync(join(directory, file), "utf8")).cases) {
      const problems = promptProblems(each);
      if (cases.some(({ id }) => id === each.id)) problems.push("its id is taken");
      if (problems.length > 0) throw new Error(`${file}: ${each.id}: ${problems.join("; ")}`);
      // There is no control skill, because it would use part of the budget.
      cases.push({ ...each, control: false, topic: file.slice(0, -".json".length) });
    }
  }
  return cases;
}

/** Returns the errors in the shape of a prompt case. */
export function promptProblems(each) {
  const { given, call, expect, ...plain } = each;
  const problems = [...treeProblems(plain), ...unknown(each, "case", "the case")];
  for (const [host, one] of Object.entries(given ?? {})) problems.push(...unknown(one, "given", `given to ${host}`));
  if (call !== undefined) {
    problems.push(...unknown(call, "call", "the call"));
    if (!["user", "model"].includes(call.by)) problems.push("the call is by nobody");
  }
  for (const [host, one] of Object.entries(expect ?? {})) {
    problems.push(...unknown(one, "outcome", `expectation of ${host}`));
    if ((call === undefined) !== "entries" in one) problems.push(`${host} expects something else than is asked`);
  }
  return problems;
}

function unknown(value, kind, what) {
  const keys = Object.keys(value).filter((key) => !KEYS[kind].includes(key));
  return keys.map((key) => `${what} has an unknown key ${key}`);
}

/**
 * Normalizes a text: replaces the tree's own directory with a name, decodes entities, and removes invisible characters.
 */
export function comparable(text, base) {
  return decoded(text.replaceAll(base, "{base}"))
    .replace(/\p{Cs}/gu, "\ufffd")
    .replace(/(?![\t\n])\p{Cc}|\p{Default_Ignorable_Code_Point}/gu, "");
}

/** Decodes repeatedly, because one side may have escaped an entity of the other. */
function decoded(text) {
  const letters = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };
  const once = text.replace(/&(lt|gt|amp|quot|apos);/g, (_, name) => letters[name]);
  return once === text ? text : decoded(once);
}

/** Normalizes an entry of a list: like a text, but also on one line and without a space before a closing tag. */
export function comparableEntry(text, base) {
  return comparable(text, base)
    .replace(/[\s\x85]+/gu, " ")
    .replaceAll(" </", "</")
    .trim();
}

/** Returns the stored form of a host's answer. With `whole`, a long list is not folded. */
export function outcomeOf({ roots, entries, items }, each, { base, unordered = false, whole = false }) {
  if (each.call) return items.length === 0 ? undefined : { item: filesSorted(comparable(items.at(-1), base)) };
  const lines = entries.map((entry) => comparableEntry(entry, base));
  const sorted = unordered ? lines.sort() : lines;
  return {
    ...(roots === undefined || roots.length === 0 ? {} : { roots: roots.map((root) => comparable(root, base)) }),
    entries: whole ? sorted : folded(sorted),
    ...(unordered ? { unordered } : {}),
  };
}

/** Sorts file names, because no host promises their order. */
function filesSorted(text) {
  const files = (text.match(/^<file>.*<\/file>$/gm) ?? []).sort();
  return text.replace(/^<file>.*<\/file>$/gm, () => files.shift());
}

function folded(lines) {
  const characters = lines.reduce((sum, line) => sum + line.length, 0);
  if (lines.length <= MOST_ENTRIES && characters <= MOST_CHARACTERS) return lines;
  const shown = (line) => [...line].slice(0, MOST_SHOWN).join("");
  return {
    count: lines.length,
    sha256: createHash("sha256").update(lines.join("\n")).digest("hex"),
    lengths: runs(lines.map((line) => [...line].length)),
    first: shown(lines[0]),
    last: shown(lines.at(-1)),
  };
}

/** Returns `41x204 40x3`: each length, and how often it occurs in a row. */
function runs(numbers) {
  const found = [];
  for (const number of numbers) {
    if (found.at(-1)?.[0] === number) found.at(-1)[1]++;
    else found.push([number, 1]);
  }
  return found.map(([length, times]) => `${length}x${times}`).join(" ");
}

/** Returns every difference as a sentence, or nothing if both sides agree. */
export function promptDifferences(expected, actual) {
  if (actual === undefined) return ["no answer"];
  if ("item" in expected) return itemDifferences(expected.item, actual.item);
  const lines = listDifferences("roots", expected.roots ?? [], actual.roots ?? []);
  if (Array.isArray(expected.entries))
    return [...lines, ...listDifferences("entries", expected.entries, actual.entries)];
  for (const key of ["count", "lengths", "first", "last", "sha256"])
    if (expected.entries[key] !== actual.entries[key])
      lines.push(`${key}: ${expected.entries[key]}, not ${actual.entries[key]}`.slice(0, 600));
  return lines;
}

function listDifferences(what, expected, actual) {
  if (!Array.isArray(actual)) return [`${what}: ${expected.length}, not ${actual?.count}`];
  const lines = expected.length === actual.length ? [] : [`${what}: ${expected.length}, not ${actual.length}`];
  const at = expected.findIndex((line, index) => line !== actual[index]);
  return at === -1
    ? lines
    : [...lines, `${what}[${at}]: ${JSON.stringify(expected[at])}, not ${JSON.stringify(actual[at])}`];
}

/**
 * Compares two texts line by line. `{words}` stands for a line of the host's own prose, and `{file}` for one of many
 * files.
 */
function itemDifferences(expected, actual) {
  const [theirs, ours] = [expected.split("\n"), (actual ?? "").split("\n")];
  if (theirs.length !== ours.length) return [`${theirs.length} lines, not ${ours.length}:\n${actual}`];
  return theirs.flatMap((line, at) => {
    if (line === ours[at] || line === "{words}") return [];
    if (line === "{file}" && /^<file>.*<\/file>$/.test(ours[at])) return [];
    return [`line ${at + 1}: ${JSON.stringify(line)}, not ${JSON.stringify(ours[at])}`];
  });
}
