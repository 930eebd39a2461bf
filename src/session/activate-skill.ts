/**
 * A skill of an open catalog for an actor: its text, a file of it or a script. Outside of a session the policies judge, in a
 * session its gates do. `activate/` prepares the text, `run/` runs commands; this file hands each what it needs.
 */
import { activate, findSkill } from "../activate/activate.ts";
import type { ActivateContext } from "../activate/prepare/prepare-skill.ts";
import { type ResourceAnswer, type ResourceRequest, readSkillResource } from "../activate/read-skill-files.ts";
import type { OpenCatalog } from "../catalog/open-catalog.ts";
import type { Activated, ActivationRequest, ShellAnswer, ShellText } from "../model/conversation/activation.ts";
import type { Prompter, RunAsking, ScriptAnswer, ScriptRequest } from "../model/conversation/control.ts";
import type { Actor, AgentScope, Judge } from "../model/conversation/offer.ts";
import type { RunPolicy } from "../model/rules/run-policy.ts";

/** Under which circumstances a skill is asked for. */
export interface Circumstances extends RunAsking {
  readonly scope?: AgentScope;
  /** Files that are being worked on, absolute or from the project root. */
  readonly files?: readonly string[];
  /** Whether variables that a skill lacks are asked for before it is given. */
  readonly asksForVariables?: boolean;
  readonly sessionId?: string;
  /** Most characters of a body. A note replaces the rest. */
  readonly maxBodyChars?: number;
  /** True: relative paths of scripts in a body become absolute. */
  readonly absolutePaths?: boolean;
  /** The tool that reads a skill's files (default: `skill_resource`); null if the model has none. */
  readonly reader?: string | null;
  /** Asks a person if a policy wants that (default: `control.prompter`). */
  readonly prompter?: Prompter;
  /** Judges instead of the policies; null if the caller asks them. */
  readonly judge?: Judge | null;
  /** For a person who is to decide: without trust, and without a question; no command is run. */
  readonly preview?: boolean;
}

/** The skill of a script, and the actor that runs it. */
export interface ScriptAsking {
  readonly asked: string;
  readonly actor: Actor;
}

/** Returns exactly what a model receives, fresh from the disk; or why it receives nothing. */
export async function activateSkill(
  catalog: OpenCatalog,
  request: ActivationRequest,
  circumstances: Circumstances = {},
): Promise<Activated> {
  const before = catalog.current;
  // Without a judge there is nothing to wait for: a promise more would be felt.
  const context = isUnjudged(catalog, circumstances)
    ? contextFor(catalog, circumstances)
    : await judgedContext(catalog, request, circumstances);
  const activated = await activate(request, context);
  catalog.keepSince(before, activated.snapshot);
  if ("activation" in activated) catalog.markActive(activated.activation.skill.id);
  return activated;
}

/** Returns a part of a file of a skill that the actor may have. */
export async function readResource(
  catalog: OpenCatalog,
  request: ResourceRequest,
  circumstances: Circumstances = {},
): Promise<ResourceAnswer> {
  return readSkillResource(request, await judgedContext(catalog, request, circumstances));
}

/** Runs a script of a skill that the actor may have; without a grant, returns why not. */
export async function runScript(
  catalog: OpenCatalog,
  request: ScriptRequest & ScriptAsking,
  circumstances: Circumstances = {},
): Promise<ScriptAnswer> {
  const found = await findSkill(request, await judgedContext(catalog, request, circumstances));
  if ("refusal" in found) return { refused: found.refusal };
  const { runSkillScript } = await import("../run/process/run-skill.ts");
  const { config, options } = catalog;
  return runSkillScript(found.loaded.skill, request, { config, options, snapshot: found.snapshot }, circumstances);
}

/** A skill is handed out only after the policies, or the judge of the caller, had their say. */
export async function judgedContext(
  catalog: OpenCatalog,
  request: ScriptAsking,
  circumstances: Circumstances,
): Promise<ActivateContext> {
  const context = contextFor(catalog, circumstances);
  if (isUnjudged(catalog, circumstances)) return context;
  const { judge, prompter, control = {} } = circumstances;
  if (judge) return { ...context, judge };
  const { judgeAlone } = await import("./control/policy-session.ts");
  return {
    ...context,
    judge: await judgeAlone(catalog, request, prompter === undefined ? control : { ...control, prompter }),
  };
}

/** True for a session, whose gates judge; for a person who only looks; and if there is no policy. */
function isUnjudged({ policy, profile }: OpenCatalog, { judge, preview }: Circumstances): boolean {
  return (
    judge === null || preview === true || (!judge && policy.length === 0 && profile.permissions?.skills === undefined)
  );
}

function contextFor(catalog: OpenCatalog, given: Circumstances): ActivateContext {
  const { config, options, profile } = catalog;
  const { snapshot } = catalog.current;
  const circumstances: Circumstances = given.preview ? { ...given, commands: "show" } : given;
  return {
    ...circumstances,
    snapshot,
    profile,
    options,
    limits: config.limits,
    reload: () => catalog.reload({ force: true }),
    judge: undefined,
    ...(couldRun(config.run, circumstances) ? { shell: (text) => runShell(text, catalog, circumstances) } : {}),
  };
}

/** Without a rule, a person or a yes nothing can run, so no command is looked for, unless a person only looks. */
function couldRun({ allow }: RunPolicy, { commands, control, preview }: Circumstances): boolean {
  if (commands === "never") return false;
  return preview === true || allow.shell.length > 0 || commands === "approved" || control?.prompter !== undefined;
}

async function runShell(
  text: ShellText,
  { config, options, current }: OpenCatalog,
  asking: Circumstances,
): Promise<ShellAnswer> {
  const { runShell: run } = await import("../run/process/run-skill.ts");
  return run(text, { config, options, snapshot: current.snapshot }, asking);
}
