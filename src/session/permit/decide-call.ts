/**
 * Decides about one call without asking the user. A call of the model or of a skill is denied if a window removes the
 * tool or the host denies the call. It is allowed if a window grants it. While windows are open, all other calls are
 * denied or need a question. If no rule applies to the call, the host decides.
 */
import type { Verdict } from "../../model/conversation/control.ts";
import type { Actor } from "../../model/conversation/offer.ts";
import type { Decision } from "../../model/rules/decision.ts";
import type { GuardOptions, PermissionRule } from "../../model/rules/permission.ts";
import type { Surroundings } from "./paths/surroundings.ts";
import type { PermissionWindow } from "./permission-windows.ts";
import { coveredByProfile, readsSkill } from "./profile/covered-by-profile.ts";
import type { ReadCall } from "./read-call.ts";
import { findGrantingRule } from "./rules/find-granting-rule.ts";
import type { RemovingRule } from "./rules/removes.ts";
import type { GrantedVerdict, GrantingRule } from "./rules/rule-set.ts";

export interface CallContext {
  readonly windows: readonly PermissionWindow[];
  readonly rule: PermissionRule;
  readonly around: Surroundings;
  /** Returns true for Skillwright's own tools. No skill can remove these tools. */
  readonly isOwn: (tool: string) => boolean;
}

export interface Caller {
  readonly actor: Actor;
  /** Id of the skill that makes the call; undefined for other callers. */
  readonly skill?: string;
}

export function decideCall(call: ReadCall, who: Caller, state: CallContext, options: GuardOptions): Verdict {
  if (who.actor === "user") return allow("the user made the call", "the user");
  if (state.isOwn(call.tool)) return allow("it loads skills", "skillwright");
  const { windows, around } = state;
  const restriction = restricted(call, windows, around);
  if (restriction?.decision === "deny") return restriction;
  const before = otherwise(call, options);
  if (before === "deny") return refuse("deny", "the host does not allow it", "the host");
  if (restriction) return restriction;
  const granting = who.actor === "model" ? windows : windowsOf(who, windows);
  const granted = grantedBy(granting, call, around);
  if ("verdict" in granted) return granted.verdict;
  const window = state.rule.allowedTools === "window" ? windows.find((each) => each.grants) : undefined;
  if (before === "allow" && who.actor === "model" && !window)
    return allow("no rule of an active skill matches", "the host");
  const opened = openedBy(granting, call, around, options);
  if (opened) return opened;
  if (who.actor === "skill")
    return refuse("ask", `the skill has no grant for it: ${granted.reason}`, "the skill's own rules");
  return window
    ? outside(window, granted.reason, options)
    : refuse("ask", "the host asks before each call", "the host");
}

function windowsOf({ skill }: Caller, windows: readonly PermissionWindow[]): readonly PermissionWindow[] {
  return windows.filter(({ id }) => id === skill);
}

/**
 * Returns the verdict of the windows that restrict this call. If a window denies the call, the call is denied, even if
 * another window requires a question.
 */
function restricted(call: ReadCall, windows: readonly PermissionWindow[], around: Surroundings): Verdict | undefined {
  let question: Verdict | undefined;
  for (const { removal, onlys, only, address } of windows) {
    const removed = removal?.removes(call, around);
    if (removed) {
      const verdict = removedBy(`the skill \`${address}\``, removed);
      if (verdict.decision === "deny") return verdict;
      question ??= verdict;
    }
    if (onlys === undefined) continue;
    const covered = findGrantingRule(onlys, call, around);
    if ("rule" in covered) continue;
    const by = `the skill \`${address}\``;
    // A rule without a pattern lets the skill use the whole tool. For calls that the rule does not cover, such as a
    // file outside of the project, the user decides.
    const decision = onlys.about(call.tool, call.kind)?.whole ? "ask" : "deny";
    const verdict = refuse(decision, `${by} may use only ${said(only ?? [])}: ${covered.reason}`, by);
    if (decision === "deny") return verdict;
    question ??= verdict;
  }
  return question;
}

function removedBy(by: string, { rule, taking }: RemovingRule): Verdict {
  return taking === "certain"
    ? refuse("deny", `${by} removes it with \`${rule}\``, by)
    : refuse("ask", `${by} removes \`${rule}\`, and the line may do that indirectly`, by);
}

function grantedBy(
  windows: readonly PermissionWindow[],
  call: ReadCall,
  around: Surroundings,
): GrantedVerdict | { readonly reason: string } {
  let reason: string | undefined;
  for (const window of windows) {
    const { grants, bounds, address } = window;
    if (grants === undefined) continue;
    const covered = findGrantingRule(grants, call, around);
    if ("reason" in covered) {
      reason ??= covered.reason;
      continue;
    }
    if (bounds.every((bound) => "rule" in findGrantingRule(bound, call, around))) return grantOf(window, covered);
    reason ??= `the skill \`${address}\` was loaded by a skill that does not grant this`;
  }
  return { reason: reason ?? "nothing grants it" };
}

/**
 * Returns the verdict for calls that a rule grants. The verdict is cached with the rule, because agents repeat calls.
 */
function grantOf({ address }: PermissionWindow, granting: GrantingRule): GrantedVerdict {
  granting.granted ??= grantedWith(granting.rule, `the skill \`${address}\``);
  return granting.granted;
}

function grantedWith(rule: string, by: string): GrantedVerdict {
  return { verdict: Object.freeze(allow(`${by} grants it with ${rule}`, by)) };
}

/**
 * Returns the verdict for calls that the user's accepted permissions or a skill directory allow. They need no question.
 */
function openedBy(
  windows: readonly PermissionWindow[],
  call: ReadCall,
  around: Surroundings,
  { confined = false }: GuardOptions,
): Verdict | undefined {
  for (const { profile, address } of windows)
    if (profile && coveredByProfile(profile, call, around, confined))
      return allow(`the user accepted it for the skill \`${address}\``, `the skill \`${address}\``);
  return readsSkill(call, around) ? allow("it reads a file of a skill", "skillwright") : undefined;
}

function outside(
  { address, granted }: PermissionWindow,
  reason: string,
  { outside: decision = "ask" }: GuardOptions,
): Verdict {
  return refuse(
    decision,
    `the skill \`${address}\` may use only ${said(granted ?? [])}: ${reason}`,
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

/** Maximum number of rules that a message names. */
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
