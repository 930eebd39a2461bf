/**
 * Compares the parser with a real bash. Granted lines run in bash, in a separate directory. Its PATH has only programs
 * that record their arguments, which must be those that the parser found.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { expect } from "vitest";
import { findProgram } from "../../../scripts/programs.mjs";
import { readCall } from "../../../src/session/permit/read-call.ts";
import { findGrantingRule } from "../../../src/session/permit/rules/find-granting-rule.ts";
import { readToolRules } from "../../../src/session/permit/rules/rule-set.ts";
import { parseLine } from "../../../src/session/permit/shell/read/parse-line.ts";
import type { ShellWord, SimpleCommand } from "../../../src/session/permit/shell/read/shell-line.ts";
import { needs } from "../../needs.ts";
import { makeTree } from "../../tree.ts";
import { likely, line } from "./lines.ts";
import { around, tables } from "./surroundings.ts";

const BASH = findProgram("bash") ?? "";
/** To try more or other lines: `SKILLWRIGHT_SAMPLES=20000 SKILLWRIGHT_SEED=1`. */
const SAMPLES = Number(process.env["SKILLWRIGHT_SAMPLES"] ?? 200);
const RULES = ["Bash(git *)", "Bash(echo *)", "Write"];

/** Runs each line. Returns the argument lists of all started programs, by line. */
function run(lines: readonly string[]): string[][][] {
  const tree = makeTree();
  // Each call of a program is recorded in its own file, because the programs of a pipeline run at the same time.
  const record = (first: string): string =>
    `all=${first}; for each in "$@"; do all+=$'\\x1f'"$each"; done; printf %s "$all" > "$LOG/$BASHPID-$RANDOM"`;
  const recorder = `#!${BASH}\n${record('"${0##*/}"')}\n`;
  const bin = Object.fromEntries(
    ["git", "rm", "sh", "x", "log", "y", "a"].map((name) => [`bin/${name}`, { content: recorder, mode: 0o755 }]),
  );
  tree.add(bin);
  const missing = `command_not_found_handle() { ${record('"$1"; shift')}; }\n`;
  tree.add({ "env.sh": missing, "bin/cat": { content: `#!${BASH}\nexit 0\n`, mode: 0o755 } });
  return lines.map((text, at) => {
    const cwd = tree.at(`run/${at}`);
    const log = tree.at(`run/${at}.log`);
    for (const directory of [cwd, log]) mkdirSync(directory, { recursive: true });
    writeFileSync(`${cwd}.sh`, text);
    const env = { PATH: tree.at("bin"), LOG: log, BASH_ENV: tree.at("env.sh"), HOME: cwd, X: "--output=x" };
    spawnSync(BASH, [`${cwd}.sh`], { cwd, env, timeout: 5000, stdio: "ignore" });
    const calls = readdirSync(log).map((name) => readFileSync(`${log}/${name}`, "utf8"));
    // A background program may still be about to write its record.
    return calls.filter((call) => call !== "").map((call) => call.split("\x1f"));
  });
}

/** A wrapper such as `timeout` does not exist here, so bash reports the wrapper itself. */
function isWhatWasSaid(argv: readonly string[], { words }: SimpleCommand): boolean {
  return words.some((_, at) => matches(argv, words.slice(at)));
}

function matches(argv: readonly string[], words: readonly ShellWord[]): boolean {
  const exact = words.every(({ whole }) => whole);
  if (exact) return argv.length === words.length && words.every(({ text }, at) => argv[at] === text);
  // A pattern may expand to several words with the same beginning.
  return argv.every((each, at) =>
    words.some(
      ({ text, whole }, place) =>
        place >= Math.min(at, 1) &&
        (whole ? each === text : each.startsWith(text) || (text === "/" && each.startsWith("~"))),
    ),
  );
}

/** For `sh -c LINE`, the parser reads the commands of the line. */
function isReadInstead([, option = "", line = ""]: readonly string[], said: readonly SimpleCommand[]): boolean {
  const inner = /^-\w*c$/.test(option) ? parseLine(line) : undefined;
  if (inner === undefined || !("commands" in inner)) return false;
  return inner.commands.every(({ words }) =>
    said.some((each) =>
      isWhatWasSaid(
        words.map(({ text }) => text),
        each,
      ),
    ),
  );
}

async function granted(lines: readonly string[]): Promise<string[]> {
  const kept: string[] = [];
  for (const command of lines)
    if ("rule" in findGrantingRule(readToolRules(RULES), await readCall("Bash", "shell", { command }), around))
      kept.push(command);
  return kept;
}

needs("bash").test("[B10] bash runs nothing but what the reader found in a line that is granted", async () => {
  const seed = Number(process.env["SKILLWRIGHT_SEED"] ?? 7);
  const samples = [
    ...fc.sample(likely, { numRuns: SAMPLES, seed }),
    ...fc.sample(line, { numRuns: SAMPLES, seed }),
    ...tables.flatMap(({ rows }) =>
      rows.filter(({ verdict }) => verdict === "granted").flatMap(({ line }) => line ?? []),
    ),
  ];
  const lines = [...new Set(await granted(samples))];
  expect(lines.length).toBeGreaterThan(60);
  const strays = run(lines).flatMap((ran, at) => {
    const read = parseLine(lines[at] as string);
    const said = "commands" in read ? read.commands : [];
    const isKnown = (argv: readonly string[]): boolean =>
      said.some((each) => isWhatWasSaid(argv, each)) || isReadInstead(argv, said);
    return ran.filter((argv) => !isKnown(argv)).map((argv) => [lines[at], argv]);
  });
  expect(strays).toEqual([]);
});
