// Compares the prompt cases with our output and, if requested, with the real programs.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { cleanEnvironment, run } from "../drivers/lib.mjs";
import { expectationOf, targetsOf } from "./cases.mjs";
import { materialise } from "./materialise.mjs";
import { atVersion, OURS } from "./ours.mjs";
import { hostOf, TARGETS, versionOf } from "./peers.mjs";
import { loadPrompts, outcomeOf, PROMPTS, promptDifferences } from "./prompts.mjs";

const here = dirname(fileURLToPath(import.meta.url));
/** A factor for the timeout of a case with a thousand skills, because such a list takes longer. */
const PATIENCE = 6;

/** Returns rows like those of the other cases: `{ id, topic, host, expected, lines, realAgrees, oursAgrees }`. */
export async function promptRows({ real, bins, hosts, only, record, timeout, inTurns }) {
  const cases = loadPrompts().filter(({ id }) => !only || only.includes(id));
  const work = cases.flatMap((each) => {
    const known = [...new Set([...targetsOf(each), ...(record ? real : [])])];
    return known.filter((host) => !hosts || hosts.includes(host)).map((host) => ({ each, host }));
  });
  const drivers = Object.fromEntries(
    await Promise.all(real.map(async (host) => [host, await import(`../drivers/prompt/${hostOf(host)}.mjs`)])),
  );
  const rows = await inTurns(work, (one) => compareOne(one, { drivers, bins, record, timeout: timeout * PATIENCE }));
  if (record) writeRecorded(cases, rows);
  return rows;
}

async function compareOne({ each, host }, { drivers, bins, record, timeout }) {
  const expected = expectationOf(each, host);
  const row = { id: each.id, topic: each.topic, host, expected, lines: [] };
  const unordered = expected?.unordered ?? drivers[host]?.unordered ?? false;
  if (host in drivers) {
    const ask = (tree) =>
      drivers[host].prompt({ ...tree, bin: bins[host], call: each.call, given: givenOf(each, host) });
    row.real = await asked(each, host, { timeout, unordered, ask });
    if (expected && !record) row.lines.push(...promptDifferences(expected, row.real).map((line) => `real ${line}`));
    row.realAgrees = row.lines.length === 0;
  }
  if (record) return row;
  const ours = await asked(each, host, { timeout, unordered, ask: (tree) => askOurs(each, host, tree) });
  const lines = promptDifferences(expected, ours);
  row.lines.push(...lines.map((line) => `ours ${line}`));
  row.oursAgrees = lines.length === 0;
  return row;
}

/**
 * Returns every line in which our list differs from the program's list on one tree. It records nothing. `contested` are names
 * for which the program chooses one of several skills at random.
 */
export async function compareListing(each, host, { bin, timeout, contested = [] }) {
  const { prompt, unordered = false } = await import(`../drivers/prompt/${hostOf(host)}.mjs`);
  const asking = { timeout: timeout * PATIENCE, unordered, whole: true };
  const real = await asked(each, host, { ...asking, ask: (tree) => prompt({ ...tree, bin }) });
  const ours = await asked(each, host, { ...asking, ask: (tree) => askOurs(each, host, tree) });
  return { real, ours, lines: promptDifferences(withoutChoice(real, contested), withoutChoice(ours, contested)) };
}

/** Keeps only the name of an entry whose skill was chosen at random. */
function withoutChoice(answer, contested) {
  const nameOf = (entry) => contested.find((name) => entry.includes(`<name>${name}</name>`));
  return answer && { ...answer, entries: answer.entries.map((entry) => nameOf(entry) ?? entry) };
}

async function asked(each, host, { timeout, unordered, whole, ask }) {
  const tree = materialise(each, host);
  try {
    const answer = await ask({ ...tree, timeout });
    return answer && outcomeOf(answer, each, { base: tree.base, unordered, whole });
  } finally {
    tree.remove();
  }
}

/** Returns the conditions of a case, which can differ for an earlier version. */
function givenOf({ given }, host) {
  return given?.[host] ?? given?.[hostOf(host)];
}

/** Gets our output with the command, as a user would. */
async function askOurs({ call, given }, host, { project, cwd, home, timeout, environment }) {
  const { window, columns } = givenOf({ given }, host) ?? {};
  const budget = columns === undefined ? {} : { SLASH_COMMAND_TOOL_CHAR_BUDGET: String(columns) };
  const words = call
    ? ["load", call.skill, ...(call.arguments ? [call.arguments] : []), "--actor", call.by]
    : ["catalog", ...(window === undefined ? [] : ["--window", String(window)])];
  const args = [OURS, ...words, "--host", atVersion(host), "--json", "--cwd", cwd];
  const variables = cleanEnvironment(home, environment, budget);
  const ask = (words) => run(process.execPath, words, { cwd, timeout, environment: variables });
  // Trusts the project, because the skills of an untrusted project are withheld.
  await ask([OURS, "trust", project, "--yes"]);
  const { stdout, stderr } = await ask(args);
  if (!stdout.startsWith("{")) throw new Error(`${words.join(" ")} --host ${host}: ${stderr.trim().slice(0, 300)}`);
  return answerOf(JSON.parse(stdout));
}

/**
 * Converts the command's JSON into the format of a driver's answer.
 * @param {{ text: string, entries?: readonly { coverage: string, text: string }[] }} printed
 */
export function answerOf({ text, entries = [] }) {
  return {
    roots: text.split("\n").filter((line) => /^- `r\d+` = `/.test(line)),
    entries: entries.filter(({ coverage }) => coverage !== "omitted").map((entry) => entry.text),
    items: [text],
  };
}

function writeRecorded(cases, rows) {
  for (const topic of new Set(cases.map((each) => each.topic))) {
    const file = join(PROMPTS, `${topic}.json`);
    const document = JSON.parse(readFileSync(file, "utf8"));
    for (const each of document.cases)
      for (const { id, host, real } of rows)
        if (id === each.id && real !== undefined) each.expect = { ...each.expect, [host]: real };
    writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
  }
}

/** Writes `docs/prompts.md`: which hosts agree in each case. */
export function writePromptTable(rows, versions) {
  const cases = loadPrompts();
  const present = new Set(rows.map(({ host }) => host));
  const hosts = [
    ...TARGETS.filter((host) => present.has(host)),
    ...[...present].filter((host) => !TARGETS.includes(host)),
  ];
  const find = new Map(rows.map((row) => [`${row.id} ${row.host}`, row]));
  const mark = (row) => (!row ? "·" : row.realAgrees === false ? "≠" : row.oursAgrees ? "✓" : "✗");
  const line = ({ id, title }) =>
    `| \`${id}\` | ${title} | ${hosts.map((host) => mark(find.get(`${id} ${host}`))).join(" | ")} |`;
  const names = hosts.map((host) => [hostOf(host), versions[host] ?? versionOf(host)].filter(Boolean).join(" "));
  const text = `# The text that a model receives

\`npm run conformance -- --prompts --write\` wrote this page, with the ${cases.length} cases in
[conformance/prompts](../conformance/README.md#prompt-cases). Each case compares the list of skills (its order and its cuts), or the
envelope of a skill, with the text that the program sends to its model.

| mark | meaning |
| --- | --- |
| \`✓\` | our text equals the text of the program |
| \`✗\` | our text differs |
| \`≠\` | the program sends another text than the recorded one |
| \`·\` | the program has no such text |

| case | what | ${names.join(" | ")} |
| --- | --- | ${hosts.map(() => ":-:").join(" | ")} |
${cases.map(line).join("\n")}
`;
  writeFileSync(join(here, "..", "..", "docs", "prompts.md"), text);
}
