/**
 * Policy files and a skill in, one decision out, with every rule that had a part in it. Of the rules that fit the most
 * careful counts, whoever wrote it; where none fits, the default of the user, else of the administrator; a project's default
 * only where it is more careful. So a deny always wins, and a project can only narrow.
 */
import { matchPattern } from "../catalog/match-pattern.ts";
import { DECISIONS, type Decision } from "../model/control.ts";
import type { PolicyCondition, PolicyDecision, PolicyFile, PolicyMoment, PolicySubject } from "../model/policy.ts";

/** [B51] */
export function decidePolicy(files: readonly PolicyFile[], subject: PolicySubject, moment: PolicyMoment): PolicyDecision {
  const broken = files.find((file) => file.unused !== undefined && file.default?.decision === "deny");
  if (broken)
    return { decision: "deny", reason: `the policy \`${broken.path}\` cannot be read`, from: broken.path, matched: [] };
  const matched = files.flatMap((file) =>
    file.unused === undefined ? file.rules.filter((rule) => rule.moments.includes(moment) && applies(rule, subject)) : [],
  );
  const decision = mostCareful(matched.map((rule) => rule.decision));
  const decisive = matched.find((rule) => rule.decision === decision);
  if (decision === undefined || decisive === undefined) return { ...defaultOf(files), matched };
  return { decision, reason: decisive.reason ?? reasonFor(decision), from: decisive.from, matched };
}

function applies(rule: { when: PolicyCondition; unless?: PolicyCondition }, subject: PolicySubject): boolean {
  return meets(rule.when, subject) && !(rule.unless && meets(rule.unless, subject));
}

/** What is cheap to know comes first: a digest is only made where everything else fits. */
function meets({ skill, scope, origin, publisher, digest }: PolicyCondition, subject: PolicySubject): boolean {
  if (skill && !skill.some((pattern) => subject.isNamed(pattern))) return false;
  if (scope && !scope.includes(subject.scope)) return false;
  if (origin && !origin.some((pattern) => isLike(pattern, subject.origin))) return false;
  if (publisher && !publisher.some((pattern) => isLike(pattern, subject.publisher))) return false;
  return digest === undefined || digest.includes(subject.digest?.() ?? "");
}

function isLike(pattern: string, text: string | undefined): boolean {
  return text !== undefined && matchPattern(pattern, text);
}

function mostCareful(decisions: readonly Decision[]): Decision | undefined {
  return DECISIONS.toReversed().find((each) => decisions.includes(each));
}

function defaultOf(files: readonly PolicyFile[]): Omit<PolicyDecision, "matched"> {
  const said = (layer: string) => files.find((file) => file.layer === layer && file.unused === undefined)?.default;
  const own = said("user") ?? said("admin") ?? { decision: "allow" as const, from: "default" };
  const project = said("project");
  const narrower = project && DECISIONS.indexOf(project.decision) > DECISIONS.indexOf(own.decision);
  const { decision, from } = narrower ? project : own;
  return { decision, from, reason: from === "default" ? "no rule is about it" : `no rule is about it, and the default is \`${decision}\`` };
}

function reasonFor(decision: Decision): string {
  if (decision === "allow") return "a rule allows it";
  return decision === "ask" ? "a rule wants it to be asked for" : "a rule denies it";
}

/** [B60] Of the patterns that fit, the last; on top of the general ones come those of the agent. Across files the most careful. */
export function decidePermission(
  files: readonly PolicyFile[],
  name: string,
  agent: string | undefined,
): { readonly decision: Decision; readonly from: string } {
  const each = files.flatMap((file) => {
    if (file.unused !== undefined) return [];
    const { rules, agents } = file.skill;
    const own = agent !== undefined && Object.hasOwn(agents, agent) ? (agents[agent] ?? []) : [];
    const last = [...rules, ...own].findLast(({ pattern }) => matchPattern(pattern, name));
    return last ? [last] : [];
  });
  const decision = mostCareful(each.map((rule) => rule.decision)) ?? "allow";
  return { decision, from: each.find((rule) => rule.decision === decision)?.from ?? "default" };
}

/** The strictest of what the files say; `ask` where none does. */
export function permissionMode(files: readonly PolicyFile[]): { readonly mode: PermissionModeName; readonly from: string } {
  const said = files.flatMap((file) => (file.unused === undefined && file.permissions ? [file.permissions] : []));
  return said.find(({ mode }) => mode === "strict") ?? said.find(({ mode }) => mode === "trusted-sources") ?? { mode: "ask", from: "default" };
}

type PermissionModeName = NonNullable<PolicyFile["permissions"]>["mode"];
