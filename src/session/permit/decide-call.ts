/**
 * Decides over one call, and never asks the user itself. For the model and for skills, a call is denied if a window removes it or
 * the host denies it, and allowed if a window grants it. A call outside of every window asks or is denied. If no skill has a
 * rule about it, the host's decision holds.
 */
import type { Verdict } from "../../model/conversation/control.ts";
import type { Actor } from "../../model/conversation/offer.ts";
import type { Decision } from "../../model/rules/decision.ts";
import type { GuardOptions, PermissionRule } from "../../model/rules/permission.ts";
import { coveredByProfile, readsSkill } from "./profile/covered-by-profile.ts";
import type { ReadCall } from "./read-call.ts";
import { covers } from "./rules/covers.ts";
import type { Removed } from "./rules/removes.ts";
import type { Granted } from "./rules/rule-set.ts";
import type { Surroundings } from "./rules/surroundings.ts";
import type { Window } from "./windows.ts";

export interface CallContext {
  readonly windows: readonly Window[];
  readonly rule: PermissionRule;
  readonly around: Surroundings;
  /** Tools of our own, which no skill can take away. */
  readonly isOwn: (tool: string) => boolean;
}

export interface Who {
  readonly actor: Actor;
  /** The id of the skill that acts, where one does. */
  readonly skill?: string;
}

export function decideCall(call: ReadCall, who: Who, state: CallContext, options: GuardOptions): Verdict {
  if (who.actor === "user") return allow("the user does it", "the user");
  if (state.isOwn(call.tool)) return allow("it loads skills", "skillwright");
  const { windows, around } = state;
  const restriction = restricted(call, windows, around);
  if (restriction?.decision === "deny") return restriction;
  const before = otherwise(call, options);
  if (before === "deny") return refuse("deny", "the host does not allow it", "the host");
  if (restriction) return restriction;
  const granting = who.actor === "model" ? windows : windows.filter(({ id }) => id === who.skill);
  const granted = grantedBy(granting, call, around);
  if ("verdict" in granted) return granted.verdict;
  const window = state.rule.allowedTools === "window" ? windows.find((each) => each.grants) : undefined;
  if (before === "allow" && who.actor === "model" && !window) return allow("no skill has a word on it", "the host");
  const opened = openedBy(granting, call, around, options);
  if (opened) return opened;
  if (who.actor === "skill")
    return refuse("ask", `the skill has no grant for it: ${granted.reason}`, "the skill's own rules");
  return window ? outside(window, granted.reason, options) : refuse("ask", "the host asks before it", "the host");
}

/** A denial comes before a question. */
function restricted(call: ReadCall, windows: readonly Window[], around: Surroundings): Verdict | undefined {
  let question: Verdict | undefined;
  for (const { removal, onlys, only, address } of windows) {
    const removed = removal?.removes(call, around);
    if (removed) {
      const verdict = removedBy(`the skill \`${address}\``, removed);
      if (verdict.decision === "deny") return verdict;
      question ??= verdict;
    }
    if (onlys === undefined) continue;
    const covered = covers(onlys, call, around);
    if ("reason" in covered)
      return refuse(
        "deny",
        `the skill \`${address}\` uses nothing but ${said(only ?? [])}: ${covered.reason}`,
        `the skill \`${address}\``,
      );
  }
  return question;
}

function removedBy(by: string, { rule, taking }: Removed): Verdict {
  return taking === "certain"
    ? refuse("deny", `${by} gives it up with \`${rule}\``, by)
    : refuse("ask", `${by} gives up \`${rule}\`, and the line may do that in a way that it does not show`, by);
}

function grantedBy(
  windows: readonly Window[],
  call: ReadCall,
  around: Surroundings,
): { readonly verdict: Verdict } | { readonly reason: string } {
  let reason: string | undefined;
  for (const window of windows) {
    const { grants, bounds, address } = window;
    if (grants === undefined) continue;
    const covered = covers(grants, call, around);
    if ("reason" in covered) {
      reason ??= covered.reason;
      continue;
    }
    if (bounds.every((bound) => "rule" in covers(bound, call, around))) return grantOf(window, covered);
    reason ??= `the skill \`${address}\` was loaded from where this is not granted`;
  }
  return { reason: reason ?? "nothing grants it" };
}

/** Agents repeat themselves, so the sentence for each rule is built once. */
function grantOf({ granting, address }: Window, { rule }: Granted): { readonly verdict: Verdict } {
  const before = granting.get(rule);
  if (before) return before;
  const by = `the skill \`${address}\``;
  const found = { verdict: Object.freeze(allow(`${by} grants it with ${rule}`, by)) };
  granting.set(rule, found);
  return found;
}

/** Inside of an accepted profile, and in the directories of skills, nothing more is asked. */
function openedBy(
  windows: readonly Window[],
  call: ReadCall,
  around: Surroundings,
  { confined = false }: GuardOptions,
): Verdict | undefined {
  for (const { profile, address } of windows)
    if (profile && coveredByProfile(profile, call, around, confined))
      return allow(`it lies in what the user has accepted for the skill \`${address}\``, `the skill \`${address}\``);
  return readsSkill(call, around) ? allow("it reads a file of a skill", "skillwright") : undefined;
}

function outside({ address, granted }: Window, reason: string, { outside: decision = "ask" }: GuardOptions): Verdict {
  return refuse(
    decision,
    `the skill \`${address}\` works with ${said(granted ?? [])}: ${reason}`,
    `the skill \`${address}\``,
  );
}

function otherwise(call: ReadCall, options: GuardOptions): Decision {
  const { otherwise: said = "allow" } = options;
  return typeof said === "function" ? said({ tool: call.tool, input: call.input }) : said;
}

function allow(reason: string, by: string): Verdict {
  return { decision: "allow", reason, by };
}

function refuse(decision: "ask" | "deny", reason: string, by: string): Verdict {
  return { decision, reason, by, code: "SK410" };
}

/** Rules that are named. */
const MAX_SAID = 8;

function said(rules: readonly string[]): string {
  if (rules.length === 0) return "no tool";
  const more = rules.length - MAX_SAID;
  return (
    rules
      .slice(0, MAX_SAID)
      .map((rule) => `\`${rule}\``)
      .join(", ") + (more > 0 ? ` and ${more} more` : "")
  );
}
