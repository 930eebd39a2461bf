/** What may be installed without a person looking, and what needs more than a yes. Nothing of a project has a say in it. */
import type { Diagnostic } from "../model/diagnostics/diagnostic.ts";
import { FINDING_SEVERITIES, type Finding, type FindingSeverity, type YesLimit } from "../model/rules/audit.ts";
import type { PolicyDecision } from "../model/rules/policy.ts";
import type { SignatureDemands } from "../trust/signatures/check-origin.ts";
import type { CapabilityChange } from "./plan/compare.ts";

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
