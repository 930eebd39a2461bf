/**
 * Policy files and a skill in, one decision out, with every rule that had a part in it. Of the rules of administrator and user
 * that fit the most careful counts; where none fits, the default of the user, else of the administrator. What a project says
 * counts where it is more careful than that. So a deny always wins, and a project can only narrow.
 */
import { matchPattern } from "../catalog/match-pattern.ts";
import { DECISIONS, type Decision } from "../model/control.ts";
import type {
  PermissionMode,
  PolicyCondition,
  PolicyDecision,
  PolicyFile,
  PolicyMoment,
  PolicyRule,
  PolicySubject,
} from "../model/policy.ts";

/** [B51] */
export function decidePolicy(
  files: readonly PolicyFile[],
  subject: PolicySubject,
  moment: PolicyMoment,
): PolicyDecision {
  const broken = files.find((file) => file.unused !== undefined && file.default?.decision === "deny");
  if (broken) return { decision: "deny", reason: "a policy cannot be read", from: broken.path, matched: [] };
  const read = files.filter((file) => file.unused === undefined);
  const matched = read.flatMap((file) =>
    file.rules
      .filter((rule) => rule.moments.includes(moment) && applies(rule, subject))
      .map((rule) => ({ rule, project: file.layer === "project" })),
  );
  const of = (project: boolean): readonly PolicyRule[] =>
    matched.filter((each) => each.project === project).map(({ rule }) => rule);
  const said = (layer: string) => read.find((file) => file.layer === layer)?.default;
  const own = decided(of(false), said("user") ?? said("admin") ?? NOBODY);
  const project = decided(of(true), said("project") ?? NOBODY);
  // A project can only narrow, by its rules and by its default.
  const narrower = DECISIONS.indexOf(project.decision) > DECISIONS.indexOf(own.decision);
  return { ...(narrower ? project : own), matched: matched.map(({ rule }) => rule) };
}

type Said = Omit<PolicyDecision, "matched">;

const NOBODY = { decision: "allow", from: "default" } as const;

/** The most careful of these rules; without any, the default. */
function decided(rules: readonly PolicyRule[], fallback: Pick<Said, "decision" | "from">): Said {
  const decision = mostCareful(rules.map((rule) => rule.decision));
  const decisive = rules.find((rule) => rule.decision === decision);
  if (decision !== undefined && decisive !== undefined)
    return { decision, reason: decisive.reason ?? reasonFor(decision), from: decisive.from };
  const { from } = fallback;
  const reason =
    from === "default" ? "no rule is about it" : `no rule is about it, and the default is \`${fallback.decision}\``;
  return { decision: fallback.decision, from, reason };
}

function applies({ when, unless, decision }: PolicyRule, subject: PolicySubject): boolean {
  return meets(when, subject, decision === "allow") && !(unless && meets(unless, subject, true));
}

/**
 * What is cheap to know comes first: digests and signatures are only looked at where everything else fits. Where something
 * is to be let in, an origin must be proven.
 */
function meets(condition: PolicyCondition, subject: PolicySubject, proven: boolean): boolean {
  const { skill, scope, origin, publisher, digest } = condition;
  if (skill && !skill.some((pattern) => subject.isNamed(pattern))) return false;
  if (scope && !scope.includes(subject.scope)) return false;
  const known = proven && subject.originProven !== true ? undefined : subject.origin;
  if (origin && !origin.some((pattern) => isLike(pattern, known))) return false;
  if (digest && !digest.includes(subject.digest() ?? "")) return false;
  const signer = publisher && subject.publisher();
  return publisher === undefined || publisher.some((pattern) => isLike(pattern, signer));
}

function isLike(pattern: string, text: string | undefined): boolean {
  return text !== undefined && matchPattern(pattern, text);
}

function mostCareful(decisions: readonly Decision[]): Decision | undefined {
  return DECISIONS.toReversed().find((each) => decisions.includes(each));
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

/**
 * [B42] The strictest of what the files say; `ask` where none does. A project's `trusted-sources` would take profiles without
 * a question that its user is to be asked for, so it means `strict` where nobody else has said it.
 */
export function permissionMode(files: readonly PolicyFile[]): {
  readonly mode: PermissionMode;
  readonly from: string;
} {
  const read = files.filter(({ unused, permissions }) => unused === undefined && permissions !== undefined);
  const said = (project: boolean) =>
    read.flatMap(({ layer, permissions }) => (permissions && (layer === "project") === project ? [permissions] : []));
  const own = strictest(said(false));
  const project = strictest(said(true));
  if (own?.mode === "strict" || project === undefined || project.mode === "ask") return own ?? project ?? UNSAID;
  return project.mode === "trusted-sources" && own?.mode === "trusted-sources" ? own : { ...project, mode: "strict" };
}

const UNSAID = { mode: "ask", from: "default" } as const;

function strictest(said: readonly ModeSaid[]): ModeSaid | undefined {
  return said.find(({ mode }) => mode === "strict") ?? said.find(({ mode }) => mode === "trusted-sources") ?? said[0];
}

type ModeSaid = NonNullable<PolicyFile["permissions"]>;
