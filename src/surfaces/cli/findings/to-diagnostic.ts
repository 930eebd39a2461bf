import type { Diagnostic, Severity } from "../../../model/diagnostics/diagnostic.ts";
import type { Finding, FindingSeverity } from "../../../model/rules/audit.ts";

const SEVERITIES: Readonly<Record<FindingSeverity, Severity>> = {
  block: "error",
  high: "warning",
  medium: "warning",
  low: "info",
  info: "info",
};

/** Converts an audit finding into a diagnostic. `copies` are directories with the same skill. */
export function toDiagnostic(
  { code, severity, message, path, line, column, evidence, help }: Finding,
  directory: string,
  copies: readonly string[] = [],
): Diagnostic {
  const within = (skill: string): string => (path === undefined ? skill : `${skill}/${path}`);
  const full = within(directory);
  const at = line === undefined ? undefined : { path: full, line, column: column ?? 1, length: 1, text: "" };
  return {
    code,
    severity: SEVERITIES[severity],
    message: evidence === undefined ? message : `${message}: \`${evidence}\``,
    path: full,
    ...(at ? { at } : {}),
    ...(copies.length > 0 ? { copies: copies.map(within) } : {}),
    help,
  };
}
