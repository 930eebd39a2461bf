/**
 * Decides about a skill by policy files, and returns all matching rules. Of the matching rules of the administrator and
 * the user, the strictest wins. If no rule matches, the user's default applies; without one, the administrator's
 * default applies. A project's rules apply only if they are stricter. Therefore a deny always wins.
 */
import { DECISIONS, type Decision } from "../../model/rules/decision.ts";
import type {
  EffectiveMode,
  PermissionMode,
  PolicyCondition,
  PolicyDecision,
  PolicyFile,
  PolicyMoment,
  PolicyRule,
  PolicySubject,
} from "../../model/rules/policy.ts";
import type { Scope } from "../../model/skills/root.ts";
import { matchWildcards } from "../../model/text/matching/match-wildcards.ts";

/** The decision about every skill if there is no policy file. */
export const NO_POLICY: PolicyDecision = {
  decision: "allow",
  reason: "no rule matches",
  from: "default",
  matched: [],
};

export function decidePolicy(
  files: readonly PolicyFile[],
  subject: PolicySubject,
  moment: PolicyMoment,
): PolicyDecision {
  const broken = files.find((file) => file.unused !== undefined && file.default?.decision === "deny");
  if (broken?.default) {
    const reason = `a policy cannot be used: ${broken.unused}`;
    return { decision: "deny", reason, from: broken.default.from, matched: [] };
  }
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
  // A project's rules and default are used only if they are stricter.
  const narrower = DECISIONS.indexOf(project.decision) > DECISIONS.indexOf(own.decision);
  return { ...(narrower ? project : own), matched: matched.map(({ rule }) => rule) };
}

type Said = Omit<PolicyDecision, "matched">;

const NOBODY = { decision: "allow", from: "default" } as const;

/** Returns the decision of the strictest rule. If there are no rules, returns the default. */
function decided(rules: readonly PolicyRule[], fallback: Pick<Said, "decision" | "from">): Said {
  const decision = mostCareful(rules.map((rule) => rule.decision));
  const decisive = rules.find((rule) => rule.decision === decision);
  if (decision !== undefined && decisive !== undefined)
    return { decision, reason: decisive.reason ?? reasonFor(decision), from: decisive.from };
  const { from } = fallback;
  const reason =
    from === "default" ? "no rule matches" : `no rule matches, and the default is \`${fallback.decision}\``;
  return { decision: fallback.decision, from, reason };
}

function applies({ when, unless, decision }: PolicyRule, subject: PolicySubject): boolean {
  return meets(when, subject, decision === "allow") && !(unless && meets(unless, subject, true));
}

/**
 * Returns true if a skill meets a condition. Cheap conditions are checked first. Digests and signatures are read only
 * if all other conditions match. A rule that allows a skill requires a verified origin.
 */
function meets(condition: PolicyCondition, subject: PolicySubject, proven: boolean): boolean {
  const { skill, scope, origin, publisher, digest } = condition;
  if (skill && !skill.some((pattern) => subject.isNamed(pattern))) return false;
  if (scope && !scope.includes(subject.scope)) return false;
  const known = proven && subject.originProven !== true ? undefined : subject.origin;
  if (origin && !origin.some((pattern) => isLike(pattern, known))) return false;
  if (digest && !digest.includes(subject.digest() ?? "")) return false;
  if (publisher === undefined) return true;
  const names = namesOf(subject.publisher());
  return publisher.some((pattern) => names.some((name) => isLike(pattern, name)));
}

/** Returns the names by which a rule can identify the signer: the signer's name and the key's fingerprint. */
function namesOf(signer: string | undefined): readonly string[] {
  if (signer === undefined) return [];
  const at = signer.lastIndexOf(" ");
  return at === -1 ? [signer] : [signer, signer.slice(0, at), signer.slice(at + 1)];
}

function isLike(pattern: string, text: string | undefined): boolean {
  return text !== undefined && matchWildcards(pattern, text);
}

function mostCareful(decisions: readonly Decision[]): Decision | undefined {
  return DECISIONS.toReversed().find((each) => decisions.includes(each));
}

function reasonFor(decision: Decision): string {
  if (decision === "allow") return "a rule allows it";
  return decision === "ask" ? "a rule requires your approval" : "a rule denies it";
}

/**
 * Returns the decision of the last pattern that matches. Patterns for the agent come after general patterns. If several
 * files decide, the strictest decision wins.
 */
export function decidePermission(
  files: readonly PolicyFile[],
  name: string,
  agent: string | undefined,
): { readonly decision: Decision; readonly from: string } {
  const each = files.flatMap((file) => {
    if (file.unused !== undefined) return [];
    const { rules, agents } = file.skill;
    const own = agent !== undefined && Object.hasOwn(agents, agent) ? (agents[agent] ?? []) : [];
    const last = [...rules, ...own].findLast(({ pattern }) => matchWildcards(pattern, name));
    return last ? [last] : [];
  });
  const decision = mostCareful(each.map((rule) => rule.decision)) ?? "allow";
  return { decision, from: each.find((rule) => rule.decision === decision)?.from ?? "default" };
}

/**
 * Combines how all files treat requested permissions (default: `ask`). `strict` wins over `trusted-sources`. With
 * `trusted-sources`, the administrator's skills get their permissions without a question, unless another file requires
 * one. A project can only make the result stricter.
 */
export function permissionMode(files: readonly PolicyFile[]): EffectiveMode {
  const said = files.flatMap(({ layer, unused, permissions }) =>
    unused === undefined && permissions !== undefined ? [{ layer, ...permissions }] : [],
  );
  const strict = said.find(({ mode }) => mode === "strict");
  if (strict) return { mode: strict.mode, from: strict.from };
  const trusting = said.find(({ mode }) => mode === "trusted-sources");
  const asking = said.find(({ mode }) => mode === "ask");
  const { mode, from } = trusting ?? asking ?? UNSAID;
  const asks = trusting && (asking?.from ?? (trusting.layer === "project" ? UNSAID.from : undefined));
  return { mode, from, ...(asks === undefined ? {} : { asks }) };
}

const UNSAID = { mode: "ask", from: "default" } as const;

/** Returns how to treat the requested permissions of skills in one scope. */
export function permissionModeFor(scope: Scope, { mode, asks }: Pick<EffectiveMode, "mode" | "asks">): PermissionMode {
  return mode === "trusted-sources" && asks !== undefined && isTrustedSource(scope) ? "ask" : mode;
}

function isTrustedSource(scope: Scope): boolean {
  return scope === "system" || scope === "admin";
}
