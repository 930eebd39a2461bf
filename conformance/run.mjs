// `npm run conformance`: the cases, against our own view and, with `--real`, against the real programs.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { isolation } from "./drivers/lib.mjs";
import { CASES, loadCases } from "./lib/cases.mjs";
import { materialise } from "./lib/materialise.mjs";
import { askOurs, OURS } from "./lib/ours.mjs";
import { differences, fold, outcomeOf } from "./lib/outcome.mjs";
import { installedVersion, locatePeers, PEERS } from "./lib/peers.mjs";
import { promptRows, writePromptTable } from "./lib/prompt-mode.mjs";
import { agreementTable } from "./lib/table.mjs";
import { compareTree } from "./lib/tree.mjs";

const USAGE = `npm run conformance -- [options]

  --real HOST,…    ask the real programs too (all: every one in peers.json)
  --peers DIR      take them from this node_modules/.bin instead of installing them
  --host HOST,…    only these hosts
  --only ID,…      only these cases
  --record         write what the real programs answer into the cases
  --repeat N       ask each real program N times; answers that differ are recorded as alternatives
  --guard          only the decision table of the guard, with the shares of granted lines
  --prompts        only what is put before a model: lists and envelopes
  --tree DIR       compare ours with the real programs on a prepared tree: DIR/project and DIR/home
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
    repeat: { type: "string", default: "1" },
    guard: { type: "boolean", default: false },
    prompts: { type: "boolean", default: false },
    tree: { type: "string" },
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
const real = options.real === "all" ? Object.keys(PEERS) : (list(options.real) ?? []);
const unknown = real.filter((host) => !(host in PEERS));
if (unknown.length > 0) {
  process.stderr.write(`no such peer: ${unknown.join(", ")}; known: ${Object.keys(PEERS).join(", ")}\n`);
  process.exit(2);
}
if (!options.record && !existsSync(OURS)) {
  process.stderr.write("build first: npm run build\n");
  process.exit(2);
}
const timeout = Number(options.timeout) * 1000;
const bins = locatePeers(real, options.peers);
if (real.length > 0) isolate();

const drivers = Object.fromEntries(
  await Promise.all(real.map(async (host) => [host, (await import(`./drivers/${host}.mjs`)).ask])),
);
process.exitCode = options.tree ? await treeMode() : options.prompts ? await promptMode() : await caseMode();

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
  const work = cases.flatMap((each) => hostsOf(each).map((host) => ({ each, host })));
  const rows = await inTurns(work, Number(options.jobs), compareOne);
  if (options.record) record(cases, rows);
  const failed = rows.filter((row) => row.lines.length > 0);
  if (options.json) process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
  else report(rows, failed);
  if (options.write) writeTable(cases, rows);
  return failed.length > 0 && !options.record ? 1 : 0;
}

function hostsOf(each) {
  const hosts = new Set([...Object.keys(each.expect ?? {}), ...(options.record ? real : [])]);
  const wanted = list(options.host) ?? (real.length > 0 && !options.write ? real : undefined);
  return [...hosts].filter((host) => !wanted || wanted.includes(host));
}

/** One case in one host: what was expected, what the program says, what we say, and every line of difference. */
async function compareOne({ each, host }) {
  const expected = each.expect?.[host];
  const row = { id: each.id, topic: each.topic, host, expected, lines: [] };
  if (host in drivers) {
    row.answers = [];
    for (let time = 0; time < Number(options.repeat); time++) row.answers.push(await askReal(each, host));
    row.real = row.answers[0];
    if (row.real.impossible) return { ...row, skipped: row.real.impossible };
    const broken = row.answers.find((answer) => answer.failed);
    if (broken) return { ...row, real: broken, lines: [`real failed: ${broken.failed}`], realAgrees: false };
    if (expected && !options.record) {
      row.lines.push(
        ...row.answers.flatMap((answer) => differences(expected, answer, { host })).map((line) => `real ${line}`),
      );
    }
  }
  if (options.record) return row;
  const { outcome, failed, reported, impossible } = await askUs(each, host);
  if (impossible) return { ...row, skipped: impossible };
  row.ours = outcome ?? { failed };
  if (failed) row.lines.push(`ours failed: ${failed}`);
  else row.lines.push(...differences(expected, outcome, { reported, host }).map((line) => `ours ${line}`));
  row.oursAgrees = !failed && !row.lines.some((line) => line.startsWith("ours"));
  row.realAgrees = row.real ? !row.lines.some((line) => line.startsWith("real")) : undefined;
  return row;
}

async function askReal(each, host) {
  const tree = materialise(each, host);
  try {
    if (tree.impossible.length > 0) return { impossible: tree.impossible.join(", ") };
    return outcomeOf(await drivers[host]({ ...tree, bin: bins[host], timeout }), each, host, tree.base);
  } catch (error) {
    return { failed: error.message };
  } finally {
    tree.remove();
  }
}

async function askUs(each, host) {
  const tree = materialise(each, host);
  try {
    if (tree.impossible.length > 0) return { impossible: tree.impossible.join(", ") };
    const answer = await askOurs({ ...tree, host, timeout });
    if (answer.failed) return { failed: answer.failed };
    const outcome = outcomeOf(answer, each, host, tree.base);
    return { outcome, reported: outcome.errors ?? [] };
  } finally {
    tree.remove();
  }
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
      process.stderr.write(
        `${done}/${work.length} ${id} ${host}${lines.length > 0 ? `: ${lines.length} differences` : ""}\n`,
      );
    }
  };
  await Promise.all(Array.from({ length: jobs }, worker));
  return results;
}

/** Writes the answers of the real programs into the files of the cases. */
function record(cases, rows) {
  for (const topic of new Set(cases.map((each) => each.topic))) {
    const file = join(CASES, `${topic}.json`);
    const document = JSON.parse(readFileSync(file, "utf8"));
    for (const each of document.cases) {
      for (const row of rows.filter(
        ({ id, real: answer }) => id === each.id && answer && !answer.impossible && !answer.failed,
      )) {
        each.expect = { ...each.expect, [row.host]: recorded(row, each) };
      }
    }
    writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
  }
  const biome = join(here, "..", "node_modules", "@biomejs", "biome", "bin", "biome");
  if (existsSync(biome)) spawnSync(process.execPath, [biome, "format", "--write", CASES], { stdio: "ignore" });
}

/** What is kept of the answers: an expectation that already allows all of them, or each different one. */
function recorded(row, each) {
  const { expected, answers } = row;
  const isWritten = expected?.undetermined || expected?.note;
  const allowed =
    isWritten && answers.every((answer) => differences(expected, answer, { host: row.host }).length === 0);
  if (allowed) return expected;
  const distinct = new Map(expected?.anyOf?.map((one) => [JSON.stringify(one), one]));
  for (const answer of answers) {
    const one = fold(answer, each);
    distinct.set(JSON.stringify(one), one);
  }
  const all = [...distinct.values()];
  return all.length === 1 ? all[0] : { anyOf: all, undetermined: true };
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

/** Once more, in a network of our own that has nothing but loopback: the programs must not reach anything else. */
function isolate() {
  if (process.env.SKILLWRIGHT_CONFORMANCE_ISOLATED) return;
  const words = isolation();
  if (!words) {
    process.stderr.write("note: this system gives no network namespace; the programs run with the network they find\n");
    return;
  }
  const self = [process.execPath, fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  const { status } = spawnSync("unshare", [...words, "sh", "-c", 'ip link set lo up && exec "$@"', "sh", ...self], {
    stdio: "inherit",
    env: { ...process.env, SKILLWRIGHT_CONFORMANCE_ISOLATED: "1" },
  });
  process.exit(status ?? 1);
}
