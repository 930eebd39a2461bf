/** Decides which approval an install needs. Files of the project have no influence on it. */
import type { Diagnostic } from "../model/diagnostics/diagnostic.ts";
import {
  type Capabilities,
  FINDING_SEVERITIES,
  type Finding,
  type FindingSeverity,
  type YesLimit,
} from "../model/rules/audit.ts";
import type { PolicyDecision } from "../model/rules/policy.ts";
import type { Bundle, BundleFile } from "../model/skills/bundle.ts";
import type { Origin } from "../model/skills/origin.ts";
import { compareText } from "../model/text/text.ts";
import { type SignatureDemands, sourceWithoutVersion } from "../trust/signatures/check-origin.ts";

export interface ApprovalRules {
  /** The highest severity that `--yes` accepts; `none` if it accepts no finding. */
  readonly yesUpTo: YesLimit;
  /** The signers that a skill must have, and the minimum age of a version. */
  readonly signatures: SignatureDemands;
}

/**
 * `yes`: `--yes` is enough. `person`: the user must review it. `digest`: the user must name the digest. `denied`: no
 * approval is possible.
 */
export interface ApprovalNeed {
  readonly need: "yes" | "person" | "digest" | "denied";
  /** The reason why `--yes` alone is not enough. */
  readonly because: readonly string[];
}

/** Capabilities that `--yes` never accepts, because the host uses them without a question to the user. */
const WEIGHTY = { new: ["hooks", "shell"], update: ["hooks", "shell", "tools"] } as const;

export interface ApprovalFacts {
  readonly findings: readonly Finding[];
  /** The capabilities that an update adds, or all capabilities of a new skill. */
  readonly gained: readonly CapabilityChange[];
  readonly isNew: boolean;
  /** The reasons why the new origin is less trustworthy than the old one. */
  readonly downgraded: readonly string[];
  /** The decision of the policy files. */
  readonly ruled?: PolicyDecision | undefined;
}

/** Returns the approval that these bytes need. */
export function decideApproval(
  { findings, gained, isNew, downgraded, ruled }: ApprovalFacts,
  rules: ApprovalRules,
): ApprovalNeed {
  const denied = denialOf(ruled);
  if (denied) return denied;
  const blocking = [...findings.filter(({ severity }) => severity === "block").map(told), ...downgraded];
  if (blocking.length > 0) return { need: "digest", because: blocking };
  const { yesUpTo } = rules;
  const none = yesUpTo === "none" ? ["your policy requires a review"] : [];
  const grave = yesUpTo === "none" ? [] : findings.filter(({ severity }) => rank(severity) < rank(yesUpTo));
  const weighty: readonly string[] = WEIGHTY[isNew ? "new" : "update"];
  const rights = gained
    .filter(({ kind }) => weighty.includes(kind))
    .map(({ kind, what }) => `it ${isNew ? "has" : "gains"} ${kind}: ${what}`);
  const asked = ruled?.decision === "ask" ? [ruledBy(ruled)] : [];
  const because = [...asked, ...none, ...grave.map(told), ...rights];
  return { need: because.length > 0 ? "person" : "yes", because };
}

/** Returns the need of a skill that a policy denies; undefined if the policy does not deny it. */
export function denialOf(ruled: PolicyDecision | undefined): ApprovalNeed | undefined {
  return ruled?.decision === "deny" ? { need: "denied", because: [ruledBy(ruled)] } : undefined;
}

function ruledBy({ reason, from }: PolicyDecision): string {
  return `policy: ${reason} (${from})`;
}

function rank(severity: FindingSeverity): number {
  return FINDING_SEVERITIES.indexOf(severity);
}

function told({ code, severity, message, path }: Finding): string {
  return `${severity} ${code}: ${message}${path === undefined ? "" : ` (${path})`}`;
}

const ABOUT_INSTALLING = /^`(?:install\b|\$SKILLWRIGHT_INSTALL_)/;

/**
 * Returns the diagnostic of an unreadable setting that may have required signatures, ages or approvals. A project's own
 * file cannot set requirements, so it is ignored.
 */
export function findMisreadDemand(diagnostics: readonly Diagnostic[], projectRoot: string): Diagnostic | undefined {
  return diagnostics.find(({ code, path, at, message }) => {
    const file = path ?? at?.path ?? "";
    if (file.startsWith(`${projectRoot}/.skillwright/`)) return false;
    return code === "SK030" || ((code === "SK031" || code === "SK032") && ABOUT_INSTALLING.test(message));
  });
}

// Compares two versions of a skill by files, capabilities and origin.

export interface FileChange {
  readonly path: string;
  readonly kind: "added" | "removed" | "changed" | "mode";
  readonly before?: BundleFile;
  readonly after?: BundleFile;
}

/** Returns the changed files, sorted by path. */
export function compareBundles(before: Bundle, after: Bundle): FileChange[] {
  const old = new Map(before.files.map((file) => [file.path, file]));
  const now = new Map(after.files.map((file) => [file.path, file]));
  const paths = [...new Set([...old.keys(), ...now.keys()])].sort(compareText);
  return paths.flatMap((path) => changeOf(path, old.get(path), now.get(path)));
}

function changeOf(path: string, before: BundleFile | undefined, after: BundleFile | undefined): FileChange[] {
  if (after === undefined) return before ? [{ path, kind: "removed", before }] : [];
  if (before === undefined) return [{ path, kind: "added", after }];
  if (Buffer.compare(before.bytes, after.bytes) !== 0) return [{ path, kind: "changed", before, after }];
  return before.executable === after.executable ? [] : [{ path, kind: "mode", before, after }];
}

export interface CapabilityChange {
  readonly kind: keyof Capabilities;
  readonly what: string;
}

export interface CapabilityChanges {
  readonly added: readonly CapabilityChange[];
  readonly removed: readonly CapabilityChange[];
}

const KINDS = ["tools", "hooks", "shell", "scripts", "binaries", "hosts", "secrets", "outside"] as const;

export function compareCapabilities(before: Capabilities, after: Capabilities): CapabilityChanges {
  const old = listOf(before);
  const now = listOf(after);
  const missingIn = (list: readonly CapabilityChange[], from: readonly CapabilityChange[]): CapabilityChange[] => {
    const known = new Set(list.map(({ kind, what }) => `${kind} ${what}`));
    return from.filter(({ kind, what }) => !known.has(`${kind} ${what}`));
  };
  return { added: missingIn(old, now), removed: missingIn(now, old) };
}

function listOf(capabilities: Capabilities): CapabilityChange[] {
  return KINDS.flatMap((kind) =>
    capabilities[kind].map((each) => ({
      kind,
      what: typeof each === "string" ? each : `${each.path} (${each.language})`,
    })),
  );
}

/** Returns the reasons why the new origin is less trustworthy than the old one; empty if there are none. */
export function whyWeaker(before: Origin | undefined, after: Origin): readonly string[] {
  if (before === undefined) return [];
  const found: string[] = [];
  if (comingFrom(before) !== comingFrom(after))
    found.push(`it comes from another place: \`${after.source}\` instead of \`${before.source}\``);
  if (before.signer !== undefined && after.signer === undefined)
    found.push(`it was signed by ${before.signer}, and is now unsigned`);
  if (before.signer !== undefined && after.signer !== undefined && before.signer !== after.signer)
    found.push(`it is signed by ${after.signer} instead of ${before.signer}`);
  return found;
}

/**
 * Returns the source without its version, because updates change the version. For a local directory, it returns only
 * the kind of source.
 */
function comingFrom(origin: Origin): string {
  return origin.kind === "directory" ? origin.kind : `${origin.kind} ${sourceWithoutVersion(origin)}`;
}
