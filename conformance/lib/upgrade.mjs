// Upgrades a host to a newer version: runs every case with an expectation of it, prints the differences, and records
// the answers.
import { compareCases } from "./compare-cases.mjs";
import { differences } from "./outcome.mjs";
import { installPeer, newestVersion, nodeOf, PEERS } from "./peers.mjs";
import { recordAnswers, recordVersion } from "./record.mjs";

/**
 * Installs the newest version of `codex` on npm, or the version in `codex@0.169.0`. Returns `{ host, version, bin }`.
 */
export function prepareUpgrade(asked) {
  const [host, chosen] = asked.split("@");
  if (!(host in PEERS)) throw new Error(`no such peer: ${host}; known: ${Object.keys(PEERS).join(", ")}`);
  const version = chosen ?? newestVersion(host);
  nodeOf(host);
  return { host, version, bin: `${installPeer(host, version)}/${PEERS[host].program}` };
}

/**
 * Runs the program, records its answers under the new version, and returns the report and the number of different
 * cases.
 */
export async function upgradeHost({ host, version, cases, ...asking }) {
  const previous = PEERS[host].version;
  const mine = cases.filter(({ expect = {} }) => host in expect);
  let own = [];
  const onOwn = (_, skills) => {
    own = skills.map(({ name }) => name);
  };
  const rows = await compareCases({ ...asking, cases: mine, targets: () => [host], record: true, repeat: 1, onOwn });
  // On a busy machine a program may only be slow, so a new hang is never recorded.
  for (const row of rows)
    if (row.real?.hangs && !row.expected.hangs) row.real = { failed: "did not end in time; try a longer --timeout" };
  const drift = rows.flatMap((row) => driftOf(row, mine));
  const failed = rows.filter(({ real }) => real?.failed);
  if (failed.length === 0) {
    recordAnswers(mine, rows, version === previous ? {} : { [host]: previous });
    if (version !== previous) recordVersion(host, version, { keepsPrevious: drift.length > 0 });
  }
  return { report: print({ host, previous, version, rows, own, drift, failed }), count: drift.length + failed.length };
}

function driftOf({ id, host, expected, real }, cases) {
  if (real === undefined || real.failed || real.impossible) return [];
  const lines = differences(expected, real, { host });
  return lines.length === 0 ? [] : [{ id, title: cases.find((each) => each.id === id).title, lines }];
}

/** Prints a diff: `-` is the answer of the previous version, `+` that of the new one. */
function print({ host, previous, version, rows, own, drift, failed }) {
  const skipped = rows.filter(({ skipped }) => skipped);
  return [
    `# ${host} ${previous} → ${version}`,
    "",
    `${rows.length} cases: ${drift.length} differ, ${failed.length} failed, ${skipped.length} could not be made here.`,
    `In an empty tree it has: ${own.length === 0 ? "nothing" : own.sort().join(", ")}.`,
    ...(failed.length === 0 ? [] : ["", "Nothing was recorded, because the program failed."]),
    ...failed.flatMap(({ id, real }) => ["", `## ${id}`, "", real.failed]),
    ...drift.flatMap(({ id, title, lines }) => ["", `## ${id}: ${title}`, "", "```diff", ...lines, "```"]),
    "",
  ].join("\n");
}
