/** Hooks: commands that run when something happens in a session, because a skill at work or the host wants it. Nouns. */
import type { Verdict } from "./control.ts";

/**
 * `PreToolUse` and `PostToolUse`: before and after a call of a tool. `Stop`: the model is about to end its turn.
 * `SkillActivation`: a skill is about to be given. `UserPromptSubmit`: the user has said something. The others: the session
 * begins, or is taken up again; it ends.
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
  /** A pattern of names; empty for all. */
  readonly matcher: string;
  readonly handlers: readonly HookHandler[];
}

export interface HookHandler {
  readonly command: string;
  readonly timeoutMs: number;
  /** Once in a session, and then never again. */
  readonly once: boolean;
}

/** What hooks have to say to something that happens. */
export interface HookWord {
  /** The strictest of all; undefined where none has a word. A skill's own hook never allows what nobody else does. */
  readonly verdict?: Verdict;
  /** For the model, each with the name of who says it. */
  readonly context: readonly string[];
}
