/** How a finding is made: severity, reason and way out come from the rules' table, the evidence is made harmless here. */
import type { Finding } from "../../model/rules/audit.ts";
import { RULES, type RuleCode } from "./rules.ts";

export interface Evidence {
  readonly message: string;
  readonly path?: string | undefined;
  readonly line?: number | undefined;
  /** From 1. */
  readonly column?: number | undefined;
  /** The stranger's own text. */
  readonly text?: string | undefined;
  /** Where in `text` the point is, so that a long line is cut around it. */
  readonly at?: number | undefined;
}

export function finding(code: RuleCode, { message, path, line, column, text, at }: Evidence): Finding {
  const { severity, why, help } = RULES[code];
  return {
    code,
    severity,
    message: harmless(message, MAX_MESSAGE),
    ...(path === undefined ? {} : { path: harmless(path, MAX_MESSAGE) }),
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
    ...(text === undefined ? {} : { evidence: harmless(around(text, at ?? 0), MAX_EVIDENCE) }),
    why,
    help,
  };
}

const MAX_MESSAGE = 300;
const MAX_EVIDENCE = 200;
const LEAD = 40;

function around(text: string, at: number): string {
  const start = text.length <= MAX_EVIDENCE ? 0 : Math.max(0, at - LEAD);
  return (start > 0 ? "…" : "") + text.slice(start, start + MAX_EVIDENCE + 1);
}

// Nearly every text; the expression below takes longer to compile than most audits take.
const VISIBLE = /^[\x20-\x7e]*$/;
// Whatever is not seen, moves the cursor, or joins what stands beside it.
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u3164\uffa0]/gu;

/** [G3] One visible line: hidden characters written out as `\u{…}`, cut to a length. */
export function harmless(text: string, max: number = MAX_EVIDENCE): string {
  const cut = text.length > max ? `${text.slice(0, max)}…` : text;
  if (VISIBLE.test(cut)) return cut.trim();
  return cut
    .replace(/[\t\n\r]+/g, " ")
    .replace(UNSEEN, (character) => `\\u{${(character.codePointAt(0) as number).toString(16)}}`)
    .trim();
}
