// Reads skills and requests for search from a directory, builds catalogs from them, and misspells requests. The same
// seed gives the same result.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { splitHeadings } from "./split-headings.mjs";

function readLines(path) {
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.filter((line) => line.trim() !== "").map((line) => JSON.parse(line));
}

/**
 * Reads `skills.jsonl` (`id, name, description, body`) and `queries.jsonl` (`query, golds, source`) of a directory.
 * `more` has further skills that match no request; duplicates are left out.
 */
export function readData(directory, more) {
  const skills = readLines(join(directory, "skills.jsonl"));
  const queries = readLines(join(directory, "queries.jsonl"));
  const known = new Set(skills.flatMap(witnesses));
  const distractors = [];
  for (const skill of more.filter(existsSync).flatMap(readLines)) {
    const seen = witnesses(skill);
    if (seen.some((each) => known.has(each))) continue;
    for (const each of seen) known.add(each);
    distractors.push(skill);
  }
  return { skills, queries, distractors };
}

/** Returns the keys of a skill. Two files are the same skill if they have one key in common. */
function witnesses({ name, description, body }) {
  return [`${name}\n${description.slice(0, 200)}`.toLowerCase(), body.trim().slice(0, 2000)];
}

/**
 * Returns a catalog of this size, and the requests that it can answer. In the catalog, the share of skills with
 * requests is the same as in all skills.
 */
export function catalogOf({ skills, queries, distractors }, size, seed) {
  const chosen =
    size <= skills.length
      ? shuffled(skills, seed).slice(0, size)
      : [...skills, ...shuffled(distractors, seed).slice(0, size - skills.length)];
  const ids = new Set(chosen.map(({ id }) => id));
  return { skills: chosen, queries: queries.filter(({ golds }) => golds.some((gold) => ids.has(gold))) };
}

/** Returns the skills in the format of an index. */
export function documentsOf({ skills }, bodies) {
  return skills.map(({ id, name, description, body }) => ({
    id,
    name,
    description,
    ...(bodies ? splitHeadings(body) : {}),
  }));
}

/** Splits the requests in halves by their skill, because tuning on one half must also help the other. */
export function halves(queries) {
  const odd = ({ golds }) => Number.parseInt(golds[0].slice(0, 6), 16) % 2 === 1;
  return [queries.filter(odd), queries.filter((query) => !odd(query))];
}

/** Adds, removes, replaces or swaps a letter in a quarter of the words. */
export function misspelt(text, seed) {
  const random = randomOf(seed);
  return text.replace(/\p{L}{3,}/gu, (word) => (random() < 0.25 ? slip(word, random) : word));
}

function slip(word, random) {
  const letters = [...word];
  const at = Math.floor(random() * letters.length);
  const other = String.fromCharCode(97 + Math.floor(random() * 26));
  const kind = Math.floor(random() * 4);
  if (kind === 0) letters.splice(at, 1);
  else if (kind === 1) letters.splice(at, 0, other);
  else if (kind === 2) letters.splice(at, 1, other);
  else
    letters.splice(
      Math.min(at, letters.length - 2),
      2,
      ...letters
        .slice(Math.min(at, letters.length - 2))
        .slice(0, 2)
        .reverse(),
    );
  return letters.join("");
}

function shuffled(items, seed) {
  const random = randomOf(seed);
  const list = [...items];
  for (let at = list.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [list[at], list[other]] = [list[other], list[at]];
  }
  return list;
}

function randomOf(seed) {
  let state = (Math.imul(seed, 2654435761) + 12345) >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}
