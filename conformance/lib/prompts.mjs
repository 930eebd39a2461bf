// Prompt cases: what a host puts before its model. Read, checked for their shape, and compared.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { problemsOf as treeProblems } from "./cases.mjs";

export const PROMPTS = join(dirname(fileURLToPath(import.meta.url)), "..", "prompts");

/** More than these are kept as a digest and what helps to find a difference. */
const MOST_ENTRIES = 12;
const MOST_CHARACTERS = 4000;
/** Of the first and the last, then. */
const MOST_SHOWN = 200;
const KEYS = {
  case: ["id", "title", "tree", "cwd", "git", "environment", "given", "call", "expect"],
  given: ["window", "model", "columns"],
  call: ["skill", "by", "arguments"],
  outcome: ["roots", "entries", "unordered", "item"],
};

/** All prompt cases, in the order of their files; each knows its `topic`. Throws on the first that is malformed. */
export function loadPrompts(directory = PROMPTS) {
  const cases = [];
  for (const file of readdirSync(directory).sort()) {
    if (!file.endsWith(".json")) continue;
    for (const each of JSON.parse(readFileSync(join(directory, file), "utf8")).cases) {
      const problems = promptProblems(each);
      if (cases.some(({ id }) => id === each.id)) problems.push("its id is taken");
      if (problems.length > 0) throw new Error(`${file}: ${each.id}: ${problems.join("; ")}`);
      // A control skill would take part in the budget.
      cases.push({ ...each, control: false, topic: file.slice(0, -".json".length) });
    }
  }
  return cases;
}

/** What is wrong with the shape of a prompt case, in words. */
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

/** A text as it is compared: the tree's own directory has a name, entities are letters, what nobody sees is gone. */
export function comparable(text, base) {
  return decoded(text.replaceAll(base, "{base}"))
    .replace(/\p{Cs}/gu, "\ufffd")
    .replace(/(?![\t\n])\p{Cc}|\p{Default_Ignorable_Code_Point}/gu, "");
}

/** As often as there is anything to decode: one side may have escaped what the other wrote as an entity. */
function decoded(text) {
  const letters = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };
  const once = text.replace(/&(lt|gt|amp|quot|apos);/g, (_, name) => letters[name]);
  return once === text ? text : decoded(once);
}

/** An entry of a list is also on one line, with no space before a closing tag. */
export function comparableEntry(text, base) {
  return comparable(text, base)
    .replace(/[\s\x85]+/gu, " ")
    .replaceAll(" </", "</")
    .trim();
}

/** What a host's answer is kept as. With `whole`, a long list is not folded. */
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

/** In which order files are named is nobody's promise. */
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

/** `41x204 40x3`: so long, so often in a row. */
function runs(numbers) {
  const found = [];
  for (const number of numbers) {
    if (found.at(-1)?.[0] === number) found.at(-1)[1]++;
    else found.push([number, 1]);
  }
  return found.map(([length, times]) => `${length}x${times}`).join(" ");
}

/** Every difference, in words; nothing where both say the same. */
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

/** Line by line; `{words}` is a line of the host's own prose, `{file}` one of many files. */
function itemDifferences(expected, actual) {
  const [theirs, ours] = [expected.split("\n"), (actual ?? "").split("\n")];
  if (theirs.length !== ours.length) return [`${theirs.length} lines, not ${ours.length}:\n${actual}`];
  return theirs.flatMap((line, at) => {
    if (line === ours[at] || line === "{words}") return [];
    if (line === "{file}" && /^<file>.*<\/file>$/.test(ours[at])) return [];
    return [`line ${at + 1}: ${JSON.stringify(line)}, not ${JSON.stringify(ours[at])}`];
  });
}
