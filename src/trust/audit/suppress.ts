import type { Finding, Suppressed, Suppression } from "../../model/rules/audit.ts";

export interface Sifted {
  readonly kept: readonly Finding[];
  readonly suppressed: readonly Suppressed[];
}

/** What a suppression is held against. */
export interface AuditedPlace {
  /** The name of the skill's directory. */
  readonly directory: string;
  /** Of the whole skill; undefined where it cannot have one. */
  readonly digest: string | undefined;
  readonly matches: (pattern: string, text: string) => boolean;
}

/** What blocks is only left out by the digest of the very bytes that somebody looked at. */
export function suppress(findings: readonly Finding[], rules: readonly Suppression[], place: AuditedPlace): Sifted {
  const kept: Finding[] = [];
  const suppressed: Suppressed[] = [];
  for (const finding of findings) {
    const rule = rules.find((each) => applies(each, finding, place));
    if (rule) suppressed.push({ finding, reason: rule.reason });
    else kept.push(finding);
  }
  return { kept, suppressed };
}

function applies(rule: Suppression, { code, severity, path }: Finding, place: AuditedPlace): boolean {
  if (rule.code !== code) return false;
  if (severity === "block" && rule.digest === undefined) return false;
  if (rule.digest !== undefined && rule.digest !== place.digest) return false;
  const full = path === undefined ? place.directory : `${place.directory}/${path}`;
  return place.matches(rule.path, full) || place.matches(rule.path, place.directory);
}
