/** A plan that was made → reviewed and applied: what `add`, `install`, `update` and `approve` share. */
import type { Applied, Approval } from "../install/apply/apply.ts";
import type { Plan, PlannedSkill } from "../install/plan/plan.ts";
import type { Diagnostic } from "../model/diagnostics/diagnostic.ts";
import { plural } from "../model/text/text.ts";
import { SCHEMA } from "./answers/answer.ts";
import { approvalOf, checkApproval } from "./answers/approval-of.ts";
import { planReview } from "./answers/plan-review.ts";
import { type Installer, type InstallerOptions, openInstaller } from "./open-installer.ts";
import type { OperationContext } from "./operation.ts";
import type { Unseen } from "./unseen-skills.ts";

export interface CarriedOut {
  readonly plan: Plan;
  readonly applied: readonly Applied[];
  /** Installed skills that a dry run would remove. */
  readonly removable: readonly Applied[];
  /** A person said no. */
  readonly isDeclined: boolean;
  /** A person said no, or a skill was left out. */
  readonly hasFailed: boolean;
  readonly projectRoot: string;
  /** Hosts on this machine that do not see skills of the plan after it was applied. */
  readonly unseen?: readonly Unseen[];
  /** A setting that could not be understood; applying the plan would fail on it. */
  readonly misread?: Diagnostic;
}

export interface ApprovalInput {
  /** The approval of a dry run: the plan must be the one that it showed. */
  readonly approval?: string;
  readonly yes?: boolean;
  readonly accept?: readonly string[];
  readonly dryRun?: boolean;
}

export interface FetchInput extends ApprovalInput {
  readonly offline?: boolean;
  readonly acceptHost?: readonly string[];
}

/** The installer of the place, with what the input says about the network. */
export function installerFor(
  { yes = false, dryRun = false, offline = false, acceptHost = [] }: FetchInput,
  { installer, signal }: Pick<OperationContext, "installer" | "signal">,
): Promise<Installer> {
  const hosts: Pick<InstallerOptions, "acceptHosts" | "acceptPublicHosts"> = {
    acceptHosts: acceptHost,
    acceptPublicHosts: yes,
  };
  return openInstaller({ ...installer, offline, recover: !dryRun, signal, ...hosts });
}

interface Intent {
  /** The verb of the question: `Install` asks "Install 2 skills?". */
  readonly verb: string;
  /** What follows the number of skills. */
  readonly rest?: string;
  /** Directories of installed skills to remove. */
  readonly gone?: readonly string[];
  /** Puts files where the lock says, and approves nothing. */
  readonly unapproved?: boolean;
}

/** Applies a plan if a person, `yes` or `accept` approves it. A dry run changes nothing. */
export async function carryOut(
  plan: Plan,
  { verb, rest = "", gone = [], unapproved = false }: Intent,
  { dryRun = false, ...input }: ApprovalInput,
  installer: Installer,
  context: OperationContext,
): Promise<CarriedOut> {
  const { projectRoot, misread } = installer;
  // The source may have changed since it was shown.
  if (input.approval !== undefined) checkApproval(bytesOf(plan), input.approval);
  const removable = dryRun ? await installer.remove(gone, { dryRun }) : [];
  const hasFailed = plan.diagnostics.some(({ severity }) => severity === "error");
  const draft: CarriedOut = {
    ...{ plan, applied: [], removable, isDeclined: false, hasFailed, projectRoot },
    ...(misread ? { misread } : {}),
  };
  if (dryRun) return draft;
  const said = approvalIn(input, unapproved, context);
  const blocked = plan.skills.filter((skill) => isBlocked(skill, said));
  const allowed = plan.skills.filter((skill) => !blocked.includes(skill));
  const open = allowed.filter(({ action }) => action !== "same").length;
  const without = blocked.length === 0 ? "" : `, without ${blocked.map(({ name }) => name).join(", ")}`;
  const question = needsPerson(allowed, said) ? `${verb} ${plural(open, "skill")}${rest}${without}?` : undefined;
  const answer = await context.review?.(draft, question);
  if (answer === "no") return { ...draft, isDeclined: true, hasFailed: true };
  const isChosen = answer === "yes";
  const approval = isChosen ? { digests: said.digests, person: true } : said;
  const chosen = isChosen ? { ...plan, skills: allowed } : plan;
  const applied = [...(await installer.apply(chosen, approval)), ...(await installer.remove(gone))];
  return { ...draft, applied, hasFailed: hasFailed || chosen.skills.length < plan.skills.length };
}

/** Without a person to ask, calling the operation is the yes. */
function approvalIn(
  { yes, accept: digests = [] }: ApprovalInput,
  unapproved: boolean,
  context: OperationContext,
): Approval & { readonly digests: readonly string[] } {
  if (unapproved && !yes) return { digests, unapproved };
  return { digests, yes: yes ?? context.review === undefined };
}

/** Returns true if a yes is not enough for a skill: a policy denies it, or it needs its digest. */
function isBlocked({ action, digest, need }: PlannedSkill, { digests = [] }: Approval): boolean {
  return action !== "same" && !digests.includes(digest) && (need.need === "digest" || need.need === "denied");
}

/** A person is asked only if their yes is missing. */
function needsPerson(
  skills: readonly PlannedSkill[],
  { digests = [], yes = false, unapproved = false }: Approval,
): boolean {
  const open = skills.filter(({ action, digest }) => action !== "same" && !digests.includes(digest));
  return !yes && !unapproved && open.some(({ approvedBefore }) => !approvedBefore);
}

export function carriedOutAnswer({ plan, applied, unseen }: CarriedOut): object {
  const seen = unseen ? { unseen } : {};
  return { schema: SCHEMA, applied, ...seen, approval: approvalOf(bytesOf(plan)), ...planReview(plan) };
}

/** Stands for the bytes that a plan installs, and for their places. */
function bytesOf({ skills }: Plan): unknown {
  return skills.map(({ name, placed, digest }) => [name, placed.directory, digest]);
}
