/** What may be installed without a person looking, and what needs more than a yes. Nothing of a project has a say in it. */
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
import { placeOf, type SignatureDemands } from "../trust/signatures/check-origin.ts";

export interface InstallPolicy {
  /** The worst finding that `--yes` covers; `none` where it covers nothing. */
  readonly yesUpTo: YesLimit;
  /** Who must have signed, and how old a version must be. */
  readonly signatures: SignatureDemands;
}

/**
 * `yes` is content with `--yes`; `person` wants one who looks; `digest` takes only the digest itself for an answer; for
 * `denied` there is none.
 */
export interface ApprovalNeed {
  readonly need: "yes" | "person" | "digest" | "denied";
  /** Why a plain `--yes` is not enough. */
  readonly because: readonly string[];
}

/** What runs without being asked for; in an update also what may be used without asking. Nobody gets these by `--yes`. */
const WEIGHTY = { new: ["hooks", "shell"], update: ["hooks", "shell", "tools"] } as const;

export interface ApprovalInput {
  readonly findings: readonly Finding[];
  /** Of an update what it gains, of a new skill all that it has. */
  readonly gained: readonly CapabilityChange[];
  readonly isNew: boolean;
  /** In what the new origin is worth less than the old one. */
  readonly downgraded: readonly string[];
  /** What policy files say about it. */
  readonly ruled?: PolicyDecision | undefined;
}

/** What it takes to let these bytes in. */
export function decideApproval(
  { findings, gained, isNew, downgraded, ruled }: ApprovalInput,
  policy: InstallPolicy,
): ApprovalNeed {
  if (ruled?.decision === "deny") return { need: "denied", because: [ruledBy(ruled)] };
  const blocking = [...findings.filter(({ severity }) => severity === "block").map(told), ...downgraded];
  if (blocking.length > 0) return { need: "digest", because: blocking };
  const { yesUpTo } = policy;
  const none = yesUpTo === "none" ? ["your policy wants somebody who looks"] : [];
  const grave = yesUpTo === "none" ? [] : findings.filter(({ severity }) => rank(severity) < rank(yesUpTo));
  const weighty: readonly string[] = WEIGHTY[isNew ? "new" : "update"];
  const rights = gained
    .filter(({ kind }) => weighty.includes(kind))
    .map(({ kind, what }) => `it ${isNew ? "has" : "gains"} ${kind}: ${what}`);
  const asked = ruled?.decision === "ask" ? [ruledBy(ruled)] : [];
  const because = [...asked, ...none, ...grave.map(told), ...rights];
  return { need: because.length > 0 ? "person" : "yes", because };
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
 * What of the settings could not be understood and may have been a demand: on signatures, ages, how much a yes is
 * worth. A project's own file cannot make any.
 */
export function misreadDemand(diagnostics: readonly Diagnostic[], projectRoot: string): Diagnostic | undefined {
  return diagnostics.find(({ code, path, at, message }) => {
    const file = path ?? at?.path ?? "";
    if (file.startsWith(`${projectRoot}/.skillwright/`)) return false;
    return code === "SK030" || ((code === "SK031" || code === "SK032") && ABOUT_INSTALLING.test(message));
  });
}

// What differs between two versions of a skill: its files, what it could do, and where it comes from.

export interface FileChange {
  readonly path: string;
  readonly kind: "added" | "removed" | "changed" | "mode";
  readonly before?: BundleFile;
  readonly after?: BundleFile;
}

/** Sorted by path; files that are the same are not in it. */
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
  readonly gained: readonly CapabilityChange[];
  readonly lost: readonly CapabilityChange[];
}

const KINDS = ["tools", "hooks", "shell", "scripts", "binaries", "hosts", "secrets", "outside"] as const;

export function compareCapabilities(before: Capabilities, after: Capabilities): CapabilityChanges {
  const old = listOf(before);
  const now = listOf(after);
  const missingIn = (list: readonly CapabilityChange[], from: readonly CapabilityChange[]): CapabilityChange[] => {
    const known = new Set(list.map(({ kind, what }) => `${kind} ${what}`));
    return from.filter(({ kind, what }) => !known.has(`${kind} ${what}`));
  };
  return { gained: missingIn(old, now), lost: missingIn(now, old) };
}

function listOf(capabilities: Capabilities): CapabilityChange[] {
  return KINDS.flatMap((kind) =>
    capabilities[kind].map((each) => ({
      kind,
      what: typeof each === "string" ? each : `${each.path} (${each.language})`,
    })),
  );
}

/** Why the new origin is worth less than the old one; nothing where it is as good. */
export function downgrades(before: Origin | undefined, after: Origin): readonly string[] {
  if (before === undefined) return [];
  const found: string[] = [];
  if (comingFrom(before) !== comingFrom(after))
    found.push(`it comes from another place: \`${after.source}\` instead of \`${before.source}\``);
  if (before.signer !== undefined && after.signer === undefined)
    found.push(`it was signed by ${before.signer}, and is not any more`);
  if (before.signer !== undefined && after.signer !== undefined && before.signer !== after.signer)
    found.push(`it is signed by ${after.signer} instead of ${before.signer}`);
  return found;
}

/** Without the version: a newer one of the same place is what an update is for. A directory is this machine's own. */
function comingFrom(origin: Origin): string {
  return origin.kind === "directory" ? origin.kind : `${origin.kind} ${placeOf(origin)}`;
}
