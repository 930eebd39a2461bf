import type { Diagnostic, Severity } from "../../../model/diagnostics/diagnostic.ts";
import type { Finding, FindingSeverity } from "../../../model/rules/audit.ts";

const SEVERITIES: Readonly<Record<FindingSeverity, Severity>> = {
  block: "error",
  high: "warning",
  medium: "warning",
  low: "info",
  info: "info",
};

/** A finding in the words of every other diagnostic, for what prints and counts those. */
export function toDiagnostic(
  { code, severity, message, path, line, column, evidence, help }: Finding,
  directory: string,
): Diagnostic {
  const full = path === undefined ? directory : `${directory}/${path}`;
  const at = line === undefined ? undefined : { path: full, line, column: column ?? 1, length: 1, text: "" };
  return {
    code,
    severity: SEVERITIES[severity],
    message: evidence === undefined ? message : `${message}: \`${evidence}\``,
    path: full,
    ...(at ? { at } : {}),
    help,
  };
}
