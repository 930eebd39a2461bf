import { compareText, messageLine } from "../text/text.ts";
import { CATALOGUE, type Code } from "./catalogue.ts";
import type { Diagnostic, Edit, Related, Severity } from "./diagnostic.ts";
import type { Span } from "./span.ts";

interface Finding {
  readonly message: string;
  readonly path?: string | undefined;
  readonly at?: Span | undefined;
  readonly help?: string | undefined;
  readonly related?: readonly Related[] | undefined;
  readonly fix?: readonly Edit[] | undefined;
  readonly rename?: string | undefined;
}

/** Creates a diagnostic. The severity comes from the catalogue, never from the call. */
export function diagnostic(code: Code, finding: Finding): Diagnostic {
  const path = finding.at?.path ?? finding.path;
  return {
    code,
    severity: CATALOGUE[code].severity,
    message: messageLine(finding.message),
    ...(path === undefined ? {} : { path }),
    ...(finding.at ? { at: finding.at } : {}),
    ...(finding.help ? { help: messageLine(finding.help) } : {}),
    ...(finding.related ? { related: finding.related } : {}),
    ...(finding.fix ? { fix: finding.fix } : {}),
    ...(finding.rename ? { rename: finding.rename } : {}),
  };
}

/** The severity that a setting gives to a warning or an info. Settings cannot change errors. */
export type SeverityOverride = Severity | "off";

const RANK: Record<Severity, number> = { error: 0, warning: 1, info: 2 };

/** Orders diagnostics by path, position and code, so the same input gives the same order. */
export function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
  return (
    compareText(a.path ?? "", b.path ?? "") ||
    (a.at?.line ?? 0) - (b.at?.line ?? 0) ||
    (a.at?.column ?? 0) - (b.at?.column ?? 0) ||
    RANK[a.severity] - RANK[b.severity] ||
    compareText(a.code, b.code) ||
    compareText(a.message, b.message)
  );
}
