/** What may be installed without a person looking, and what needs more than a yes. Nothing of a project has a say in it. */
import { FINDING_SEVERITIES, type Finding, type FindingSeverity } from "../model/audit.ts";
import type { CapabilityChange } from "./compare.ts";

export interface InstallPolicy {
  /** The worst finding that `--yes` covers. */
  readonly yesUpTo: FindingSeverity;
}

export const DEFAULT_POLICY: InstallPolicy = { yesUpTo: "medium" };

/** `yes` is content with `--yes`; `person` wants one who looks; `digest` takes only the digest itself for an answer. */
export interface Need {
  readonly need: "yes" | "person" | "digest";
  /** Why a plain `--yes` is not enough. */
  readonly because: readonly string[];
}

/** New rights in an update that nobody should get by `--yes`. */
const WEIGHTY: readonly CapabilityChange["kind"][] = ["tools", "hooks", "shell"];

/** [Y5] What it takes to let these bytes in. */
export function needOf(
  findings: readonly Finding[],
  gained: readonly CapabilityChange[],
  downgraded: readonly string[],
  policy: InstallPolicy,
): Need {
  const blocking = [...findings.filter(({ severity }) => severity === "block").map(told), ...downgraded];
  if (blocking.length > 0) return { need: "digest", because: blocking };
  const grave = findings.filter(({ severity }) => rank(severity) < rank(policy.yesUpTo));
  const rights = gained
    .filter(({ kind }) => WEIGHTY.includes(kind))
    .map(({ kind, what }) => `it gains ${kind}: ${what}`);
  const because = [...grave.map(told), ...rights];
  return { need: because.length > 0 ? "person" : "yes", because };
}

function rank(severity: FindingSeverity): number {
  return FINDING_SEVERITIES.indexOf(severity);
}

function told({ code, severity, message, path }: Finding): string {
  return `${severity} ${code}: ${message}${path === undefined ? "" : ` (${path})`}`;
}
