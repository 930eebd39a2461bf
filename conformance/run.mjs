// `npm run conformance`: compares the cases with our own view and, with `--real`, with the real programs.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { isolation } from "./drivers/lib.mjs";
import { concerns, loadCases, targetsOf } from "./lib/cases.mjs";
import { compareCases, withoutOwnSkills } from "./lib/compare-cases.mjs";
import { mixedRows } from "./lib/mixed.mjs";
import { OURS } from "./lib/ours.mjs";
import { hostOf, installedVersion, locatePeers, TARGETS, targetNamed } from "./lib/peers.mjs";
import { pluginRows } from "./lib/plugin-mode.mjs";
import { promptRows, writePromptTable } from "./lib/prompt-mode.mjs";
import { recordAnswers } from "./lib/record.mjs";
import { agreementTable } from "./lib/table.mjs";
import { compareTree } from "./lib/tree.mjs";
import { prepareUpgrade, upgradeHost } from "./lib/upgrade.mjs";

const USAGE = `npm run conformance -- [options]

  --real HOST,…    ask the real programs too (HOST@VERSION: an earlier version; all: every one in peers.json)
  --peers DIR      take them from this node_modules/.bin instead of installing them
  --host HOST,…    only these hosts
  --only ID,…      only these cases
  --record         write what the real programs answer into the cases
  --upgrade HOST   install the newest version (HOST@VERSION: this one), print what differs, and record it under that version
  --repeat N       ask each real program N times; answers that differ are recorded as alternatives
  --alone          a tree of its own for every case, instead of many cases in one tree
  --guard          only the decision table of the guard, with the shares of granted lines
  --prompts        only what is put before a model: lists and envelopes
  --tree DIR       compare ours with the real programs on a prepared tree: DIR/project and DIR/home
  --plugins        install plugins with the real programs, and compare what they then have
  --mixed N        compare ours with the real programs on N trees that mix scopes, plugins and settings (\`--seed\`, default: 1)
  --write          write docs/conformance.md, or docs/prompts.md
  --json           print the result as JSON
  --jobs N         cases at a time (2)
  --timeout S      seconds until a program counts as hung (20)
`;
const here = dirname(fileURLToPath(import.meta.url));
const { values: options } = parseArgs({
  options: {
    real: { type: "string" },
    peers: { type: "string" },
    host: { type: "string" },
    only: { type: "string" },
    record: { type: "boolean", default: false },
    upgrade: { type: "string" },
    repeat: { type: "string", default: "1" },
    alone: { type: "boolean", default: false },
    guard: { type: "boolean", default: false },
    prompts: { type: "boolean", default: false },
    tree: { type: "string" },
    plugins: { type: "boolean", default: false },
    mixed: { type: "string" },
    seed: { type: "string", default: "1" },
    write: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    jobs: { type: "string", default: "2" },
    timeout: { type: "string", default: "20" },
    help: { type: "boolean", default: false },
  },
});
if (options.help) {
  process.stdout.write(USAGE);
  process.exit(0);
}
if (options.guard) {
  const { runGuard } = await import("./lib/guard.mjs");
  process.exit((await runGuard({ json: options.json })) ? 0 : 1);
}
const list = (text) => text?.split(",").filter(Boolean);
const upgrade = options.upgrade === undefined ? undefined : prepareUpgrade(options.upgrade);
const real = upgrade ? [upgrade.host] : options.real === "all" ? TARGETS : (list(options.real) ?? []).map(targetNamed);
const unknown = real.filter((target) => !TARGETS.includes(target));
if (unknown.length > 0) {
  process.stderr.write(`no such peer: ${unknown.join(", ")}; known: ${TARGETS.join(", ")}\n`);
  process.exit(2);
}
if (!options.record && !existsSync(OURS)) {
  process.stderr.write("build first: npm run build\n");
  process.exit(2);
}
const timeout = Number(options.timeout) * 1000;
const bins = upgrade ? { [upgrade.host]: upgrade.bin } : locatePeers(real, options.peers);
if (real.length > 0) isolate();

const drivers = Object.fromEntries(
  await Promise.all(real.map(async (target) => [target, (await import(`./drivers/${hostOf(target)}.mjs`)).ask])),
);
process.exitCode = upgrade
  ? await upgradeMode()
  : options.plugins
    ? await pluginMode()
    : options.mixed
      ? await mixedMode()
      : options.tree
        ? await treeMode()
        : options.prompts
          ? await promptMode()
          : await caseMode();

async function upgradeMode() {
  const turns = (work, task) => inTurns(work, Number(options.jobs), task);
  const asking = { drivers, bins, timeout, alone: options.alone, inTurns: turns };
  const { report: text, count } = await upgradeHost({ ...upgrade, cases: loadCases(), ...asking });
  process.stdout.write(text);
  return count > 0 ? 1 : 0;
}

async function promptMode() {
  const wanted = list(options.host) ?? (real.length > 0 && !options.write ? real : undefined);
  const turns = (work, task) => inTurns(work, Number(options.jobs), task);
  const asking = { real, bins, only: list(options.only), record: options.record, timeout, inTurns: turns };
  const rows = await promptRows({ ...asking, hosts: wanted });
  const failed = rows.filter((row) => row.lines.length > 0);
  if (options.json) process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
  else report(rows, failed);
  if (options.write) writePromptTable(rows, versionsOf());
  return failed.length > 0 && !options.record ? 1 : 0;
}

async function mixedMode() {
  return reportRows((asking) =>
    mixedRows({ ...asking, count: Number(options.mixed), seed: Number(options.seed), only: list(options.only) }),
  );
}

async function pluginMode() {
  return reportRows(pluginRows);
}

async function reportRows(compare) {
  const turns = (work, task) => inTurns(work, Number(options.jobs), task);
  const asking = { real, bins, timeout, drivers: await withoutOwnSkills({ drivers, bins, timeout }), inTurns: turns };
  const rows = await compare(asking);
  const failed = rows.filter((row) => row.lines.length > 0);
  if (options.json) process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
  else report(rows, failed);
  return failed.length > 0 ? 1 : 0;
}

async function treeMode() {
  const results = [];
  for (const host of real) {
    results.push(await compareTree(options.tree, { host, bin: bins[host], ask: drivers[host], timeout: timeout * 10 }));
  }
  if (options.json) process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);
  else for (const result of results) process.stdout.write(`${printTree(result)}\n`);
  return results.some(({ lines }) => lines.length > 0) ? 1 : 0;
}

function printTree({ host, skills, ours, undetermined, lines }) {
  const chance = undetermined > 0 ? `, ${undetermined} decided by chance` : "";
  const head = `${host}: ${skills} skills in the program, ${ours} in ours, ${lines.length} differences${chance}`;
  return [head, ...lines.slice(0, 40).map((line) => `  ${line}`)].join("\n");
}

async function caseMode() {
  const only = list(options.only);
  const cases = loadCases().filter(({ id }) => !only || only.includes(id));
  const rows = await compareCases({
    cases,
    targets: targetsFor,
    drivers,
    bins,
    timeout,
    record: options.record,
    alone: options.alone || Number(options.repeat) > 1,
    repeat: Number(options.repeat),
    inTurns: (work, task) => inTurns(work, Number(options.jobs), task),
  });
  if (options.record) recordAnswers(cases, rows);
  const failed = rows.filter((row) => row.lines.length > 0);
  if (options.json) process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
  else report(rows, failed);
  if (options.write) writeTable(cases, rows);
  return failed.length > 0 && !options.record ? 1 : 0;
}

function targetsFor(each) {
  const targets = new Set([...targetsOf(each), ...(options.record ? real.filter((host) => concerns(each, host)) : [])]);
  const wanted = list(options.host) ?? (real.length > 0 && !options.write ? real : undefined);
  return [...targets].filter((target) => !wanted || wanted.includes(target));
}

async function inTurns(work, jobs, task) {
  const results = new Array(work.length);
  let next = 0;
  let done = 0;
  const worker = async () => {
    while (next < work.length) {
      const index = next++;
      results[index] = await task(work[index]);
      done++;
      const { id, host, lines } = results[index];
      const count = lines.length > 0 ? `: ${lines.length} differences` : "";
      process.stderr.write(`${done}/${work.length} ${id} ${host}${count}\n`);
    }
  };
  await Promise.all(Array.from({ length: jobs }, worker));
  return results;
}

function report(rows, failed) {
  for (const row of failed) {
    process.stdout.write(`${row.id} (${row.host})\n${row.lines.map((line) => `  ${line}`).join("\n")}\n`);
  }
  for (const row of rows)
    if (row.skipped) process.stdout.write(`${row.id} (${row.host}): this user cannot make ${row.skipped}\n`);
  const hosts = [...new Set(rows.map(({ host }) => host))];
  for (const host of hosts) {
    const mine = rows.filter((row) => row.host === host);
    const good = mine.filter((row) => row.lines.length === 0).length;
    process.stdout.write(`${host}: ${good} of ${mine.length} ${options.record ? "recorded" : "agree"}\n`);
  }
}

function versionsOf() {
  return Object.fromEntries(real.map((host) => [host, installedVersion(host, bins[host])]));
}

function writeTable(cases, rows) {
  mkdirSync(join(here, "..", "docs"), { recursive: true });
  writeFileSync(join(here, "..", "docs", "conformance.md"), agreementTable(cases, rows, versionsOf()));
}

/**
 * Starts this command again in a network namespace with only loopback, because the programs must not reach other hosts.
 */
function isolate() {
  if (process.env.SKILLWRIGHT_CONFORMANCE_ISOLATED) return;
  const words = isolation();
  if (!words) {
    process.stderr.write("note: this system gives no network namespace; the programs run with the network they find\n");
    return;
  }
  // Looks up the newest version first, because the isolated command has no network.
  const chosen = upgrade ? ["--upgrade", `${upgrade.host}@${upgrade.version}`] : [];
  const self = [process.execPath, fileURLToPath(import.meta.url), ...process.argv.slice(2), ...chosen];
  const { status } = spawnSync("unshare", [...words, "sh", "-c", 'ip link set lo up && exec "$@"', "sh", ...self], {
    stdio: "inherit",
    env: { ...process.env, SKILLWRIGHT_CONFORMANCE_ISOLATED: "1" },
  });
  process.exit(status ?? 1);
}
