/** The options of a session, and the types that the session, its guard, its hooks and its callers share. */
import type { MessageResolution } from "../../activate/select/resolve-message.ts";
import type { SkillItem } from "../../model/conversation/activation.ts";
import type { Confinement, SessionControl, ToolCall, Verdict } from "../../model/conversation/control.ts";
import type { Cancelled, NeutralTool } from "../../model/conversation/neutral-tool.ts";
import type { Decision } from "../../model/rules/decision.ts";
import type { GuardOptions, OpenPermissionWindow, WindowState } from "../../model/rules/permission.ts";
import type { Secrets } from "../../run/secrets/secrets.ts";
import type { ActivationOptions } from "../activate-from-catalog.ts";
import type { Clock, EventAttributes } from "./events/events.ts";
import type { AppendToFile } from "./events/journal.ts";
import type { ChildSession } from "./forks/open-fork.ts";
import type { HookedSession, SessionHooks } from "./parts/session-hooks.ts";
import type { SkillGate } from "./skill-gate.ts";
import type { DecisionState } from "./state.ts";

/** Options of a session. */
export interface SessionOptions extends Omit<ActivationOptions, "sessionId" | "judge" | "preview" | "prompter"> {
  readonly id?: string;
  /** State from `toJSON`, also if it was stored as JSON. It is validated, because the storage is untrusted. */
  readonly state?: unknown;
  /** A file for events. Every event is appended to it as one line of JSON. */
  readonly journal?: string;
  /** True to record arguments and texts in events and the journal (default: only their sizes). */
  readonly recordContent?: boolean;
  /** Milliseconds since 1970, for the times of events. */
  readonly clock?: Clock;
  /** Name of this session's agent. Rules of `permission.skill` can apply to this agent only. */
  readonly agent?: string;
  /** Asks the user and sets the rules. Without it, every request that the user must answer is refused. */
  readonly control?: SessionControl;
}

/** The clock, ids, files, secrets and user interface of one session. */
export interface SessionPorts {
  readonly clock: Clock;
  readonly newId: () => string;
  readonly append: AppendToFile;
  /** The gates of a session, in order. The model gets a skill only if all of them pass. */
  readonly gates?: readonly SkillGate[];
  readonly secrets?: Secrets;
  /** The user's refusals. They are stored with the session. */
  readonly decisions?: { readonly state: DecisionState | undefined };
  /** Returns the decision of `permission.skill` about a skill's name, for the agent of this session. */
  readonly permission?: (name: string) => Decision;
  /** Creates the guard that judges tool calls. */
  readonly guard?: (session: GuardedSession) => SessionGuard;
  /** Creates the hooks of active skills and of the host. */
  readonly hooks?: (session: HookedSession) => SessionHooks;
  /** Creates the session of a subagent. It shares the secrets of this session. */
  readonly child?: (given: {
    readonly id: string;
    readonly agent: string;
    readonly depth: number;
    readonly secrets: Secrets;
  }) => Promise<ChildSession>;
}

/** The part of a session that its guard uses. */
export interface GuardedSession {
  readonly emit: (attributes: () => EventAttributes) => void;
  /** Names of the tools that load skills. */
  readonly tools: () => SessionTools | undefined;
}

export interface SessionGuard extends CallGuard {
  readonly windows: readonly OpenPermissionWindow[];
  /** State of the permission windows, for `toJSON`. A window has the rules of one active skill. */
  readonly state: readonly WindowState[];
  readonly confinement: Confinement | undefined;
  /** Skill directories that tools may read without asking the user. */
  readonly readable: readonly string[];
  /** Returns the permissions that the user accepted for a skill. Returns undefined if the skill's window is closed. */
  accepted(id: string): Confinement | undefined;
  guard(tools: readonly NeutralTool[], options?: GuardOptions): readonly NeutralTool[];
}

/** The part of a session that adapters use to judge calls. */
export interface CallGuard {
  check(call: ToolCall, options?: GuardOptions, signal?: Cancelled): Promise<CheckedCall>;
}

/** The result of a check. Either the call may be made, or `text` tells the model why not. */
export type CheckedCall =
  | { readonly allowed: true; readonly verdict: Verdict; readonly context?: readonly string[] }
  | { readonly allowed: false; readonly verdict: Verdict; readonly text: string };

export interface Turn extends MessageResolution {
  /** Messages for the conversation, in the order in which the user's message names the skills. */
  readonly items: readonly SkillItem[];
}

/** Names of the tools that the model has. */
export interface SessionTools {
  readonly skill: string;
  /** Tool that reads a skill's files; null if the model has none. */
  readonly reader: string | null;
  /** Name of the tool that searches skills, if the model has such a tool. */
  readonly search?: string;
}
