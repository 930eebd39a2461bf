/** Creates findings. The table of rules has their severity, reason and hint. The evidence is escaped here. */

import { FINDING_SEVERITIES, type Finding, type SuppressedFinding, type Suppression } from "../../model/rules/audit.ts";
import { matchWildcards } from "../../model/text/matching/match-wildcards.ts";
import { compareText } from "../../model/text/text.ts";
import { AUDIT_RULES, type RuleCode } from "./rules.ts";

export interface Evidence {
  readonly message: string;
  readonly path?: string | undefined;
  readonly line?: number | undefined;
  /** Line number, starting at 1. */
  readonly column?: number | undefined;
  /** Untrusted text from the skill. */
  readonly text?: string | undefined;
  /** Position of the match in `text`. A long text is cut so that this position remains visible. */
  readonly at?: number | undefined;
  readonly unread?: true;
}

export function finding(code: RuleCode, { message, path, line, column, text, at, unread }: Evidence): Finding {
  const { severity, why, help } = AUDIT_RULES[code];
  return {
    code,
    severity,
    message: escapeEvidence(message, MAX_MESSAGE),
    ...(path === undefined ? {} : { path: escapeEvidence(path, MAX_MESSAGE) }),
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
    ...(text === undefined ? {} : { evidence: escapeEvidence(around(text, at ?? 0), MAX_EVIDENCE) }),
    ...(unread ? { unread } : {}),
    why,
    help,
  };
}

/**
 * Returns the most severe findings, sorted. If some findings are left out, an additional last finding says how many.
 */
export function selectMostSevere(findings: readonly Finding[], max: number): Finding[] {
  const sorted = [...findings].sort(compareFindings);
  if (sorted.length <= max) return sorted;
  const message = `${sorted.length - max} more findings are not listed`;
  return [...sorted.slice(0, max), finding("SK815", { message })];
}

export function compareFindings(a: Finding, b: Finding): number {
  return (
    FINDING_SEVERITIES.indexOf(a.severity) - FINDING_SEVERITIES.indexOf(b.severity) ||
    compareText(a.path ?? "", b.path ?? "") ||
    (a.line ?? 0) - (b.line ?? 0) ||
    (a.column ?? 0) - (b.column ?? 0) ||
    compareText(a.code, b.code) ||
    compareText(a.message, b.message)
  );
}

const MAX_MESSAGE = 300;
const MAX_EVIDENCE = 200;
const LEAD = 40;

function around(text: string, at: number): string {
  const start = text.length <= MAX_EVIDENCE ? 0 : Math.max(0, at - LEAD);
  return (start > 0 ? "…" : "") + text.slice(start, start + MAX_EVIDENCE + 1);
}

// Matches nearly every text, so the slower expression is rarely needed. Compiling that expression takes longer than
// most audits.
const VISIBLE = /^[\x20-\x7e]*$/;
// Matches characters that are invisible, move the cursor, or join with their neighbours.
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u3164\uffa0]/gu;

/** Returns a text as one visible line. Hidden characters become `\u{…}`, and a long text is cut. */
export function escapeEvidence(text: string, max: number = MAX_EVIDENCE): string {
  const cut = text.length > max ? `${text.slice(0, max)}…` : text;
  if (VISIBLE.test(cut)) return cut.trim();
  return cut
    .replace(/[\t\n\r]+/g, " ")
    .replace(UNSEEN, (character) => `\\u{${(character.codePointAt(0) as number).toString(16)}}`)
    .trim();
}

export interface SuppressionResult {
  readonly kept: readonly Finding[];
  readonly suppressed: readonly SuppressedFinding[];
}

/** The skill to which a suppression may apply. */
export interface SuppressionSubject {
  /** The name of the skill's directory. */
  readonly directory: string;
  /** Digest of the whole skill. Undefined if a digest cannot be computed. */
  readonly digest: string | undefined;
}

/**
 * Removes suppressed findings. A `block` finding is removed only if the suppression names the digest of the reviewed
 * bytes.
 */
export function hideSuppressed(
  findings: readonly Finding[],
  rules: readonly Suppression[],
  audited: SuppressionSubject,
): SuppressionResult {
  const kept: Finding[] = [];
  const suppressed: SuppressedFinding[] = [];
  for (const finding of findings) {
    const rule = rules.find((each) => applies(each, finding, audited));
    if (rule) suppressed.push({ finding, reason: rule.reason });
    else kept.push(finding);
  }
  return { kept, suppressed };
}

function applies(rule: Suppression, { code, severity, path }: Finding, audited: SuppressionSubject): boolean {
  if (rule.code !== code) return false;
  if (severity === "block" && rule.digest === undefined) return false;
  if (rule.digest !== undefined && rule.digest !== audited.digest) return false;
  const full = path === undefined ? audited.directory : `${audited.directory}/${path}`;
  return matchWildcards(rule.path, full) || matchWildcards(rule.path, audited.directory);
}
