/** Applies an approved plan. Either all of its changes are made, or none. */
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { OperationError } from "../../model/errors.ts";
import { fullName } from "../../model/skills/skill.ts";
import { baseName } from "../../model/text/text.ts";
import type { LockEntry } from "../../trust/locks/skills-lock.ts";
import { signerOf } from "../../trust/signatures/manifest.ts";
import { denialOf } from "../approval-need.ts";
import type { InstallContext } from "../context.ts";
import { readInstallState } from "../install-target.ts";
import { commitInstallation, type WantedDirectory } from "../journal/commit-installation.ts";
import { type BundleToStore, fileList } from "../journal/store.ts";
import { installedStateAt, type Plan, type PlannedSkill } from "../plan/plan.ts";
import { notApprovedError } from "./not-approved.ts";

export interface Applied {
  readonly name: string;
  readonly directory: string;
  readonly action: PlannedSkill["action"] | "remove";
  readonly digest: string;
}

/** The user's approval of a plan. The fields say what the approval covers. */
export interface Approval {
  /** True if the user has seen the plan and approved it. */
  readonly person?: boolean;
  /** `--yes`: approves only what the policy allows without a person. */
  readonly yes?: boolean;
  /** `--frozen`: writes the files of the lock, but approves nothing. */
  readonly unapproved?: boolean;
  /** Digests that the user named. Skills with these digests are installed, whatever their findings are. */
  readonly digests?: readonly string[];
}

/** Throws SK505 before anything is written if a skill of the plan is not approved. */
export async function applyPlan(plan: Plan, approval: Approval, context: InstallContext): Promise<Applied[]> {
  const open = plan.skills.filter((skill) => skill.action !== "same").map((skill) => withPolicy(skill, context));
  const refused = open.filter((skill) => !isCovered(skill, approval));
  if (refused.length > 0) throw notApprovedError(refused, { ...approval, others: open.length > refused.length });
  if (context.misread && !approval.unapproved) refuseMisread(open, approval, context.misread);
  const wanted = approval.unapproved
    ? open.filter(({ action }) => action !== "keep").map(unapproved)
    : open.map(wantedOf);
  if (wanted.length > 0)
    await commitInstallation(wanted, context.statePaths, {
      check: () => checkStanding(open, context),
      ...(context.onStep ? { onStep: context.onStep } : {}),
      ...(context.progress ? { progress: context.progress } : {}),
    });
  await context.hosts.save();
  return plan.skills.map(({ name, target, action, digest, origin }) => ({
    name: fullName(name, origin),
    directory: target.directory,
    // Without an approval, `keep` does nothing, because existing files stay unchanged.
    action: approval.unapproved && action === "keep" ? "same" : action,
    digest,
  }));
}

/** Applies the present policy. It may deny the skill although the policy at the time of the plan did not. */
function withPolicy(planned: PlannedSkill, { decideByPolicy }: InstallContext): PlannedSkill {
  const { name, target, origin, digest, signature } = planned;
  const subject = { name, directory: target.directory, origin, digest, signer: signerOf(signature) };
  const need = denialOf(decideByPolicy?.(subject));
  return need === undefined ? planned : { ...planned, need };
}

function isCovered(
  { need, digest, approvedBefore }: PlannedSkill,
  { person, yes, unapproved, digests = [] }: Approval,
): boolean {
  if (need.need === "denied") return false;
  if (digests.includes(digest)) return true;
  if (need.need === "digest") return false;
  return approvedBefore || person === true || unapproved === true || (yes === true && need.need === "yes");
}

/**
 * Throws if a setting could not be read, because a typing error must not weaken a requirement. Skills that the user
 * named by digest are still installed.
 */
function refuseMisread(open: readonly PlannedSkill[], { digests = [] }: Approval, misread: Diagnostic): void {
  if (open.every(({ digest, approvedBefore }) => approvedBefore || digests.includes(digest))) return;
  const { code, message, help } = misread;
  throw new OperationError(
    code,
    `your settings cannot be read, and they may contain a requirement for this installation: ${message}`,
    {
      hint: `${help ?? "correct the settings"}; nothing was changed`,
    },
  );
}

/** Checks that no other process has changed the directories since the plan was shown. */
function checkStanding(planned: readonly PlannedSkill[], context: InstallContext): void {
  const known = readInstallState(context);
  for (const { target, standing, digest } of planned) {
    const now = installedStateAt(target, known, context);
    // A directory that cannot be read as a skill has no digest. Therefore this also checks whether it exists.
    const isSame = now?.digest === standing?.digest && (now?.exists ?? false) === (standing?.exists ?? false);
    if (isSame && now?.entry?.digest === standing?.entry?.digest) continue;
    // Another process has already installed the same bytes.
    if (now?.digest === digest && now.entry?.digest === digest) continue;
    throw new OperationError("SK660", `\`${target.directory}\` has changed since it was reviewed`, {
      hint: "run the command again to review its present files",
    });
  }
}

function wantedOf(planned: PlannedSkill): WantedDirectory {
  const { target, action, bundle, digest, locked } = planned;
  const files = fileList(bundle);
  const kept = { bundle, arrival: { name: planned.name, origin: planned.origin } };
  const left = leaving(planned);
  const history = planned.history ?? (left ? { push: left.entry } : undefined);
  return {
    directory: target.directory,
    lock: target.lock,
    ...(action === "keep" ? {} : { bundle }),
    ...(locked ? { entry: lockEntryFor(planned, files) } : {}),
    approved: { digest, files },
    // The bytes that are stored last count as the newest version of their source, so the new bytes come last.
    keep: left ? [left.kept, kept] : [kept],
    ...(history ? { history } : {}),
  };
}

/** Writes only the files. The lock stays unchanged, and trust decides whether the skill is offered. */
function unapproved(planned: PlannedSkill): WantedDirectory {
  const { directory, lock, bundle, keep = [] } = wantedOf(planned);
  return { directory, lock, keep, ...(bundle === undefined ? {} : { bundle }) };
}

/** Returns the current bytes that the new bytes replace. The store keeps local edits like earlier versions. */
function leaving({ standing, digest }: PlannedSkill): { entry: LockEntry; kept: BundleToStore } | undefined {
  const { entry, approved } = standing ?? {};
  const edited = standing?.digest !== undefined && standing.digest !== digest;
  const bundle = edited ? standing?.bundle : approved;
  const before = edited ? standing?.digest : entry?.digest;
  if (entry === undefined || bundle === undefined || before === undefined || before === digest) return undefined;
  const same = before === entry.digest;
  return {
    entry: same ? entry : { ...entry, digest: before, files: fileList(bundle) },
    kept: { bundle, arrival: { name: entry.name, origin: entry.origin }, own: true },
  };
}

function lockEntryFor(
  { name, origin, digest, capabilities, findings, target }: PlannedSkill,
  files: LockEntry["files"],
): LockEntry {
  const codes = [...new Set(findings.map(({ code }) => code))].sort();
  return {
    name: name || baseName(target.directory),
    origin,
    digest,
    files,
    approval: { capabilities, findings: codes },
  };
}
