/** Judges tool calls. The guard judges first, then the hooks of active skills and of the host. */

import type { Confinement, ToolCall } from "../../../model/conversation/control.ts";
import type { Cancelled, NeutralTool, ToolResult } from "../../../model/conversation/neutral-tool.ts";
import { OperationError } from "../../../model/errors.ts";
import type { GuardOptions, OpenPermissionWindow } from "../../../model/rules/permission.ts";
import { asStopSignal } from "../../../platform/processes/stop-after.ts";
import type { Conversation } from "../conversation.ts";
import type { EventAttributes } from "../events/events.ts";
import type { CheckedCall, SessionGuard, SessionPorts } from "../session-options.ts";
import {
  appendContext,
  findObjection,
  hookRefusal,
  hookRemarks,
  type SessionHooks,
  wrapToolsWithHooks,
} from "./session-hooks.ts";

/** Maximum times that hooks may make the model continue in one turn. The limit ensures that a turn always ends. */
const MAX_SENT_ON = 8;

const UNGUARDED: CheckedCall = {
  allowed: true,
  verdict: { decision: "allow", reason: "this session has no guard", by: "the host" },
};

export class ToolCalls {
  readonly guarding: SessionGuard | undefined;
  readonly hooks: SessionHooks | undefined;
  /** The number of times that hooks have made the model continue in this turn. */
  #sentOn = 0;

  constructor(conversation: Conversation, { guard, hooks }: Pick<SessionPorts, "guard" | "hooks">) {
    const { events, answers, secrets } = conversation;
    const turn = (): EventAttributes => ({ "session.turn": conversation.turn });
    this.guarding = guard?.({
      emit: (attributes) => events.emitLazily("guarded", attributes, turn),
      tools: () => conversation.tools,
    });
    conversation.accepted = (skill) => this.guarding?.accepted(skill);
    this.hooks = hooks?.({
      get id() {
        return conversation.id;
      },
      emit: (name, attributes) => conversation.emit(name, attributes),
      answers,
      redact: (text) => secrets.redact(text),
      entrusted: (names) => secrets.variables(names),
      accepted: (skill) => this.guarding?.accepted(skill),
    });
  }

  get windows(): readonly OpenPermissionWindow[] {
    return this.guarding?.windows ?? [];
  }

  get readable(): readonly string[] {
    return this.guarding?.readable ?? [];
  }

  get confinement(): Confinement | undefined {
    return this.guarding?.confinement;
  }

  nextTurn(): void {
    this.#sentOn = 0;
  }

  guard(tools: readonly NeutralTool[], options: GuardOptions = {}): readonly NeutralTool[] {
    const hooked = this.hooks === undefined ? tools : wrapToolsWithHooks(tools, this.hooks);
    return this.guarding === undefined ? hooked : this.guarding.guard(hooked, options);
  }

  async check(call: ToolCall, options: GuardOptions = {}, signal?: Cancelled): Promise<CheckedCall> {
    const checked = (await this.guarding?.check(asCall(call), options, signal)) ?? UNGUARDED;
    if (!checked.allowed || this.hooks === undefined || this.hooks.idle) return checked;
    const word = await this.hooks.beforeTool(call, asStopSignal(signal));
    const verdict = findObjection(word);
    if (verdict === undefined) return { ...checked, context: word.context };
    return { allowed: false, verdict, text: appendContext(hookRefusal(call, verdict), word.context) };
  }

  async afterTool(call: ToolCall, result: ToolResult): Promise<readonly string[]> {
    return this.hooks === undefined || this.hooks.idle ? [] : hookRemarks(await this.hooks.afterTool(call, result));
  }

  async stopping(): Promise<string | undefined> {
    if (this.hooks === undefined || this.hooks.idle || this.#sentOn >= MAX_SENT_ON) return undefined;
    const { verdict } = await this.hooks.stop(this.#sentOn > 0);
    if (verdict?.decision !== "deny") return undefined;
    this.#sentOn++;
    return `${verdict.by} asks you to continue: ${verdict.reason}`;
  }
}

/** Returns the call, or throws SK920 if the argument is not a call. JavaScript callers can pass anything. */
function asCall(given: ToolCall): ToolCall {
  const { tool }: Partial<ToolCall> = Object(given);
  if (typeof tool === "string") return given;
  throw new OperationError("SK920", "expected `{ tool, input, actor }`", {
    hint: 'write `check({ tool: "Bash", input: { command: "ls" }, actor: "model" })`',
  });
}
