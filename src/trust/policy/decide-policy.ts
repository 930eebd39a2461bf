/**
 * Policy files and a skill in, one decision out, with every rule that had a part in it. Of the rules of administrator and user
 * that fit the most careful counts; where none fits, the default of the user, else of the administrator. What a project says
 * counts where it is more careful than that. So a deny always wins, and a project can only narrow.
 */
import { DECISIONS, type Decision } from "../../model/rules/decision.ts";
import type {
  ModeSaid,
  PermissionMode,
  PolicyCondition,
  PolicyDecision,
  PolicyFile,
  PolicyMoment,
  PolicyRule,
  PolicySubject,
} from "../../model/rules/policy.ts";
import type { Scope } from "../../model/skills/root.ts";
import { matchWildcards } from "../../model/text/match-wildcards.ts";

/** The decision about every skill if there is no policy. */
export const NO_POLICY: PolicyDecision = {
  decision: "allow",
  reason: "no rule is about it",
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
  if (publisher === undefined) return true;
  const names = namesOf(subject.publisher());
  return publisher.some((pattern) => names.some((name) => isLike(pattern, name)));
}

/** A signer is who it is and the key that proves it; a rule names either, or both. */
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
  return decision === "ask" ? "a rule wants it to be asked for" : "a rule denies it";
}

/** Of the patterns that fit, the last; on top of the general ones come those of the agent. Across files the most careful. */
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
 * What all files together leave of permission profiles; `ask` where none says anything. One that ignores all of them
 * counts, then one that ignores those of strangers. Such a file takes those of the administrator without a question only
 * where no other file wants the question; and a project, which can only narrow, cannot take it away at all.
 */
export function permissionMode(files: readonly PolicyFile[]): ModeSaid {
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

/** For a skill of one scope. */
export function modeFor(scope: Scope, { mode, asks }: Pick<ModeSaid, "mode" | "asks">): PermissionMode {
  return mode === "trusted-sources" && asks !== undefined && isTrustedSource(scope) ? "ask" : mode;
}

function isTrustedSource(scope: Scope): boolean {
  return scope === "system" || scope === "admin";
}
