// Compares the program's list with ours on a tree of real skills, skill by skill.
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { askOurs } from "./ours.mjs";
import { differences, outcomeOf } from "./outcome.mjs";

/** Compares on copies of a directory with `project` and `home`. */
export function compareTree(directory, asking) {
  const each = { tree: [], control: false };
  return compareOn(each, asking, async (task) => {
    const base = realpathSync(mkdtempSync(join(tmpdir(), "skillwright-tree-")));
    try {
      cpSync(directory, base, { recursive: true, verbatimSymlinks: true });
      const places = { project: join(base, "project"), home: join(base, "home") };
      mkdirSync(places.home, { recursive: true });
      return await task({ ...places, base, cwd: places.project, environment: {} });
    } finally {
      rmSync(base, { recursive: true, force: true });
    }
  });
}

/** Each side gets its own tree, because programs write into the home directory. `onTree` makes a tree for a task. */
export async function compareOn(each, { host, bin, ask, timeout, trace = false }, onTree) {
  const outcome = (task) =>
    onTree(async (tree) => {
      const answer = await task({ ...tree, timeout });
      return answer.failed ? answer : outcomeOf(answer, each, host, tree.base);
    });
  // Skills of strangers are listed, but never called.
  const real = await outcome((tree) => ask({ ...tree, bin, trace }));
  let losers = [];
  const ours = await outcome(async (tree) => {
    const answer = await askOurs({ ...tree, host });
    losers = outcomeOf({ skills: answer.overridden ?? [] }, each, host, tree.base).skills;
    return answer;
  });
  if (ours.failed)
    return { host, skills: real.skills.length, ours: 0, undetermined: 0, lines: [`ours failed: ${ours.failed}`] };
  // Codex silently hides some listed skills from the model.
  if (host === "codex") for (const skill of [...real.skills, ...ours.skills]) delete skill.listed;
  if (host === "cline" && !trace) for (const skill of ours.skills) delete skill.description;
  if (host === "qwen-code") for (const skill of [...real.skills, ...ours.skills]) cutDescription(skill);
  const contested = host === "opencode" ? [...new Set(losers.map(({ name }) => name))] : [];
  const undetermined = host === "opencode" ? swap(ours.skills, losers, real.skills) : 0;
  const lines = differences({ ...real, errors: [] }, ours, { reported: [], host });
  return { host, skills: real.skills.length, ours: ours.skills.length, undetermined, contested, lines };
}

/**
 * Qwen Code shortens all descriptions of a long list. Only the comparison of prompt lists can check such descriptions.
 */
function cutDescription(skill) {
  if (skill.description !== undefined) skill.description = skill.description.split("\n")[0].split(" — ")[0].trim();
}

/** OpenCode picks one of two duplicates at random. If it picks the one that we list as overridden, we swap them. */
function swap(skills, losers, real) {
  const same = (a, b) => a.name === b.name && a.path === b.path;
  let swapped = 0;
  for (const [index, skill] of skills.entries()) {
    if (real.some((other) => same(other, skill))) continue;
    const loser = losers.find((each) => each.name === skill.name && real.some((other) => same(other, each)));
    const taken = loser && real.find((other) => same(other, loser));
    if (!taken || (taken.description ?? "") !== loser.description) continue;
    skills[index] = taken;
    swapped++;
  }
  return swapped;
}
