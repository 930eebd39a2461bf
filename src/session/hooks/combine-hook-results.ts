/** Combines the results of hooks into context for the model, with the source of each text, and one verdict. */
import type { Verdict } from "../../model/conversation/control.ts";
import type { Decision } from "../../model/rules/decision.ts";
import { oneLine } from "../../model/text/text.ts";
import type { HookAnswer } from "./hook-answer.ts";
import type { HookOwner } from "./hook-owner.ts";

/** Maximum characters of one hook's context for the model. */
const MAX_CONTEXT = 10_000;

export function quoteHookText({ address, skill }: HookOwner, text: string): string {
  return `[hook of ${skill === undefined ? address : `the skill \`${oneLine(address)}\``}] ${text.slice(0, MAX_CONTEXT)}`;
}

/**
 * Returns the verdict of a hook. If a skill's own hook answers `allow`, there is no verdict, because a skill cannot
 * widen its own permissions.
 */
export function verdictOf({ address, skill }: HookOwner, { decision, reason }: HookAnswer): Verdict | undefined {
  if (decision === undefined || (decision === "allow" && skill !== undefined)) return undefined;
  const by = skill === undefined ? "a hook of the host" : `a hook of the skill \`${oneLine(address)}\``;
  return {
    decision,
    reason,
    by,
    ...(decision === "deny" ? { code: "SK444" } : {}),
  };
}

const STRICTNESS: Readonly<Record<Decision, number>> = { allow: 0, ask: 1, deny: 2 };

export function stricterVerdict(first: Verdict | undefined, second: Verdict | undefined): Verdict | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  return STRICTNESS[second.decision] > STRICTNESS[first.decision] ? second : first;
}
