// Writes the answers of the real programs into the files of the cases.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { CASES } from "./cases.mjs";
import { differences, fold } from "./outcome.mjs";
import { hostOf, PEERS, PEERS_FILE } from "./peers.mjs";

const here = dirname(fileURLToPath(import.meta.url));

/**
 * `previous`, such as `{ "claude-code": "2.1.197" }`, names the version under which old answers are kept if they
 * differ.
 */
export function recordAnswers(cases, rows, previous = {}) {
  for (const topic of new Set(cases.map((each) => each.topic))) {
    const file = join(CASES, `${topic}.json`);
    const document = JSON.parse(readFileSync(file, "utf8"));
    for (const each of document.cases) {
      const mine = rows.filter(({ id, real }) => id === each.id && real && !real.impossible && !real.failed);
      for (const row of mine) each.expect = { ...each.expect, ...entriesOf(row, each, previous[row.host]) };
    }
    writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
  }
  format(CASES);
}

/** Writes the version to which the answers belong. The previous version stays if any answer differs. */
export function recordVersion(host, version, { keepsPrevious }) {
  const { [host]: peer, ...others } = JSON.parse(readFileSync(PEERS_FILE, "utf8"));
  const earlier = [...(keepsPrevious ? [peer.version] : []), ...(peer.earlier ?? [])];
  const next = { ...peer, version, ...(earlier.length > 0 ? { earlier } : {}) };
  const order = Object.keys(PEERS).map((name) => [name, name === host ? next : others[name]]);
  writeFileSync(PEERS_FILE, `${JSON.stringify(Object.fromEntries(order), null, 2)}\n`);
  format(PEERS_FILE);
}

function format(path) {
  const biome = join(here, "..", "..", "node_modules", "@biomejs", "biome", "bin", "biome");
  if (existsSync(biome)) spawnSync(process.execPath, [biome, "format", "--write", path], { stdio: "ignore" });
}

function entriesOf(row, each, previous) {
  const { host: target, expected } = row;
  const outcome = recorded(row, each);
  const newest = each.expect?.[hostOf(target)];
  if (target.includes("@")) return JSON.stringify(outcome) === JSON.stringify(newest) ? {} : { [target]: outcome };
  const isNew =
    previous !== undefined && expected !== undefined && JSON.stringify(outcome) !== JSON.stringify(expected);
  // A version without its own answer gave the same answer as the version before it.
  const versions = isNew ? [previous, ...(PEERS[target].earlier ?? [])] : [];
  const kept = versions.map((version) => `${target}@${version}`).filter((name) => each.expect?.[name] === undefined);
  return { [target]: outcome, ...Object.fromEntries(kept.map((name) => [name, expected])) };
}

/**
 * Returns the answers in the form in which a case stores them: the old expectation if it allows all answers, otherwise
 * each different answer.
 */
function recorded({ host, expected, answers }, each) {
  const isWritten = expected?.undetermined || expected?.note;
  const isAllowed = isWritten && answers.every((answer) => differences(expected, answer, { host }).length === 0);
  if (isAllowed) return expected;
  const distinct = new Map(expected?.anyOf?.map((one) => [JSON.stringify(one), one]));
  for (const answer of answers) {
    const one = fold(answer, each);
    distinct.set(JSON.stringify(one), one);
  }
  const all = [...distinct.values()];
  return all.length === 1 ? all[0] : { anyOf: all, undetermined: true };
}
