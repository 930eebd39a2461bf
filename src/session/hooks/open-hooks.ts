/**
 * Connects hooks to a session. A gate activates a skill's hooks when the skill is loaded, and removes them when the
 * skill is done. Other functions run hooks for events. Until an active skill or the host has hooks, no more code is
 * loaded.
 */
import type { Activation } from "../../model/conversation/activation.ts";
import type { SessionControl, ToolCall } from "../../model/conversation/control.ts";
import type { HookOutput, HookRule } from "../../model/conversation/hook.ts";
import type { Refusal } from "../../model/conversation/offer.ts";
import type { Skill } from "../../model/skills/skill.ts";
import type { HookedSession, SessionHooks } from "../conversation/parts/session-hooks.ts";
import type { SkillGate, SkillGateContext } from "../conversation/skill-gate.ts";
import { namesOfSameKind } from "../permit/tool-names.ts";
import { askBeforeCall } from "./ask-first.ts";
import type { HookOwner } from "./hook-owner.ts";
import type { HookProblem } from "./read-hooks.ts";
import type { HookTrigger, SkillHooks } from "./skill-hooks.ts";

export interface HookOptions {
  /** The prompter that asks a person, if a person is available. */
  readonly control: Pick<SessionControl, "prompter" | "promptTimeoutMs">;
  /** The host's valid hooks. */
  readonly host: readonly HookRule[];
  /** Problems of invalid rules. Invalid rules never run. */
  readonly problems: readonly HookProblem[];
  /** Keys of `once` hooks that ran before the session was stored. */
  readonly fired: readonly string[];
  /** Returns the active skills with hooks from a stored session. */
  readonly atWork: () => AtWork;
  readonly load: (session: HookedSession, fired: Set<string>) => Promise<SkillHooks>;
}

type AtWork = readonly { readonly skill: Skill; readonly address: string }[];

const NOTHING: HookOutput = { context: [] };

export function openHooks(options: HookOptions): {
  readonly gate: SkillGate;
  readonly hooks: (session: HookedSession) => SessionHooks;
} {
  const held = new HeldHooks(options);
  return { gate: gateOf(held), hooks: (session) => held.attach(session) };
}

/**
 * Returns the gate that activates hooks when the model gets a skill. It removes them when the skill is done or the
 * session ends.
 */
function gateOf(held: HeldHooks): SkillGate {
  return {
    pass: async (activation, calling) =>
      held.activating(activation, calling, calling.forked ? undefined : await held.prepare(activation, calling)),
    adopt: async (activation, calling) => void (await held.prepare(activation, calling)),
    onOpen: ({ skill }) => held.enter(skill.id),
    onClose: ({ id }) => held.leave(id),
  };
}

class HeldHooks {
  readonly #options: HookOptions;
  readonly #fired: Set<string>;
  readonly #problems: HookProblem[];
  #session: HookedSession | undefined;
  #made: Promise<SkillHooks> | undefined;
  /** The loaded hook runner, for code that cannot wait for a promise. */
  #hooks: SkillHooks | undefined;
  #atWork: AtWork | undefined;
  /** Hooks of skills that the model is about to receive, by skill id. */
  readonly #ready = new Map<string, HookOwner>();

  constructor(options: HookOptions) {
    this.#options = options;
    this.#fired = new Set(options.fired);
    this.#problems = [...options.problems];
  }

  /** Number of hooks that could run now. The getter must be fast, because it is called before every tool call. */
  get #inForce(): number {
    return this.#options.host.length + (this.#hooks?.size ?? this.#stored.length);
  }

  get #stored(): AtWork {
    this.#atWork ??= this.#options.atWork();
    return this.#atWork;
  }

  attach(session: HookedSession): SessionHooks {
    this.#session = session;
    const held = this;
    return {
      get idle() {
        return held.#inForce === 0 && held.#problems.length === 0;
      },
      get fired() {
        return [...held.#fired];
      },
      beforeTool: async (call, signal) =>
        askBeforeCall(await held.#fire("PreToolUse", { ...ofCall(call), signal }), call, held.#options.control, signal),
      afterTool: (call, result, signal) =>
        held.#fire("PostToolUse", { ...ofCall(call, { tool_response: result }), signal }),
      stop: (again) => held.#fire("Stop", { names: [""], details: { stop_hook_active: again } }),
      prompt: (prompt) => held.#fire("UserPromptSubmit", { names: [""], details: { prompt } }),
      start: (source) => held.#fire("SessionStart", { names: [source], details: { source } }),
      async end(reason) {
        await held.#fire("SessionEnd", { names: [reason], details: { reason } });
        for (const id of [...held.#ready.keys()]) held.#release(id);
        held.#hooks?.leaveAll();
      },
    };
  }

  /** Prepares the hooks of a skill if they may run; otherwise reports why not. */
  async prepare(
    { skill, address, revision }: Activation,
    { emit, note }: SkillGateContext,
  ): Promise<HookOwner | undefined> {
    if (skill.manifest.hooks === undefined) return undefined;
    const prepared = await (await this.#load()).prepare(skill, address, revision);
    if (!("refused" in prepared)) {
      this.#release(skill.id, prepared);
      this.#ready.set(skill.id, prepared);
      return prepared;
    }
    emit("warning", warningOf(address, prepared.refused));
    note("The hooks of this skill do not run, because the user has not allowed them.");
    return undefined;
  }

  /** Runs hooks for the activation of a skill, including the hooks of that skill. */
  async activating(
    { skill, address, actor }: Activation,
    { asked, note }: SkillGateContext,
    own: HookOwner | undefined,
  ): Promise<Refusal | undefined> {
    if (this.#inForce === 0 && this.#problems.length === 0 && own === undefined) return undefined;
    const details = { skill: address, skill_path: skill.path, actor };
    const { verdict, context } = await this.#fire("SkillActivation", { names: [address, skill.name], details }, own);
    for (const each of context) note(each);
    if (verdict?.decision !== "deny") return undefined;
    this.#release(skill.id);
    const reason = `${verdict.by} refuses it${verdict.reason === "" ? "" : `: ${verdict.reason}`}`;
    return { code: "SK444", asked, reason, help: "continue without this skill", candidates: [] };
  }

  enter(id: string): void {
    const owner = this.#ready.get(id);
    if (owner) this.#hooks?.enter(owner);
    this.#ready.delete(id);
  }

  leave(id: string): void {
    this.#release(id);
    this.#hooks?.leave(id);
  }

  /** Releases the resources of a skill if the model does not receive it after all. */
  #release(id: string, unless?: HookOwner): void {
    const owner = this.#ready.get(id);
    if (owner !== undefined && owner !== unless && !this.#hooks?.has(owner)) owner.copy?.remove();
    this.#ready.delete(id);
  }

  async #fire(event: Parameters<SkillHooks["fire"]>[0], happening: HookTrigger, own?: HookOwner): Promise<HookOutput> {
    this.#complain();
    if (this.#inForce === 0 && own === undefined) return NOTHING;
    return (await this.#load()).fire(event, happening, own);
  }

  /** Reports problems at the first event, because listeners are added only after the session is created. */
  #complain(): void {
    for (const { code, at, message } of this.#problems.splice(0))
      this.#session?.emit("warning", {
        "diagnostic.code": code,
        "diagnostic.severity": "warning",
        "diagnostic.message": `\`${at}\` of the host's hooks ${message}`,
      });
  }

  /**
   * Loads the hook runner. In a resumed session, it also activates the stored hooks again, and reports hooks that may
   * no longer run.
   */
  #load(): Promise<SkillHooks> {
    this.#made ??= (async () => {
      if (this.#session === undefined) throw new Error("hooks need a session");
      const hooks = await this.#options.load(this.#session, this.#fired);
      for (const { skill, address } of this.#stored) {
        const owner = await hooks.prepare(skill, address);
        if ("refused" in owner) this.#session.emit("warning", warningOf(address, owner.refused));
        else hooks.enter(owner);
      }
      this.#hooks = hooks;
      return hooks;
    })();
    return this.#made;
  }
}

function warningOf(address: string, refused: string): Readonly<Record<string, string>> {
  return {
    "skill.name": address,
    "diagnostic.code": "SK442",
    "diagnostic.severity": "warning",
    "diagnostic.message": `its hooks are off: ${refused}`,
  };
}

/**
 * Returns the event for a tool call. It also has the tool's names in other hosts, because a skill may be written for
 * any of them.
 */
function ofCall({ tool, input }: ToolCall, more: object = {}): HookTrigger {
  return { names: [tool, ...namesOfSameKind(tool)], details: { tool_name: tool, tool_input: input, ...more } };
}
