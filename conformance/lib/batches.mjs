// Puts many cases into one tree, so that a program starts once for all of them.
import { contentOf } from "./materialise.mjs";
import { alternatives } from "./outcome.mjs";
import { hostOf } from "./peers.mjs";

/** The maximum number of skills in one tree for Claude Code, because the driver requests the path of each skill. */
const MAX_CASES = 40;
/** The maximum number of skills for Qwen Code, because it shortens all descriptions of a longer list. */
const ROOM = { "qwen-code": 7500 };
/** The number of characters of an entry, not counting the text of its file. */
const ENTRY = 110;
const DIRECTORY = "dir-a";
const ONLY_SKILLS = /^project\/\{skills\}\/[^/]+\/./;
const PLAIN = new Set(["path", "text", "base64", "parts"]);

/** Separates cases that may share a tree from cases that need their own tree. Returns the former in groups. */
export function batchesOf(cases, host) {
  const batches = [];
  const alone = [];
  for (const each of cases) {
    if (!mayShare(each)) alone.push(each);
    else addTo(batches, renamed(each, batches), ROOM[hostOf(host)] ?? Number.POSITIVE_INFINITY);
  }
  return { batches: batches.filter(({ parts }) => parts.length > 1), alone: [...alone, ...singles(batches)] };
}

function singles(batches) {
  return batches.filter(({ parts }) => parts.length === 1).map(({ parts }) => parts[0].each);
}

function mayShare({ tree, ...each }) {
  const usual = each.cwd === undefined && each.git === undefined && each.control === undefined;
  return (
    usual &&
    each.environment === undefined &&
    tree.length > 0 &&
    tree.every((entry) => ONLY_SKILLS.test(entry.path) && Object.keys(entry).every((key) => PLAIN.has(key))) &&
    Object.values(each.expect ?? {}).every((one) => !one.undetermined && !one.hangs && !one.lost)
  );
}

/** Returns the case with a unique directory instead of `dir-a`. The new name has the same length. */
function renamed(each, batches) {
  const number = batches.reduce((sum, { parts }) => sum + parts.length, 0);
  const letters = [26 * 26, 26, 1].map((unit) => String.fromCharCode(97 + (Math.floor(number / unit) % 26))).join("");
  const own = `${letters}-a`;
  const tree = each.tree.map((entry) => ({
    path: entry.path.replaceAll(DIRECTORY, own),
    base64: replaceBytes(contentOf(entry), own).toString("base64"),
  }));
  return { each, own, tree, names: namesOf(each, own) };
}

function replaceBytes(content, own) {
  return Buffer.from(content.toString("latin1").replaceAll(DIRECTORY, own), "latin1");
}

/** Returns the directories of the case, the names in its files, and every name that a host gives its skills. */
function namesOf({ tree, expect = {} }, own) {
  const found = tree.flatMap((entry) => [entry.path.split("/")[2], ...namesIn(contentOf(entry))]);
  for (const outcome of Object.values(expect))
    for (const one of alternatives(outcome)) found.push(...one.skills.map(({ name }) => name));
  return new Set(found.map((name) => name.replaceAll(DIRECTORY, own).toLowerCase()));
}

function namesIn(content) {
  const lines = [...content.toString("utf8").matchAll(/\bname\W*:(.*)/gi)].map(([, value]) => value);
  return lines
    .flatMap((value) => value.match(/[\p{L}\p{N}_:.-]+/gu) ?? [])
    .map((word) => word.replace(/^0+(?=\d)/, ""));
}

function addTo(batches, part, room) {
  const size = part.tree.reduce((sum, { base64 }) => sum + ENTRY + base64.length * 0.75, 0);
  const fits = (batch) =>
    batch.parts.length < MAX_CASES &&
    batch.size + size <= room &&
    ![...part.names].some((name) => batch.names.has(name));
  let batch = batches.find(fits);
  if (batch === undefined) {
    batch = { parts: [], names: new Set(["control"]), size: 0 };
    batches.push(batch);
  }
  batch.parts.push(part);
  batch.size += size;
  for (const name of part.names) batch.names.add(name);
}

/** Returns one case with the trees of a batch. */
export function caseOfBatch({ parts }) {
  return { id: "batch", title: "", tree: parts.flatMap(({ tree }) => tree) };
}

/** Returns the part of a batch's outcome for each of its cases, or nothing if a skill belongs to none of them. */
export function splitOutcome({ parts }, outcome) {
  if (outcome.skills === undefined || outcome.lost) return undefined;
  const shares = parts.map(() => ({ skills: [], errors: [] }));
  for (const skill of outcome.skills) {
    const index = ownerOf(parts, skill);
    if (index === -1) return undefined;
    shares[index].skills.push(restored(skill, parts[index].own));
  }
  for (const path of outcome.errors ?? []) {
    const index = parts.findIndex((part) => holds(part, path));
    if (index === -1) return undefined;
    shares[index].errors.push(restored(path, parts[index].own));
  }
  return shares.map(({ skills, errors }) => ({ skills, ...(errors.length > 0 ? { errors } : {}) }));
}

function ownerOf(parts, { path, name }) {
  if (path !== undefined) return parts.findIndex((part) => holds(part, path));
  return parts.findIndex((part) => part.names.has(name.toLowerCase()) || part.names.has(name.split(" (")[0]));
}

function holds({ tree }, path) {
  const directory = path.split("/").slice(0, 3).join("/");
  return tree.some((entry) => entry.path.startsWith(`${directory}/`));
}

function restored(value, own) {
  return JSON.parse(JSON.stringify(value).replaceAll(own, DIRECTORY));
}
