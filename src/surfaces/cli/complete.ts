/**
 * Completes a command line for a shell. It takes the typed words and prints one candidate per line. The last word is
 * incomplete.
 */

import { commandTable } from "../../activate/commands/command-table.ts";
import { type LoadOptions, loadSkills } from "../../catalog/load/load.ts";
import { servedNames } from "../../catalog/servers/load-with-servers.ts";
import { PROFILES } from "../../hosts/profiles/profiles.ts";
import { CODES } from "../../model/diagnostics/catalogue.ts";
import { printableLine } from "../../model/text/display/printable.ts";
import { listResources } from "../../platform/files/list-resources.ts";
import { nodeFiles } from "../../platform/files/node-files.ts";
import { GLOBAL_OPTIONS, type OptionSpec } from "./command.ts";
import { COMMANDS, countLeadingOptions, findCommand } from "./commands.ts";
import type { Output } from "./output/output.ts";

export async function completeWords(words: readonly string[], out: Output): Promise<number> {
  const typed = words.at(-1) ?? "";
  const candidates = await candidatesFor(words);
  for (const each of candidates) if (each.startsWith(typed)) out.line(printableLine(each));
  return 0;
}

async function candidatesFor(words: readonly string[]): Promise<readonly string[]> {
  const [name, ...rest] = words.slice(countLeadingOptions(words.slice(0, -1)));
  if (rest.length === 0) return [...COMMANDS.map((command) => command.name), "--help", "--version"];
  const command = await findCommand(name ?? "")?.load();
  if (!command) return [];
  const options = { ...GLOBAL_OPTIONS, ...command.options };
  const before = rest.at(-2) ?? "";
  const spec = before.startsWith("--") ? options[before.slice(2)] : undefined;
  if (spec?.type === "string") return choicesOf(spec, rest.at(-1) ?? "");
  if ((rest.at(-1) ?? "").startsWith("-")) return Object.keys(options).map((option) => `--${option}`);
  if (command.completes === "commands") return commandsFor(rest, loadOptionsIn(words));
  if (command.completes === "skills")
    return [...(await skillNames(loadOptionsIn(words))), ...(name === "explain" ? CODES : [])];
  return Array.isArray(command.completes) ? command.completes : [];
}

/** Returns the load options that the typed options specify. */
function loadOptionsIn(words: readonly string[]): LoadOptions {
  const after = (option: string): string[] => words.slice(1, -1).filter((_, at) => words[at] === option);
  const [cwd] = after("--cwd");
  return { ...(cwd === undefined ? {} : { cwd }), roots: after("--root") };
}

/**
 * Returns names of skills. Names of servers' skills come from a cache, so that Tab starts no server and fetches
 * nothing.
 */
async function skillNames(place: LoadOptions): Promise<readonly string[]> {
  const loading = await loadSkills(place);
  return [...loading.snapshot.skills.map(({ skill }) => skill.name), ...(await servedNames(loading))];
}

/** Completes the first word as a skill or a command. After a skill, completes the skill's commands and scripts. */
async function commandsFor(rest: readonly string[], place: LoadOptions): Promise<readonly string[]> {
  const { snapshot } = await loadSkills(place);
  const [first = ""] = rest;
  if (rest.length > 2) return [];
  if (rest.length === 2) {
    const skill = snapshot.skills.find((each) => each.skill.name === first)?.skill;
    const files = skill === undefined ? [] : listResources(skill.directory, nodeFiles);
    const scripts = files.filter((path) => path.startsWith("scripts/"));
    return [...(skill?.manifest.commands ?? []).map(({ name }) => name), ...scripts];
  }
  const commands = [...commandTable(snapshot).commands.values()].map(({ spec }) => spec.name);
  return [...new Set([...snapshot.skills.map(({ skill }) => skill.name), ...commands])];
}

/**
 * Returns the candidates for the value of an option. If the value is a list with commas, only the last name is
 * completed.
 */
function choicesOf({ choices = [] }: OptionSpec, typed: string): readonly string[] {
  if (typeof choices !== "string") return choices;
  const hosts = PROFILES.map((profile) => profile.name);
  if (choices === "host") return hosts;
  const before = typed.slice(0, typed.lastIndexOf(",") + 1);
  return [...hosts, "all", "every"].map((name) => before + name);
}
