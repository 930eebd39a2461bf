/**
 * Runs code of a skill with the settings, sandbox, secrets and prompter of a session. The other files of `run/` decide
 * about the code and run its processes. This file is loaded only if code runs.
 */

import { dirname } from "node:path";
import { findSkillSource } from "../../activate/prepare/prepare-skill.ts";
import { PLACEHOLDER_SYNTAXES } from "../../activate/prepare/substitute/placeholder-syntax.ts";
import { splitArguments } from "../../activate/prepare/substitute/split-arguments.ts";
import type { Loading, LoadOptions } from "../../catalog/load/load.ts";
import type { ShellAnswer, ShellText } from "../../model/conversation/activation.ts";
import type { RunRequester, ScriptAnswer, ScriptRequest } from "../../model/conversation/control.ts";
import type { RunSettings } from "../../model/rules/run-settings.ts";
import type { Skill } from "../../model/skills/skill.ts";
import { cacheDirectory, type Environment, environmentOf, platformDirectories } from "../../platform/environment.ts";
import type { Files } from "../../platform/files/files.ts";
import { nodeFiles } from "../../platform/files/node-files.ts";
import { nodeSpawn } from "../../platform/processes/node-spawn.ts";
import { type OpenedSandbox, openSandbox, type SandboxReport } from "../sandbox/open-sandbox.ts";
import { SECRET_NAME, Secrets } from "../secrets/secrets.ts";
import { runScript, type ScriptContext } from "./run-script.ts";
import { refuseChangedSkill, runExpressions } from "./shell-expressions.ts";

export interface RunInstance extends Pick<Loading, "snapshot" | "config"> {
  readonly options: LoadOptions;
}

/** The reason to refuse code of another server's skill. The code is refused before any file is fetched. */
const FOREIGN = "it comes from an MCP server, and Skillwright runs nothing of such a skill";

export async function runShell(text: ShellText, instance: RunInstance, asking: RunRequester): Promise<ShellAnswer> {
  if (text.skill.root.foreign) return { results: text.commands.map(() => ({ refused: FOREIGN })) };
  // The file has changed since the session's checks, so its commands may not run.
  if (asking.passed !== undefined && asking.passed !== text.fileDigest) return refuseChangedSkill();
  return runExpressions(text, {
    ...scriptContextFor(text.skill, instance, asking),
    only: asking.shellExpressions === "show" ? "show" : undefined,
  });
}

export async function runSkillScript(
  skill: Skill,
  { path, arguments: given = [], input }: ScriptRequest,
  instance: RunInstance,
  asking: RunRequester,
): Promise<ScriptAnswer> {
  if (skill.root.foreign) return { refused: { code: "SK430", reason: FOREIGN } };
  const words = typeof given === "string" ? splitArguments(given, PLACEHOLDER_SYNTAXES["claude-code"]).words : given;
  return runScript({ skill, path, words, input }, scriptContextFor(skill, instance, asking));
}

/** Returns the context of a skill's commands: their directory, permissions and variables. */
export function scriptContextFor(skill: Skill | undefined, instance: RunInstance, asking: RunRequester): ScriptContext {
  const { snapshot, config, options } = instance;
  const environment = environmentOf(options);
  const files = options.files ?? nodeFiles;
  const { control = {}, answers, signal } = asking;
  return {
    settings: config.run,
    environment,
    files,
    projectRoot: snapshot.projectRoot,
    skillDirectories: skillDirectoriesOf(snapshot, environment),
    sandbox: async () => control.sandbox ?? (await sandboxOf(environment, files)).provider,
    accepted: skill && asking.accepted?.(skill.id),
    entrusted: skill && asking.entrusted?.(variablesOf(skill)),
    redact: redactorFor(config.run, environment, asking),
    prompter: control.prompter,
    askTimeoutMs: control.promptTimeoutMs,
    approved: asking.shellExpressions === "approved",
    answers,
    signal,
    source: skill && findSkillSource(skill, options),
  };
}

/**
 * Returns the directories that no command may write to. Their files decide which skills a model has, or how Skillwright
 * behaves.
 */
function skillDirectoriesOf({ roots, skills }: RunInstance["snapshot"], environment: Environment): readonly string[] {
  const { config, data, admin } = platformDirectories(environment);
  return [
    ...[config, data, admin, cacheDirectory(environment)],
    ...roots.filter(({ source }) => source === undefined).map(({ path }) => path),
    // Adds the real directory of a skill that is reached through a symlink.
    ...skills.flatMap(({ skill }) => (skill.realPath === undefined ? [] : [dirname(skill.realPath)])),
  ];
}

/**
 * Returns the variables that a skill declares. Only values that the user gave to the session are passed to commands.
 */
function variablesOf({ sidecar, manifest }: Skill): readonly string[] {
  const tools = (sidecar?.dependencies?.tools ?? []).filter(({ type }) => type === "env_var");
  return [...tools.map(({ value }) => value), ...(manifest.eligibility?.requiredEnv ?? [])];
}

/**
 * Returns a function that redacts secrets of the session. It also redacts secret values that the settings pass to
 * commands.
 */
function redactorFor(
  settings: RunSettings,
  { variables }: Environment,
  { redact = (text) => text }: RunRequester,
): (text: string) => string {
  const handedOn = new Secrets();
  for (const name of settings.environment) if (SECRET_NAME.test(name)) handedOn.set(name, variables[name] ?? "");
  return (text) => handedOn.redact(redact(text));
}

const opened = new Map<string, Promise<OpenedSandbox>>();

/**
 * Returns the sandbox. It is cached for each process and PATH, because a machine's isolation does not change while
 * Skillwright runs.
 */
export function sandboxOf(environment: Environment, files: Files): Promise<OpenedSandbox> {
  const key = `${environment.platform} ${environment.variables["PATH"] ?? ""}`;
  const known = opened.get(key) ?? openSandbox({ environment, files, spawn: nodeSpawn });
  opened.set(key, known);
  return known;
}

/** Tests the sandbox of this machine and returns the current result. */
export async function testSandbox(options: LoadOptions = {}): Promise<SandboxReport> {
  return (await sandboxOf(environmentOf(options), options.files ?? nodeFiles)).report;
}
