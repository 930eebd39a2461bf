/**
 * Conductor: a bundle that is to be installed → what an audit says of it, with what the user has looked at before left
 * out. The same as for a directory, but for what only a disk can have.
 */
import type { ToAudit } from "../../install/context.ts";
import type { Audited, Suppression } from "../../model/rules/audit.ts";
import type { Bundle } from "../../model/skills/bundle.ts";
import { matchWildcards } from "../../model/text/match-wildcards.ts";
import type { AuditOptions } from "../../trust/audit/audit-bundle.ts";
import { isSigned } from "../../trust/signatures/manifest.ts";

export function auditWith(suppressions: readonly Suppression[]): (asked: ToAudit) => Promise<Audited> {
  let loaded: Promise<Auditor> | undefined;
  return async ({ bundle, name, digest }) => {
    loaded ??= loadAuditor();
    const { auditBundle, suppress } = await loaded;
    const { findings, ...said } = await auditBundle(bundle, isSigned(bundle) ? await coverageOf(bundle) : {});
    const { kept, suppressed } = suppress(findings, suppressions, { directory: name, digest, matches: matchWildcards });
    return { ...said, findings: kept, suppressed };
  };
}

type Auditor = Pick<typeof import("../../trust/audit/audit-bundle.ts"), "auditBundle"> &
  Pick<typeof import("../../trust/audit/finding.ts"), "suppress">;

async function loadAuditor(): Promise<Auditor> {
  const [audit, suppression] = await Promise.all([
    import("../../trust/audit/audit-bundle.ts"),
    import("../../trust/audit/finding.ts"),
  ]);
  return { auditBundle: audit.auditBundle, suppress: suppression.suppress };
}

/** Returns which files the bundle's own signature does not cover. */
export async function coverageOf(bundle: Bundle): Promise<AuditOptions> {
  if (!isSigned(bundle)) return {};
  const { coveredBy } = await import("../../trust/signatures/coverage.ts");
  const covered = coveredBy(bundle);
  return covered === undefined ? {} : { covered };
}
