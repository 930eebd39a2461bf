/**
 * Plans the install of a bundle, with everything that the user should see before approving it. It writes nothing.
 * Before `apply` applies a plan, it checks that the plan still matches the directories.
 */

import { inMemoryLocation } from "../../format/parse/build-skill.ts";
import { parseQuick } from "../../format/parse/quick/parse-quick.ts";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { OperationError } from "../../model/errors.ts";
import { DEFAULT_LIMITS } from "../../model/limits.ts";
import type { Capabilities, Finding, SuppressedFinding } from "../../model/rules/audit.ts";
import { type Bundle, INSTALL_LIMITS } from "../../model/skills/bundle.ts";
import type { Origin } from "../../model/skills/origin.ts";
import type { Skill } from "../../model/skills/skill.ts";
import { baseName } from "../../model/text/text.ts";
import type { EntryKind, Files } from "../../platform/files/files.ts";
import { isMissing } from "../../platform/files/read-text.ts";
import { digestBundle } from "../../trust/bundle/digest.ts";
import { readDirectoryBundle } from "../../trust/bundle/read-directory-bundle.ts";
import type { LockEntry } from "../../trust/locks/skills-lock.ts";
import { checkOrigin } from "../../trust/signatures/check-origin.ts";
import { isSigned, type SignatureVerdict, signerOf } from "../../trust/signatures/manifest.ts";
import {
  type ApprovalNeed,
  type CapabilityChanges,
  compareBundles,
  compareCapabilities,
  decideApproval,
  type FileChange,
  whyWeaker,
} from "../approval-need.ts";
import type { InstallContext } from "../context.ts";
import { portableOrigin } from "../fetch/fetch-source.ts";
import type { InstallState, InstallTarget } from "../install-target.ts";
import { readStored, type VersionHistoryChange } from "../journal/store.ts";
import { type InstallSpec, installSpecs } from "../packages/install-spec.ts";

/** The current state of an install directory. */
export interface InstalledState {
  readonly exists: boolean;
  /**
   * The files; undefined if the directory is not a valid bundle, for example because it has a symlink or too many
   * files.
   */
  readonly bundle?: Bundle;
  readonly digest?: string;
  readonly entry?: LockEntry;
  /** The digest that the user approved for this directory. */
  readonly approvedDigest?: string;
  /** The locked or approved bytes, if the store still has them. */
  readonly approved?: Bundle;
}

export interface PlannedSkill {
  readonly name: string;
  readonly target: InstallTarget;
  /** The action. `same` changes nothing. `keep` writes no file, but records the existing files. */
  readonly action: "add" | "replace" | "keep" | "same";
  readonly bundle: Bundle;
  readonly digest: string;
  readonly origin: Origin;
  readonly capabilities: Capabilities;
  readonly findings: readonly Finding[];
  /** Findings that the user has suppressed, with the reasons. */
  readonly suppressed: readonly SuppressedFinding[];
  /** The skill's description as one line. */
  readonly description: string;
  /** Packages that the skill requires. They are not installed with it. */
  readonly packages: readonly InstallSpec[];
  /** The result of the signature check with the user's keys. */
  readonly signature: SignatureVerdict;
  /** True if a lock contains the skill, or will contain it after the change. */
  readonly locked: boolean;
  /** The current state; undefined if the directory does not exist and the lock has no entry. */
  readonly standing?: InstalledState;
  /** True if the existing files differ from the approved files. The store keeps a copy of the existing files. */
  readonly edited: boolean;
  /** File changes since the approved version; empty for a new skill. */
  readonly changes: readonly FileChange[];
  readonly capabilityChanges: CapabilityChanges;
  /** The reasons why the new origin is less trustworthy than that of the approved version. */
  readonly downgrades: readonly string[];
  /**
   * True if the user approved these exact bytes for this directory and the lock names them. No new approval is needed.
   */
  readonly approvedBefore: boolean;
  readonly need: ApprovalNeed;
  readonly history?: Omit<VersionHistoryChange, "directory">;
}

/** A change to review before it is applied: skills, files, capabilities, and audit findings. */
export interface Plan {
  readonly skills: readonly PlannedSkill[];
  /** Skipped items, and other diagnostics of the source. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface SkillToPlan {
  readonly name: string;
  readonly bundle: Bundle;
  readonly origin: Origin;
  readonly target: InstallTarget;
  /** Findings that the registry reports about the skill. */
  readonly against?: readonly Finding[];
  /** False if the skill is only approved and not added to the lock. */
  readonly locked?: boolean;
  readonly history?: Omit<VersionHistoryChange, "directory">;
}

export async function planSkill(
  wanted: SkillToPlan,
  known: InstallState,
  context: InstallContext,
): Promise<PlannedSkill> {
  const { name, bundle, target, locked = true } = wanted;
  const digest = digestBundle(bundle);
  const verdict = await verdictOn(bundle, context);
  const standing = installedStateAt(target, known, context);
  const origin = withSigner(portableOrigin(wanted.origin, target.base), verdict, digest, standing?.entry);
  const settled = standing?.approvedDigest === digest && (!locked || isLocked(standing, digest, origin));
  const action = actionFor(digest, standing, settled);
  if (action === "replace" && standing) refuseTaken(target.directory, standing);
  const directory = baseName(target.directory);
  const {
    findings: audited,
    suppressed,
    capabilities,
    said,
  } = await context.audit({ bundle, name: directory, digest });
  const { approvalRules, signers } = context;
  const judged = checkOrigin({ origin, verdict, policy: approvalRules.signatures, now: signers.now });
  const findings = [...(wanted.against ?? []), ...judged, ...audited];
  const before = await capabilitiesBefore(standing, directory, context);
  const all = compareCapabilities(before ?? NOTHING, capabilities);
  const downgraded = locked ? whyWeaker(standing?.entry?.origin, origin) : [];
  const head = said ? installSummaryOf(said) : await readInstallSummary(name, bundle);
  const ruled = context.decideByPolicy?.({
    name,
    directory: target.directory,
    origin,
    digest,
    signer: signerOf(verdict),
  });
  const need = decideApproval(
    { findings, gained: all.added, isNew: before === undefined, downgraded, ruled },
    approvalRules,
  );
  return {
    name,
    target,
    action,
    bundle,
    digest,
    origin,
    capabilities,
    findings,
    suppressed,
    ...head,
    signature: verdict,
    locked,
    ...(standing ? { standing } : {}),
    edited: isEdited(standing),
    changes: standing?.approved ? compareBundles(standing.approved, bundle) : [],
    capabilityChanges: before ? all : { added: [], removed: [] },
    downgrades: downgraded,
    approvedBefore: isApproved(standing, digest),
    need,
    ...(wanted.history ? { history: wanted.history } : {}),
  };
}

const NOTHING: Capabilities = {
  tools: [],
  scripts: [],
  hosts: [],
  hooks: [],
  shell: [],
  secrets: [],
  outside: [],
  binaries: [],
};

async function verdictOn(bundle: Bundle, { signers }: InstallContext): Promise<SignatureVerdict> {
  if (!isSigned(bundle)) return { state: "unsigned" };
  const { verifyBundle } = await import("../../trust/signatures/verify-signature.ts");
  return verifyBundle(bundle, signers);
}

/**
 * Keeps the signer of a lock entry while the skill's bytes stay the same, even if this user does not know the signer.
 * Therefore the lock is the same on all machines.
 */
function withSigner(
  { signer: _, ...origin }: Origin,
  verdict: SignatureVerdict,
  digest: string,
  entry?: LockEntry,
): Origin {
  const signer = signerOf(verdict) ?? (entry?.digest === digest ? entry.origin.signer : undefined);
  return signer === undefined ? origin : { ...origin, signer };
}

async function capabilitiesBefore(
  standing: InstalledState | undefined,
  name: string,
  { audit }: InstallContext,
): Promise<Capabilities | undefined> {
  if (standing?.entry !== undefined) return standing.entry.approval.capabilities;
  const { approved: bundle, approvedDigest: digest } = standing ?? {};
  return bundle && digest !== undefined ? (await audit({ bundle, name, digest })).capabilities : undefined;
}

export function isEdited(standing: InstalledState | undefined): boolean {
  return standing?.exists === true && standing.entry !== undefined && standing.digest !== standing.entry.digest;
}

export function installedStateAt(
  { directory, lock }: InstallTarget,
  { lock: lockAt, approvals }: InstallState,
  { files, statePaths }: InstallContext,
): InstalledState | undefined {
  const entry = lockAt(lock.path).get(lock.key);
  const approvedDigest = approvals.get(directory)?.digest;
  const approved = readStored(statePaths.store, entry?.digest ?? approvedDigest ?? "");
  const known = {
    ...(entry ? { entry } : {}),
    ...(approvedDigest ? { approvedDigest } : {}),
    ...(approved ? { approved } : {}),
  };
  const kind = kindAt(directory, files);
  if (kind === undefined) return entry && { exists: false, ...known };
  // Only a directory is read. A symlink, for example, leads to files that the lock does not name.
  if (kind !== "directory") return { exists: true, ...known };
  const read = readDirectoryBundle(directory, files, INSTALL_LIMITS);
  return {
    exists: true,
    ...("bundle" in read ? { bundle: read.bundle, digest: digestBundle(read.bundle) } : {}),
    ...known,
  };
}

/**
 * Returns the kind of a path; undefined if the path does not exist. It uses a single system call, because another
 * process may remove the directory between two calls.
 */
function kindAt(path: string, files: Files): EntryKind | undefined {
  try {
    return files.lstat(path).kind;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function isApproved(standing: InstalledState | undefined, digest: string): boolean {
  return standing?.approvedDigest === digest && standing.entry?.digest === digest;
}

function isLocked({ entry }: InstalledState, digest: string, origin: Origin): boolean {
  return entry?.digest === digest && sameOrigin(entry.origin, origin);
}

function actionFor(digest: string, standing: InstalledState | undefined, settled: boolean): PlannedSkill["action"] {
  if (standing?.exists !== true) return "add";
  if (standing.digest !== digest) return "replace";
  return settled ? "same" : "keep";
}

const ORIGIN_KEYS = ["kind", "source", "path", "resolved", "artifact", "released", "signer", "plugin"] as const;

function sameOrigin(a: Origin, b: Origin): boolean {
  return ORIGIN_KEYS.every((key) => a[key] === b[key]);
}

/** Throws if the directory belongs to the user. Such a directory must never be overwritten or lost. */
function refuseTaken(directory: string, { entry, bundle }: InstalledState): void {
  if (entry !== undefined && bundle !== undefined) return;
  const why =
    entry === undefined ? "was not installed by skillwright" : "has files that cannot be stored, such as a link";
  throw new OperationError("SK660", `\`${directory}\` ${why}`, {
    hint: "move it away first, or install to another place with `--to`",
  });
}

// Reads the frontmatter of a bundle's SKILL.md before it is installed.

export interface InstallSummary {
  readonly description: string;
  /** Packages that the skill requires. */
  readonly packages: readonly InstallSpec[];
}

/**
 * Reads the name, description and packages. Returns empty values if the file cannot be read, because other code reports
 * the errors.
 */
export async function readInstallSummary(name: string, { files }: Bundle): Promise<InstallSummary> {
  const file = files.find(({ path }) => path.toLowerCase() === "skill.md");
  const skill = file && (quickly(name, file.bytes) ?? (await carefully(name, file.bytes)));
  return skill ? installSummaryOf(skill) : { description: "", packages: [] };
}

export function installSummaryOf({ description, manifest }: Pick<Skill, "description" | "manifest">): InstallSummary {
  const { extra, metadata } = manifest;
  return { description, packages: extra || metadata ? installSpecs(manifest) : [] };
}

function quickly(name: string, { buffer, byteOffset, length }: Uint8Array): Skill | undefined {
  const head = Buffer.from(buffer, byteOffset, length);
  return parseQuick(inMemoryLocation(name), head, length, DEFAULT_LIMITS.maxFrontmatterBytes, []);
}

async function carefully(name: string, bytes: Uint8Array): Promise<Skill | undefined> {
  const { parseSkillBytes } = await import("../../format/parse/parse-careful.ts");
  return parseSkillBytes(name, bytes).skill;
}
