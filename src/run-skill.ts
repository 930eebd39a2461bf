/**
 * Conductor: something of a skill that is to run → what came of it. It knows where policy, sandbox, secrets and the person
 * come from; deciding and running are `run/`'s. Loaded only when there is something to run.
 */
import { environmentOf, type Loading, type LoadOptions } from "./load.ts";
import type { ShellAnswer, ShellText } from "./model/activation.ts";
import type { RunAsking } from "./model/control.ts";
import type { Skill } from "./model/skill.ts";
import type { SkillSource } from "./model/source.ts";
import type { Environment } from "./platform/environment.ts";
import type { Files } from "./platform/files.ts";
import { nodeFiles } from "./platform/node-files.ts";
import { nodeSpawn } from "./platform/node-spawn.ts";
import { runExpressions, type ShellContext } from "./run/shell-expressions.ts";
import { type OpenedSandbox, openSandbox, type SandboxReport } from "./sandbox/open-sandbox.ts";

export interface RunInstance extends Loading {
  readonly options: LoadOptions;
}

export function runShell(text: ShellText, instance: RunInstance, asking: RunAsking): Promise<ShellAnswer> {
  return runExpressions(text, {
    ...contextFor(text.skill, instance, asking),
    only: asking.commands === "show" ? "show" : undefined,
  });
}

function contextFor(skill: Skill, { snapshot, config, options }: RunInstance, asking: RunAsking): ShellContext {
  const environment = environmentOf(options);
  const files = options.files ?? nodeFiles;
  const { control = {}, answers, redact, signal } = asking;
  return {
    policy: config.run,
    environment,
    files,
    projectRoot: snapshot.projectRoot,
    trusted: snapshot.trusted,
    sandbox: async () => control.sandbox ?? (await sandboxOf(environment, files)).provider,
    redact,
    prompter: control.prompter,
    askTimeoutMs: control.promptTimeoutMs,
    approved: asking.commands === "approved",
    answers,
    signal,
    source: sourceOf(skill, options),
  };
}

const opened = new Map<string, Promise<OpenedSandbox>>();

/** Tried once for each process and PATH: what a machine can keep apart does not change while we run. */
export function sandboxOf(environment: Environment, files: Files): Promise<OpenedSandbox> {
  const key = `${environment.platform} ${environment.variables["PATH"] ?? ""}`;
  const known = opened.get(key) ?? openSandbox({ environment, files, spawn: nodeSpawn });
  opened.set(key, known);
  return known;
}

/** What keeps commands apart on this machine, as its own test finds it now. */
export async function testSandbox(options: LoadOptions = {}): Promise<SandboxReport> {
  return (await sandboxOf(environmentOf(options), options.files ?? nodeFiles)).report;
}

function sourceOf({ root }: Skill, { sources = [] }: LoadOptions): SkillSource | undefined {
  return root.source === undefined ? undefined : sources.find(({ name }) => name === root.source);
}
