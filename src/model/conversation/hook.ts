/** The types for hooks: commands of a skill or the host that run on session events. */
import type { Verdict } from "./control.ts";

/**
 * `PreToolUse`, `PostToolUse`: before and after a tool call. `Stop`: the model is about to end its turn.
 * `SkillActivation`: a skill is about to be given. `UserPromptSubmit`: the user sent a message. `SessionStart`,
 * `SessionEnd`: the session starts or resumes, or it ends.
 */
export const HOOK_EVENTS = [
  "PreToolUse",
  "PostToolUse",
  "Stop",
  "SkillActivation",
  "UserPromptSubmit",
  "SessionStart",
  "SessionEnd",
] as const;
export type HookEvent = (typeof HOOK_EVENTS)[number];

export interface HookRule {
  readonly event: HookEvent;
  /** A pattern of names. The hook runs if the name matches; an empty pattern matches every name. */
  readonly matcher: string;
  readonly handlers: readonly HookHandler[];
}

export interface HookHandler {
  readonly command: string;
  readonly timeoutMs: number;
  /** True if the hook runs only once in a session. */
  readonly once: boolean;
}

/** The combined output of the hooks of one event. */
export interface HookOutput {
  /**
   * The strictest decision of the hooks; undefined if no hook decides. A skill's own hook cannot allow a call by
   * itself.
   */
  readonly verdict?: Verdict;
  /** Texts of hooks for the model, each with the name of its hook. */
  readonly context: readonly string[];
}
