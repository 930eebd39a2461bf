/**
 * Gives an actor a skill of an open catalog: its text, one of its files or a script. Outside of a session, policies
 * decide whether the actor gets the skill. In a session, the session's gates decide. `activate/` prepares the text and
 * `run/` runs commands; this file connects them.
 */
import { activateInSnapshot, findSkill } from "../activate/activate-in-snapshot.ts";
import type { ActivateContext } from "../activate/prepare/prepare-skill.ts";
import { type ResourceAnswer, type ResourceRequest, readSkillResource } from "../activate/read-skill-files.ts";
import type { OpenCatalog } from "../catalog/open-catalog.ts";
import type { Activated, ActivationRequest, ShellAnswer, ShellText } from "../model/conversation/activation.ts";
import type { Prompter, RunRequester, ScriptAnswer, ScriptRequest } from "../model/conversation/control.ts";
import type { Actor, AgentScope, PermissionCheck } from "../model/conversation/offer.ts";
import type { RunSettings } from "../model/rules/run-settings.ts";

/** Options for activating a skill. */
export interface ActivationOptions extends RunRequester {
  readonly scope?: AgentScope;
  /** Files in use, absolute or relative to the project root. */
  readonly files?: readonly string[];
  /** True to ask the user for missing variables before the model receives the skill. */
  readonly asksForVariables?: boolean;
  readonly sessionId?: string;
  /** Maximum characters of a body. A note replaces the text beyond this limit. */
  readonly maxBodyChars?: number;
  /** True to make relative paths of scripts in a body absolute. */
  readonly absolutePaths?: boolean;
  /** The tool that reads a skill's files (default: `skill_resource`); null if the model has none. */
  readonly reader?: string | null;
  /** Asks the user if a policy requires approval (default: `control.prompter`). */
  readonly prompter?: Prompter;
  /** Decides instead of the policies. Null if the caller has already checked the policies. */
  readonly whyDenied?: PermissionCheck | null;
  /**
   * True to show the skill to a user who decides about it. Trust is not required, no question is asked, and no command
   * runs.
   */
  readonly preview?: boolean;
}

/** The skill that owns a script, and the actor that runs it. */
export interface ScriptRequester {
  readonly asked: string;
  readonly actor: Actor;
}

/**
 * Returns exactly the text that a model receives, read from the disk now. If the skill is refused, returns the reason.
 */
export async function activateFromCatalog(
  catalog: OpenCatalog,
  request: ActivationRequest,
  circumstances: ActivationOptions = {},
): Promise<Activated> {
  const before = catalog.current;
  // If there is no judge, the result is returned at once, because an additional promise would cost noticeable time.
  const context = needsNoPermission(catalog, circumstances)
    ? scriptContextFor(catalog, circumstances)
    : await permittedContext(catalog, request, circumstances);
  const activated = await activateInSnapshot(request, context);
  catalog.keepSince(before, activated.snapshot);
  if ("activation" in activated) catalog.markActive(activated.activation.skill.id);
  return activated;
}

/** Returns a range of a file of a skill that the actor may use. */
export async function readResourceFromCatalog(
  catalog: OpenCatalog,
  request: ResourceRequest,
  circumstances: ActivationOptions = {},
): Promise<ResourceAnswer> {
  return readSkillResource(request, await permittedContext(catalog, request, circumstances));
}

/** Runs a script of a skill that the actor may use. If the script is not allowed, returns the reason. */
export async function runScriptFromCatalog(
  catalog: OpenCatalog,
  request: ScriptRequest & ScriptRequester,
  circumstances: ActivationOptions = {},
): Promise<ScriptAnswer> {
  const found = await findSkill(request, await permittedContext(catalog, request, circumstances));
  if ("refusal" in found) return { refused: found.refusal };
  const { runSkillScript } = await import("../run/process/run-skill.ts");
  const { config, options } = catalog;
  return runSkillScript(found.loaded.skill, request, { config, options, snapshot: found.snapshot }, circumstances);
}

/** Returns the context of a skill, after the policies or the caller's `whyDenied` have allowed it. */
export async function permittedContext(
  catalog: OpenCatalog,
  request: ScriptRequester,
  circumstances: ActivationOptions,
): Promise<ActivateContext> {
  const context = scriptContextFor(catalog, circumstances);
  if (needsNoPermission(catalog, circumstances)) return context;
  const { whyDenied, prompter, control = {} } = circumstances;
  if (whyDenied) return { ...context, whyDenied };
  const { checkOutsideSession } = await import("./permit/open-load-gate.ts");
  return {
    ...context,
    whyDenied: await checkOutsideSession(catalog, request, prompter === undefined ? control : { ...control, prompter }),
  };
}

/**
 * Returns true if no decision is needed here, because the session's gates decide, the user only previews the skill, or
 * there is no policy.
 */
function needsNoPermission({ policy, profile }: OpenCatalog, { whyDenied, preview }: ActivationOptions): boolean {
  return (
    whyDenied === null ||
    preview === true ||
    (!whyDenied && policy.length === 0 && profile.permissions?.skills === undefined)
  );
}

function scriptContextFor(catalog: OpenCatalog, given: ActivationOptions): ActivateContext {
  const { config, options, profile } = catalog;
  const { snapshot } = catalog.current;
  const circumstances: ActivationOptions = given.preview ? { ...given, shellExpressions: "show" } : given;
  return {
    ...circumstances,
    snapshot,
    profile,
    options,
    limits: config.limits,
    reload: () => catalog.reload({ force: true }),
    whyDenied: undefined,
    ...(couldRun(config.run, circumstances) ? { shell: (text) => runShell(text, catalog, circumstances) } : {}),
  };
}

/**
 * Returns true if the skill's commands could run, because a rule, the user or an approval can allow them. Also returns
 * true for a preview, which only lists the commands.
 */
function couldRun({ allow }: RunSettings, { shellExpressions, control, preview }: ActivationOptions): boolean {
  if (shellExpressions === "never") return false;
  return (
    preview === true || allow.shell.length > 0 || shellExpressions === "approved" || control?.prompter !== undefined
  );
}

async function runShell(
  text: ShellText,
  { config, options, current }: OpenCatalog,
  asking: ActivationOptions,
): Promise<ShellAnswer> {
  const { runShell: run } = await import("../run/process/run-skill.ts");
  return run(text, { config, options, snapshot: current.snapshot }, asking);
}
