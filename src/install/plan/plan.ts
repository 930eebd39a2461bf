/**
 * A bundle and its place → what would happen, with all that a person should see before saying yes. Nothing is written
 * here; a plan is carried out by `apply`, which first makes sure that it still fits.
 */

import { inMemoryLocation } from "../../format/parse/build-skill.ts";
import { parseQuick } from "../../format/parse/quick/parse-quick.ts";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { OperationError } from "../../model/errors.ts";
import { DEFAULT_LIMITS } from "../../model/limits.ts";
import type { Capabilities, Finding, Suppressed } from "../../model/rules/audit.ts";
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
import { isSigned, signerOf, type Verdict } from "../../trust/signatures/manifest.ts";
import {
  type ApprovalNeed,
  type CapabilityChanges,
  compareBundles,
  compareCapabilities,
  decideApproval,
  downgrades,
  type FileChange,
} from "../approval-need.ts";
import type { InstallContext } from "../context.ts";
import { portable } from "../fetch/fetch-source.ts";
import type { InstallState, InstallTarget } from "../install-target.ts";
import { type HistoryChange, readStored } from "../journal/store.ts";
import { type InstallSpec, installSpecs } from "../packages/install-spec.ts";

/** What stands in a place now. */
export interface Standing {
  readonly exists: boolean;
  /** undefined where it is no skill that could be installed: a link in it, too many files. */
  readonly bundle?: Bundle;
  readonly digest?: string;
  readonly entry?: LockEntry;
  /** What the user approved there. */
  readonly approvedDigest?: string;
  /** The bytes that were locked or approved, where the store still has them. */
  readonly approved?: Bundle;
}

export interface PlannedSkill {
  readonly name: string;
  readonly placed: InstallTarget;
  /** `same` has nothing to do; `keep` writes no file but remembers what stands there. */
  readonly action: "add" | "replace" | "keep" | "same";
  readonly bundle: Bundle;
  readonly digest: string;
  readonly origin: Origin;
  readonly capabilities: Capabilities;
  readonly findings: readonly Finding[];
  /** What the user has looked at before, with the reason why it does not count. */
  readonly suppressed: readonly Suppressed[];
  /** What the skill says of itself; one line. */
  readonly description: string;
  /** What it wants from package managers; none of it is installed with it. */
  readonly packages: readonly InstallSpec[];
  /** Who signed these bytes, as far as this user can tell. */
  readonly signature: Verdict;
  /** Whether it is, or will be, in a lock. */
  readonly locked: boolean;
  /** undefined where nothing stands there, and the lock knows of nothing. */
  readonly standing?: Standing;
  /** Whether what stands there is not what was approved: it would be lost, but for the store. */
  readonly edited: boolean;
  /** Against what was approved before; of a new skill, nothing. */
  readonly changes: readonly FileChange[];
  readonly capabilityChanges: CapabilityChanges;
  /** Where its origin is worth less than that of what was approved before. */
  readonly downgrades: readonly string[];
  /** Whether the user approved these very bytes in this place, and the lock names them: nobody has to be asked again. */
  readonly approvedBefore: boolean;
  readonly need: ApprovalNeed;
  readonly history?: Omit<HistoryChange, "directory">;
}

/** A change to review before it is applied: skills, files, capabilities, and findings of the audit. */
export interface Plan {
  readonly skills: readonly PlannedSkill[];
  /** What was left out, and what else should be known. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface ToPlan {
  readonly name: string;
  readonly bundle: Bundle;
  readonly origin: Origin;
  readonly placed: InstallTarget;
  /** What its own registry holds against it. */
  readonly against?: readonly Finding[];
  /** False keeps the skill out of the lock: it was not installed, only approved. */
  readonly locked?: boolean;
  readonly history?: Omit<HistoryChange, "directory">;
}

export async function planSkill(wanted: ToPlan, known: InstallState, context: InstallContext): Promise<PlannedSkill> {
  const { name, bundle, placed, locked = true } = wanted;
  const digest = digestBundle(bundle);
  const verdict = await verdictOn(bundle, context);
  const standing = standingAt(placed, known, context);
  const origin = withSigner(portable(wanted.origin, placed.base), verdict, digest, standing?.entry);
  const settled = standing?.approvedDigest === digest && (!locked || isLocked(standing, digest, origin));
  const action = actionFor(digest, standing, settled);
  if (action === "replace" && standing) refuseTaken(placed.directory, standing);
  const directory = baseName(placed.directory);
  const {
    findings: audited,
    suppressed,
    capabilities,
    said,
  } = await context.audit({ bundle, name: directory, digest });
  const { policy, signers } = context;
  const judged = checkOrigin({ origin, verdict, policy: policy.signatures, now: signers.now });
  const findings = [...(wanted.against ?? []), ...judged, ...audited];
  const before = await capabilitiesBefore(standing, directory, context);
  const all = compareCapabilities(before ?? NOTHING, capabilities);
  const downgraded = locked ? downgrades(standing?.entry?.origin, origin) : [];
  const head = said ? headOf(said) : await readHead(name, bundle);
  const ruled = context.judge?.({ name, directory: placed.directory, origin, digest, signer: signerOf(verdict) });
  const need = decideApproval({ findings, gained: all.gained, isNew: before === undefined, downgraded, ruled }, policy);
  return {
    name,
    placed,
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
    capabilityChanges: before ? all : { gained: [], lost: [] },
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

async function verdictOn(bundle: Bundle, { signers }: InstallContext): Promise<Verdict> {
  if (!isSigned(bundle)) return { state: "unsigned" };
  const { verifyBundle } = await import("../../trust/signatures/verify-signature.ts");
  return verifyBundle(bundle, signers);
}

/** A lock may know a signer whom this user does not; it stays as long as the bytes do, so that machines agree on the lock. */
function withSigner({ signer: _, ...origin }: Origin, verdict: Verdict, digest: string, entry?: LockEntry): Origin {
  const signer = signerOf(verdict) ?? (entry?.digest === digest ? entry.origin.signer : undefined);
  return signer === undefined ? origin : { ...origin, signer };
}

async function capabilitiesBefore(
  standing: Standing | undefined,
  name: string,
  { audit }: InstallContext,
): Promise<Capabilities | undefined> {
  if (standing?.entry !== undefined) return standing.entry.approval.capabilities;
  const { approved: bundle, approvedDigest: digest } = standing ?? {};
  return bundle && digest !== undefined ? (await audit({ bundle, name, digest })).capabilities : undefined;
}

export function isEdited(standing: Standing | undefined): boolean {
  return standing?.exists === true && standing.entry !== undefined && standing.digest !== standing.entry.digest;
}

export function standingAt(
  { directory, lock }: InstallTarget,
  { lock: lockAt, approvals }: InstallState,
  { files, places }: InstallContext,
): Standing | undefined {
  const entry = lockAt(lock.path).get(lock.key);
  const approvedDigest = approvals.get(directory)?.digest;
  const approved = readStored(places.store, entry?.digest ?? approvedDigest ?? "");
  const known = {
    ...(entry ? { entry } : {}),
    ...(approvedDigest ? { approvedDigest } : {}),
    ...(approved ? { approved } : {}),
  };
  const kind = kindAt(directory, files);
  if (kind === undefined) return entry && { exists: false, ...known };
  // A symlink leads to files that the lock does not name.
  if (kind !== "directory") return { exists: true, ...known };
  const read = readDirectoryBundle(directory, files, INSTALL_LIMITS);
  return {
    exists: true,
    ...("bundle" in read ? { bundle: read.bundle, digest: digestBundle(read.bundle) } : {}),
    ...known,
  };
}

/** One call, because another process may remove the directory between two. */
function kindAt(path: string, files: Files): EntryKind | undefined {
  try {
    return files.lstat(path).kind;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function isApproved(standing: Standing | undefined, digest: string): boolean {
  return standing?.approvedDigest === digest && standing.entry?.digest === digest;
}

function isLocked({ entry }: Standing, digest: string, origin: Origin): boolean {
  return entry?.digest === digest && sameOrigin(entry.origin, origin);
}

function actionFor(digest: string, standing: Standing | undefined, settled: boolean): PlannedSkill["action"] {
  if (standing?.exists !== true) return "add";
  if (standing.digest !== digest) return "replace";
  return settled ? "same" : "keep";
}

const ORIGIN_KEYS = ["kind", "source", "path", "resolved", "artifact", "released", "signer", "plugin"] as const;

function sameOrigin(a: Origin, b: Origin): boolean {
  return ORIGIN_KEYS.every((key) => a[key] === b[key]);
}

/** What stands there is somebody's own: it is never written over, and never lost. */
function refuseTaken(directory: string, { entry, bundle }: Standing): void {
  if (entry !== undefined && bundle !== undefined) return;
  const why = entry === undefined ? "was not installed by skillwright" : "holds what cannot be kept, such as a link";
  throw new OperationError("SK660", `\`${directory}\` ${why}`, {
    hint: "move it away first, or install to another place with `--to`",
  });
}

// What a bundle's own SKILL.md says at its top, for who decides about it before it is anywhere.

export interface Head {
  readonly description: string;
  /** What it wants from package managers. */
  readonly packages: readonly InstallSpec[];
}

/** Empty where there is nothing that could be read; what is wrong with it is for others to say. */
export async function readHead(name: string, { files }: Bundle): Promise<Head> {
  const file = files.find(({ path }) => path.toLowerCase() === "skill.md");
  const skill = file && (quickly(name, file.bytes) ?? (await carefully(name, file.bytes)));
  return skill ? headOf(skill) : { description: "", packages: [] };
}

export function headOf({ description, manifest }: Pick<Skill, "description" | "manifest">): Head {
  const { extra, metadata } = manifest;
  return { description, packages: extra || metadata ? installSpecs(manifest) : [] };
}

function quickly(name: string, { buffer, byteOffset, length }: Uint8Array): Skill | undefined {
  const head = Buffer.from(buffer, byteOffset, length);
  return parseQuick(inMemoryLocation(name), head, length, DEFAULT_LIMITS.maxFrontmatterBytes, []);
}

async function carefully(name: string, bytes: Uint8Array): Promise<Skill | undefined> {
  const { parseInMemory } = await import("../../format/parse/parse-careful.ts");
  return parseInMemory(name, bytes).skill;
}
