/** Reviews and applies a plan: the shared part of `add`, `install`, `update` and `approve`. */
import type { Applied, Approval } from "../../install/apply/apply.ts";
import type { Plan, PlannedSkill } from "../../install/plan/plan.ts";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { plural } from "../../model/text/text.ts";
import { SCHEMA } from "../answers/answer.ts";
import { checkApproval, digestForApproval } from "../answers/plans/approval-of.ts";
import { planReview } from "../answers/plans/plan-review.ts";
import { type Installer, type InstallerOptions, openInstaller } from "../open-installer.ts";
import type { OperationContext } from "../operation.ts";

/** Just installed skills that some hosts on this machine do not see, with the command that makes them visible. */
export interface UnseenByHosts {
  /** The names of the skills. */
  readonly skills: readonly string[];
  /** The names of the hosts, such as `claude-code`. */
  readonly hosts: readonly string[];
  readonly command: string;
}

export interface AppliedReview {
  readonly plan: Plan;
  readonly applied: readonly Applied[];
  /** Installed skills that a dry run would remove. */
  readonly removable: readonly Applied[];
  /** True if a person refused. */
  readonly isDeclined: boolean;
  /** True if a person refused the plan, or if a skill was omitted. */
  readonly hasFailed: boolean;
  readonly projectRoot: string;
  /** Installed skills of the plan that hosts on this machine do not see. */
  readonly unseen?: readonly UnseenByHosts[];
  /** The diagnostic of an invalid setting that prevents the installation. */
  readonly misread?: Diagnostic;
}

export interface ApprovalInput {
  /** The approval that a dry run returned. It is valid only if the plan is still the same. */
  readonly approval?: string;
  readonly yes?: boolean;
  readonly accept?: readonly string[];
  readonly dryRun?: boolean;
}

export interface FetchInput extends ApprovalInput {
  readonly offline?: boolean;
  readonly acceptHost?: readonly string[];
  /** The host whose settings name the sites to install from. */
  readonly host?: string;
}

/** Returns the installer for the target directory, with the network options of the input. */
export function openInstallerFor(
  { yes = false, dryRun = false, offline = false, acceptHost = [], host }: FetchInput,
  { installer, signal }: Pick<OperationContext, "installer" | "signal">,
): Promise<Installer> {
  const hosts: Pick<InstallerOptions, "acceptHosts" | "acceptPublicHosts"> = {
    acceptHosts: acceptHost,
    acceptPublicHosts: yes,
  };
  const sites = host === undefined ? {} : { host };
  return openInstaller({ ...installer, offline, recover: !dryRun, signal, ...hosts, ...sites });
}

interface Intent {
  /** The verb of the question to the user. `Install` asks "Install 2 skills?". */
  readonly verb: string;
  /** The part of the question that follows the number of skills. */
  readonly rest?: string;
  /** Directories of installed skills to remove. */
  readonly gone?: readonly string[];
  /** True to restore the files of the lock without approving them. */
  readonly unapproved?: boolean;
}

/** Applies a plan after approval by a person, `yes` or `accept`. A dry run changes nothing. */
export async function applyApproved(
  plan: Plan,
  { verb, rest = "", gone = [], unapproved = false }: Intent,
  { dryRun = false, ...input }: ApprovalInput,
  installer: Installer,
  context: OperationContext,
): Promise<AppliedReview> {
  const { projectRoot, misread } = installer;
  // Compares the plan with the approved plan, because the source may have changed since it was shown.
  if (input.approval !== undefined) checkApproval(bytesOf(plan), input.approval);
  const removable = dryRun ? await installer.remove(gone, { dryRun }) : [];
  const hasFailed = plan.diagnostics.some(({ severity }) => severity === "error");
  const draft: AppliedReview = {
    ...{ plan, applied: [], removable, isDeclined: false, hasFailed, projectRoot },
    ...(misread ? { misread } : {}),
  };
  if (dryRun) return draft;
  const said = approvalIn(input, unapproved, context);
  const blocked = plan.skills.filter((skill) => isBlocked(skill, said));
  const allowed = plan.skills.filter((skill) => !isBlocked(skill, said));
  const open = allowed.filter(({ action }) => action !== "same").length;
  const without = blocked.length === 0 ? "" : `, without ${blocked.map(({ name }) => name).join(", ")}`;
  const question = needsPerson(allowed, said) ? `${verb} ${plural(open, "skill")}${rest}${without}?` : undefined;
  const shown = await installer.showFiles(gone);
  const answer = await context.review?.(draft, question);
  if (answer === "no") return { ...draft, isDeclined: true, hasFailed: true };
  const isChosen = answer === "yes";
  const approval = isChosen ? { digests: said.digests, person: true } : said;
  const chosen = isChosen ? { ...plan, skills: allowed } : plan;
  const applied = [...(await installer.apply(chosen, approval)), ...(await installer.remove(gone, { shown }))];
  return { ...draft, applied, hasFailed: hasFailed || chosen.skills.length < plan.skills.length };
}

/** Returns the approval of a call. If the surface has no person to ask, the call itself is the approval. */
function approvalIn(
  { yes, accept: digests = [] }: ApprovalInput,
  unapproved: boolean,
  context: OperationContext,
): Approval & { readonly digests: readonly string[] } {
  if (unapproved && !yes) return { digests, unapproved };
  return { digests, yes: yes ?? context.review === undefined };
}

/** Returns true if answering yes is not enough for a skill: a policy denies the skill, or its digest must be named. */
function isBlocked({ action, digest, need }: PlannedSkill, { digests = [] }: Approval): boolean {
  return action !== "same" && !digests.includes(digest) && (need.need === "digest" || need.need === "denied");
}

/** Returns true if a person must be asked, because a skill is not approved yet and `yes` is not set. */
function needsPerson(
  skills: readonly PlannedSkill[],
  { digests = [], yes = false, unapproved = false }: Approval,
): boolean {
  const open = skills.filter(({ action, digest }) => action !== "same" && !digests.includes(digest));
  return !yes && !unapproved && open.some(({ approvedBefore }) => !approvedBefore);
}

export function appliedReviewAnswer({ plan, applied, unseen }: AppliedReview): object {
  const seen = unseen ? { notVisible: unseen } : {};
  return { schema: SCHEMA, applied, ...seen, approval: digestForApproval(bytesOf(plan)), ...planReview(plan) };
}

/** Returns the digests and target directories of a plan, which identify exactly what it installs. */
function bytesOf({ skills }: Plan): unknown {
  return skills.map(({ name, target, digest }) => [name, target.directory, digest]);
}
