// Converts a host's answer into the format of a case: sorted relative paths, without the control skill.
import { basename, dirname, isAbsolute, relative } from "node:path";
import { numbers, skillsPlace, unfold } from "./cases.mjs";
import { CONTROL } from "./materialise.mjs";
import { hostOf } from "./peers.mjs";

/** Converts the answer of a driver, or ours, into an outcome for `expect`. */
export function outcomeOf(answer, each, host, base) {
  if (answer.hung) return { hangs: true };
  const short = (path) => relativePath(path, each, host, base);
  const isControl = (skill) => skill.name === CONTROL.name && skill.description === CONTROL.description;
  const skills = answer.skills
    .filter((skill) => !isControl(skill))
    .map((skill) => ({
      name: skill.name.toWellFormed(),
      ...(typeof skill.description === "string" ? { description: skill.description.toWellFormed() } : {}),
      ...(skill.path === undefined ? {} : { path: short(skill.path) }),
      ...(skill.listed === false ? { listed: false } : {}),
    }))
    .sort(bySkill);
  const loaded = new Set(skills.map((skill) => skill.path));
  const errors = [...new Set((answer.errors ?? []).flatMap((error) => (error.path ? [short(error.path)] : [])))]
    .filter((path) => path.endsWith(".md") && !loaded.has(path) && !path.endsWith("/control/SKILL.md"))
    .sort();
  const lost = each.control !== false && !answer.skills.some(isControl);
  return { skills, ...(errors.length > 0 ? { errors } : {}), ...(lost ? { lost: true } : {}) };
}

function relativePath(path, each, host, base) {
  const inside = isAbsolute(path) ? relative(base, path) : path;
  const usesPlace = JSON.stringify([each.tree, each.cwd ?? ""]).includes("{skills}");
  return usesPlace ? inside.replaceAll(skillsPlace(host), "{skills}") : inside;
}

const keyOf = (skill) => [skill.path ?? "", skill.name, skill.description ?? "", String(skill.listed ?? true)];

function bySkill(a, b) {
  const [left, right] = [keyOf(a), keyOf(b)];
  for (let index = 0; index < left.length; index++) {
    if (left[index] !== right[index]) return left[index] < right[index] ? -1 : 1;
  }
  return 0;
}

/** Returns the alternatives of an expectation, with all copies expanded. */
export function alternatives(expected) {
  return (expected.anyOf ?? [expected]).map((one) =>
    one.hangs ? one : { ...one, skills: one.skills.flatMap(unfold).sort(bySkill) },
  );
}

/**
 * Returns the lines in which `actual` differs from the nearest expected alternative; none if they agree. Ignores a path
 * that the expectation omits, and the description of an unlisted skill. `reported` lists the files that the other side
 * names as not loaded. It must include every expected error.
 */
export function differences(expected, actual, { reported, host } = {}) {
  const program = hostOf(host ?? "");
  // Claude Code never lists skills that neither the model nor the user may call. Other hosts hide skills that only the
  // model may call.
  const silent = reported !== undefined && SILENT.includes(program);
  // Codex lists skills that it then hides from the model, so only our side can be wrong about these.
  const unsaid = reported === undefined && program === "codex";
  const found = alternatives(expected).map((one) => against(one, actual, { reported, silent, unsaid }));
  return found.sort((a, b) => a.length - b.length)[0] ?? [];
}

const SILENT = ["claude-code", "kimi-code", "qwen-code", "cline"];

function against(expected, actual, { reported, silent, unsaid }) {
  if (expected.hangs) return actual.hangs || reported ? [] : ["hangs no more"];
  if (actual.hangs) return ["hangs"];
  const lines = [];
  const left = [...actual.skills];
  for (const skill of expected.skills) {
    const index = left.findIndex((other) => agrees(skill, other, unsaid));
    if (index >= 0) left.splice(index, 1);
    else lines.push(`- ${print(skill)}`);
  }
  lines.push(...left.filter((skill) => !silent || skill.listed !== false).map((skill) => `+ ${print(skill)}`));
  if (Boolean(expected.lost) !== Boolean(actual.lost)) lines.push(actual.lost ? "- control" : "+ control");
  const said = new Set(reported ?? actual.errors ?? []);
  for (const path of expected.errors ?? []) if (!said.has(path)) lines.push(`- error about ${path}`);
  if (!reported) {
    const known = new Set(expected.errors ?? []);
    for (const path of said) if (!known.has(path)) lines.push(`+ error about ${path}`);
  }
  return lines;
}

function agrees(expected, actual, unsaid) {
  const listed = (skill) => skill.listed ?? true;
  return (
    expected.name === actual.name &&
    sameDescription(expected, actual) &&
    (expected.path === undefined || actual.path === undefined || expected.path === actual.path) &&
    (listed(expected) === listed(actual) || (unsaid && !listed(expected)))
  );
}

/** No program shows the description of an unlisted skill. A skill that is listed without a description has none. */
function sameDescription(expected, actual) {
  if (expected.description !== undefined) return expected.description === actual.description;
  return expected.listed === false || (actual.description ?? "") === "";
}

function print(skill) {
  const text = JSON.stringify(skill.description ?? null);
  const description = text.length > 100 ? `${text.slice(0, 60)}…${text.slice(-20)} (${text.length - 2})` : text;
  return `${JSON.stringify(skill.name)} ${description}${skill.path ? ` ${skill.path}` : ""}${skill.listed === false ? " unlisted" : ""}`;
}

/** Returns the same outcome with the skills of a `copies` entry folded into ranges again. */
export function fold(outcome, each) {
  if (outcome.hangs) return outcome;
  let skills = outcome.skills;
  for (const entry of each.tree) {
    if (entry.copies && entry.path.endsWith(".md")) skills = foldEntry(skills, entry);
  }
  return { ...outcome, skills };
}

function foldEntry(skills, { path, copies }) {
  const find = new Map(skills.map((skill) => [skill.path ?? skill.name, skill]));
  const taken = new Set();
  const ranges = [];
  numbers(copies).forEach((n, index) => {
    const file = path.replaceAll("{n}", n);
    const skill = find.get(file) ?? find.get(basename(dirname(file)));
    if (!skill) return;
    taken.add(skill);
    const number = copies.from + index;
    const one = {
      name: general(skill.name, n),
      description: general(skill.description, n),
      ...(skill.path ? { path } : {}),
    };
    const last = ranges.at(-1);
    const follows = last?.copies.to === number - 1 && last.name === one.name && last.description === one.description;
    if (follows) last.copies.to = number;
    else
      ranges.push({ ...one, copies: { from: number, to: number, ...(copies.width ? { width: copies.width } : {}) } });
  });
  return ranges.length === 0 ? skills : [...skills.filter((skill) => !taken.has(skill)), ...ranges];
}

function general(text, n) {
  return text?.replaceAll(n, "{n}");
}
