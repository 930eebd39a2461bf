/** The options of a session, and the shapes that it shares with its guard, its hooks and its callers. */
import type { Resolution } from "../../activate/select/resolve-message.ts";
import type { SkillItem } from "../../model/conversation/activation.ts";
import type { Confinement, SessionControl, ToolCall, Verdict } from "../../model/conversation/control.ts";
import type { Cancelled, NeutralTool } from "../../model/conversation/neutral-tool.ts";
import type { Decision } from "../../model/rules/decision.ts";
import type { GuardOptions, OpenWindow, WindowState } from "../../model/rules/permission.ts";
import type { Secrets } from "../../run/secrets/secrets.ts";
import type { Circumstances } from "../activate-skill.ts";
import type { Clock, EventAttributes } from "./events/events.ts";
import type { Append } from "./events/journal.ts";
import type { ChildSession } from "./forks/open-fork.ts";
import type { Gate } from "./gate.ts";
import type { HookedSession, SessionHooks } from "./session-hooks.ts";
import type { DecisionState } from "./state.ts";

/** Options of a session. */
export interface SessionOptions extends Omit<Circumstances, "sessionId" | "judge" | "preview" | "prompter"> {
  readonly id?: string;
  /** What `toJSON` gave, also after a way through JSON; checked, because it may come from anywhere. */
  readonly state?: unknown;
  /** A file that every event is added to, one line of JSON each. */
  readonly journal?: string;
  /** Arguments and texts in events and journal; only their sizes unless this is true. */
  readonly recordContent?: boolean;
  /** Milliseconds since 1970, for the times of events. */
  readonly clock?: Clock;
  /** The name of the agent whose session it is, for what `permission.skill` says to it alone. */
  readonly agent?: string;
  /** Through whom a person is asked, and which rules hold. Without it, a request that needs an answer is refused. */
  readonly control?: SessionControl;
}

/** Clock, ids, files and control of one session. */
export interface SessionPorts {
  readonly clock: Clock;
  readonly newId: () => string;
  readonly append: Append;
  /** A skill passes these gates, in this order, before the model gets it. */
  readonly gates?: readonly Gate[];
  readonly secrets?: Secrets;
  /** The refusals of the user; kept with the session. */
  readonly decisions?: { readonly state: DecisionState | undefined };
  /** The decision of `permission.skill` about a name, for the agent of this session. */
  readonly permission?: (name: string) => Decision;
  /** Judges the calls of tools. */
  readonly guard?: (session: GuardedSession) => SessionGuard;
  /** Runs the hooks of the skills at work and of the host. */
  readonly hooks?: (session: HookedSession) => SessionHooks;
  /** Another session, with the same secrets, for an agent that is sent from this one. */
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
  /** How the tools are called that load skills. */
  readonly tools: () => SessionTools | undefined;
}

export interface SessionGuard extends Guarding {
  readonly windows: readonly OpenWindow[];
  /** For `toJSON`. */
  readonly state: readonly WindowState[];
  readonly confinement: Confinement | undefined;
  /** Directories of skills, which are read without asking. */
  readonly readable: readonly string[];
  /** The accepted part of a skill's permission profile, while its window is open. */
  accepted(id: string): Confinement | undefined;
  guard(tools: readonly NeutralTool[], options?: GuardOptions): readonly NeutralTool[];
}

/** The part of a session that judges calls; what adapters need of it. */
export interface Guarding {
  check(call: ToolCall, options?: GuardOptions, signal?: Cancelled): Promise<Checked>;
}

/** The result of a check: the call may be made, or the text tells the model why not. */
export type Checked =
  | { readonly allowed: true; readonly verdict: Verdict; readonly context?: readonly string[] }
  | { readonly allowed: false; readonly verdict: Verdict; readonly text: string };

export interface Turn extends Resolution {
  /** The messages for the conversation, in the order of the message. */
  readonly items: readonly SkillItem[];
}

/** How the tools are called that the model has. */
export interface SessionTools {
  readonly skill: string;
  /** Reads a skill's files; null where there is none. */
  readonly reader: string | null;
  /** Searches skills, where there is one. */
  readonly search?: string;
}
