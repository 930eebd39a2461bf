// Runs every case in every program. A batch is enough if it gives the expected answer; otherwise the case gets its own
// tree.
import { isAbsolute, sep } from "node:path";
import { batchesOf, caseOfBatch, splitOutcome } from "./batches.mjs";
import { expectationOf } from "./cases.mjs";
import { materialise } from "./materialise.mjs";
import { askOurs } from "./ours.mjs";
import { differences, outcomeOf } from "./outcome.mjs";

/**
 * Yields rows `{ id, topic, host, expected, real, answers, ours, lines, realAgrees, oursAgrees }`; `host` is the
 * target. A batch confirms an expectation. If an answer differs, the case runs in another batch. If the two answers
 * differ, it runs in its own tree. `onOwn` receives the skills and commands that a program has in an empty tree.
 */
export async function compareCases({ cases, targets, alone, ...given }) {
  const work = cases.flatMap((each) => targets(each).map((host) => ({ each, host })));
  const asking = { ...given, drivers: await withoutOwnSkills(given) };
  const confirmed = alone ? new Map() : await confirmInBatches(work, asking);
  return asking.inTurns(work, (one) => compareOne(one, { ...asking, confirmed }));
}

const EMPTY = { id: "empty", title: "a tree without skills", tree: [], control: false };

/** Returns drivers that omit the skills and commands that a program has in an empty tree. */
export async function withoutOwnSkills({ drivers, bins, timeout, onOwn }) {
  const wrapped = Object.entries(drivers).map(async ([target, ask]) => {
    const { skills } = await onTree(EMPTY, target, (tree) => ask({ ...tree, bin: bins[target], timeout }));
    onOwn?.(target, skills);
    const own = new Set(skills.map(printed));
    const names = new Set(skills.map(({ name }) => name));
    // Settings may hide a bundled skill from the model, or cut its description.
    const isCut = ({ name, description = "" }) =>
      description.endsWith("…") &&
      skills.some((each) => each.name === name && each.description?.startsWith(description.slice(0, -1)));
    const isOwn = (skill, base) =>
      own.has(printed(skill)) ||
      (names.has(skill.name) &&
        (skill.path === undefined ? skill.listed === false || isCut(skill) : !isInside(skill.path, base)));
    const filtered = async (asked) => {
      const answer = await ask(asked);
      return { ...answer, skills: answer.skills.filter((skill) => !isOwn(skill, asked.base)) };
    };
    return [target, filtered];
  });
  return Object.fromEntries(await Promise.all(wrapped));
}

function isInside(path, base) {
  return !isAbsolute(path) || path.startsWith(`${base}${sep}`);
}

const printed = ({ name, description, listed = true }) => JSON.stringify([name, description, listed]);

const keyOf = ({ id }, host) => `${id} ${host}`;

/**
 * Returns the answers that a batch gave as expected, and those that two different batches gave identically, by case and
 * target: `{ real, ours }`.
 */
async function confirmInBatches(work, asking) {
  const confirmed = new Map();
  const first = await answersOfBatches(work, asking);
  for (const { each, host } of work)
    confirmed.set(keyOf(each, host), confirm(each, host, first.get(keyOf(each, host))));
  const open = work.filter(({ each, host }) => host in asking.drivers && !confirmed.get(keyOf(each, host)).real);
  const second = await answersOfBatches(open.toReversed(), asking);
  for (const { each, host } of open) {
    const key = keyOf(each, host);
    const [one, other] = [first.get(key)?.real, second.get(key)?.real];
    if (one && JSON.stringify(one) === JSON.stringify(other)) confirmed.get(key).real = one;
  }
  return confirmed;
}

async function answersOfBatches(work, asking) {
  const answers = new Map();
  const jobs = [...new Set(work.map(({ host }) => host))].flatMap((host) => {
    const mine = work.filter((one) => one.host === host).map(({ each }) => each);
    return batchesOf(mine, host).batches.map((batch) => ({ batch, host }));
  });
  await asking.inTurns(jobs, async ({ batch, host }) => {
    const each = caseOfBatch(batch);
    const real = host in asking.drivers ? splitOutcome(batch, await askReal(each, host, asking)) : undefined;
    const ours = splitOutcome(batch, await askUs(each, host, asking));
    for (const [index, part] of batch.parts.entries())
      answers.set(keyOf(part.each, host), { real: real?.[index], ours: ours?.[index] });
    return { id: `${batch.parts.length} cases`, host, lines: [] };
  });
  return answers;
}

function confirm(each, host, { real, ours } = {}) {
  const expected = expectationOf(each, host);
  const isSameReal = real && differences(expected ?? onlySkills(ours), real, { host }).length === 0;
  const isSameOurs =
    ours && expected && differences(expected, ours, { reported: ours.errors ?? [], host }).length === 0;
  return { ...(isSameReal ? { real } : {}), ...(isSameOurs ? { ours } : {}) };
}

/** A host without a recorded answer is compared with our answer, without the files that only we report. */
function onlySkills(ours) {
  return { skills: ours?.skills ?? [] };
}

/**
 * Compares one case in one host. Returns the expectation, the program's answer, our answer, and every line in which
 * they differ.
 */
async function compareOne({ each, host }, { confirmed, record, repeat, ...asking }) {
  const expected = expectationOf(each, host);
  const row = { id: each.id, topic: each.topic, host, expected, lines: [] };
  const known = confirmed.get(keyOf(each, host)) ?? {};
  if (host in asking.drivers) {
    row.answers = known.real ? [known.real] : [];
    while (!known.real && row.answers.length < repeat) row.answers.push(await askReal(each, host, asking));
    row.real = row.answers[0];
    if (row.real.impossible) return { ...row, skipped: row.real.impossible };
    const broken = row.answers.find((answer) => answer.failed);
    if (broken) return { ...row, real: broken, lines: [`real failed: ${broken.failed}`], realAgrees: false };
    if (expected && !record) {
      const lines = row.answers.flatMap((answer) => differences(expected, answer, { host }));
      row.lines.push(...lines.map((line) => `real ${line}`));
    }
  }
  if (record) return row;
  row.ours = known.ours ?? (await askUs(each, host, asking));
  if (row.ours.impossible) return { ...row, skipped: row.ours.impossible };
  if (row.ours.failed) row.lines.push(`ours failed: ${row.ours.failed}`);
  else {
    const lines = differences(expected, row.ours, { reported: row.ours.errors ?? [], host });
    row.lines.push(...lines.map((line) => `ours ${line}`));
  }
  row.oursAgrees = !row.lines.some((line) => line.startsWith("ours"));
  row.realAgrees = row.real ? !row.lines.some((line) => line.startsWith("real")) : undefined;
  return row;
}

/** On a busy machine a slow program looks like one that hangs, so an unexpected hang gets a second run. */
async function askReal(each, host, { drivers, bins, timeout }) {
  const askFor = (time) => answerOn(each, host, (tree) => drivers[host]({ ...tree, bin: bins[host], timeout: time }));
  const answer = await askFor(timeout);
  return answer.hangs && !expectationOf(each, host)?.hangs ? askFor(timeout * PATIENCE) : answer;
}

/** Factor for the time limit of a second run. */
const PATIENCE = 6;

async function askUs(each, host, { timeout }) {
  return answerOn(each, host, (tree) => askOurs({ ...tree, host, timeout }));
}

/** Returns the outcome in a separate tree, or `impossible` or `failed` with the reason. */
async function answerOn(each, host, ask) {
  try {
    return await onTree(each, host, async (tree) => {
      if (tree.impossible.length > 0) return { impossible: tree.impossible.join(", ") };
      const answer = await ask(tree);
      return answer.failed ? { failed: answer.failed } : outcomeOf(answer, each, host, tree.base);
    });
  } catch (error) {
    return { failed: error.message };
  }
}

async function onTree(each, host, task) {
  const tree = materialise(each, host);
  try {
    return await task(tree);
  } finally {
    tree.remove();
  }
}
