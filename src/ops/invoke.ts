/**
 * Conductor: the running half of the library's object. A loaded machine comes in; out go the catalog, what a message means,
 * what the model receives, and sessions. Loaded only when somebody asks for one of these.
 */
import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import {
  type ActivateContext,
  activate,
  findSkill,
  type IconAnswer,
  type ResourceAnswer,
  type ResourceRequest,
  readSkillIcon,
  readSkillResource,
} from "../activate/activate.ts";
import { keepCatalog } from "../activate/keep-catalog.ts";
import type { Catalog, CatalogOptions } from "../activate/list-catalog.ts";
import { readBody } from "../activate/read-body.ts";
import { type Resolution, type ResolveOptions, resolveMessage } from "../activate/select/resolve-message.ts";
import { type SkillCommand, type SkillCommandOptions, skillCommands } from "../activate/select/skill-commands.ts";
import { chooseProfile, environmentOf, type Loading, type LoadOptions } from "../catalog/load/load.ts";
import type { Activated, ActivationRequest, ShellAnswer, ShellText } from "../model/conversation/activation.ts";
import type { ScriptAnswer, ScriptRequest } from "../model/conversation/control.ts";
import type { NeutralTool } from "../model/conversation/neutral-tool.ts";
import type { Judge, Refusal } from "../model/conversation/offer.ts";
import type { HostProfile } from "../model/host-profile.ts";
import type { RunPolicy } from "../model/rules/run-policy.ts";
import type { Skill } from "../model/skills/skill.ts";
import type { Loaded, Snapshot } from "../model/skills/snapshot.ts";
import { appendLine } from "../platform/writing/append-line.ts";
import { controlSession, type Sender } from "../session/control/control-session.ts";
import { judgeAlone } from "../session/control/policy-session.ts";
import type { WindowPreview } from "../session/control/preview-window.ts";
import { Session, type SessionOptions } from "../session/conversation/session.ts";
import type { Circumstances, SkillSupply } from "../session/conversation/supply.ts";
import { type SkillToolOptions, skillTools } from "../session/tools/skill-tools.ts";

/** One instance of the library, as it is just now. */
export interface Instance extends Loading {
  readonly options: LoadOptions;
  /** Looks for skills again. */
  readonly reload: () => Promise<Snapshot>;
}

const profiles = new Map<string, HostProfile>();

/** Of the host that the skills were loaded for. */
export async function profileOf({ config }: Instance): Promise<HostProfile> {
  const known = profiles.get(config.host) ?? (await chooseProfile(config.host));
  profiles.set(config.host, known);
  return known;
}

export async function catalogOf(instance: Instance, options: CatalogOptions): Promise<Catalog> {
  const { snapshot, config, options: load } = instance;
  const budget = { ...config.catalog, ...options.budget };
  return keepCatalog(
    snapshot,
    await profileOf(instance),
    { ...options, budget, pinned: [...config.pinned, ...(options.pinned ?? [])] },
    {
      variables: environmentOf(load).variables,
      readBody: async (skill) => (await readBody(skill, load, config.limits)).body,
    },
  );
}

export async function resolveIn(
  instance: Instance,
  message: string,
  options: Partial<ResolveOptions>,
): Promise<Resolution> {
  return resolveMessage(message, instance.snapshot, { profile: await profileOf(instance), ...options });
}

export function activateIn(
  instance: Instance,
  request: ActivationRequest,
  circumstances: Circumstances,
): Promise<Activated> {
  const known = profiles.get(instance.config.host);
  // Nearly always; a promise more would be felt.
  if (known && nobodyJudges(instance, circumstances, known))
    return activate(request, made(instance, circumstances, known));
  return contextOf(request, instance, circumstances).then((context) => activate(request, context));
}

/** [B54] What `read` gives is handed out like anything else, to who calls it: a refusal, or nothing. */
export async function objectionIn(instance: Instance, { skill }: Loaded): Promise<Refusal | undefined> {
  const request = { asked: skill.id, actor: "user" } as const;
  const found = await findSkill(request, await contextOf(request, instance, {}));
  // Whom a skill is for says nothing about who may read it.
  return "refusal" in found && found.refusal.code !== "SK311" ? found.refusal : undefined;
}

export async function readResourceIn(
  instance: Instance,
  request: ResourceRequest,
  circumstances: Circumstances,
): Promise<ResourceAnswer> {
  return readSkillResource(request, await contextOf(request, instance, circumstances));
}

export async function readIconIn(
  instance: Instance,
  request: Pick<ActivationRequest, "asked" | "actor">,
  size: "small" | "large",
): Promise<IconAnswer> {
  return readSkillIcon(request, size, await contextOf(request, instance, {}));
}

/** A script of a skill, for an actor who may have the skill; where nobody grants it, why not. */
export async function runScriptIn(
  instance: Instance,
  request: ScriptRequest & Pick<ActivationRequest, "asked" | "actor">,
  circumstances: Circumstances,
): Promise<ScriptAnswer> {
  const found = await findSkill(request, await contextOf(request, instance, circumstances));
  if ("refusal" in found) return { refused: found.refusal };
  const { runSkillScript } = await import("../run/process/run-skill.ts");
  return runSkillScript(found.loaded.skill, request, { ...instance, snapshot: found.snapshot }, circumstances);
}

type Asked = Pick<ActivationRequest, "asked" | "actor">;

async function contextOf(request: Asked, instance: Instance, given: Circumstances): Promise<ActivateContext> {
  const profile = await profileOf(instance);
  const context = made(instance, given, profile);
  return nobodyJudges(instance, given, profile)
    ? context
    : { ...context, judge: await judgeOf(request, instance, given, profile) };
}

function made(instance: Instance, given: Circumstances, profile: HostProfile): ActivateContext {
  const { snapshot, config, options, reload } = instance;
  const circumstances: Circumstances = given.preview ? { ...given, commands: "show" } : given;
  return {
    ...circumstances,
    snapshot,
    profile,
    options,
    limits: config.limits,
    reload,
    judge: undefined,
    ...(couldRun(config.run, circumstances) ? { shell: (text) => runShellLater(text, instance, circumstances) } : {}),
  };
}

/** [B54] A session asks for that: its gates have the word. So it is for who only looks, and where there is no policy. */
function nobodyJudges({ policy }: Instance, { judge, preview }: Circumstances, { permissions }: HostProfile): boolean {
  return judge === null || preview === true || (!judge && policy.length === 0 && permissions?.skills === undefined);
}

async function judgeOf(
  request: Asked,
  { policy, snapshot, options }: Instance,
  { judge, prompter, control = {} }: Circumstances,
  profile: HostProfile,
): Promise<Judge> {
  if (judge) return judge;
  const asking = prompter === undefined ? control : { ...control, prompter };
  return judgeAlone({ options, profile, supply: { snapshot, policy } }, request, asking);
}

/** [F11] Without a rule, a person or a yes there is nothing to look at, but for somebody who only looks. */
function couldRun({ allow }: RunPolicy, { commands, control, preview }: Circumstances): boolean {
  if (commands === "never") return false;
  return preview === true || allow.shell.length > 0 || commands === "approved" || control?.prompter !== undefined;
}

async function runShellLater(text: ShellText, instance: Instance, asking: Circumstances): Promise<ShellAnswer> {
  const { runShell } = await import("../run/process/run-skill.ts");
  return runShell(text, instance, asking);
}

export function commandsIn({ snapshot }: Instance, options: SkillCommandOptions): readonly SkillCommand[] {
  return skillCommands(snapshot, options);
}

export function toolsFor(session: Session, options: SkillToolOptions): Promise<readonly NeutralTool[]> {
  return skillTools(session, options);
}

export async function previewIn(instance: Instance, skill: Skill): Promise<WindowPreview> {
  const { previewWindow } = await import("../session/control/preview-window.ts");
  return previewWindow(skill, { ...instance, profile: await profileOf(instance) });
}

/** With `sender`, inside of another session: its secrets, and what its agents may not load. */
export async function openSession(
  supply: SkillSupply,
  instance: Instance,
  options: SessionOptions,
  sender?: Sender,
): Promise<Session> {
  const journal = options.journal ?? instance.config.journal;
  const written = journal === null ? {} : { journal: resolve(instance.snapshot.cwd, journal) };
  const profile = await profileOf(instance);
  const given = { ...options, ...written };
  return new Session(supply, profile, given, {
    clock: options.clock ?? Date.now,
    newId: randomUUID,
    append: appendLine,
    ...(await controlSession({ ...instance, profile, supply }, given, sender)),
    child: async ({ id, agent, depth, secrets }) => {
      const { state: _, ...rest } = given;
      const session = await openSession(
        supply,
        instance,
        { ...rest, id, agent, control: { ...given.control, depth } },
        { secrets, agents: [...(sender?.agents ?? []), given.agent] },
      );
      return { session, tools: () => skillTools(session) };
    },
  });
}
