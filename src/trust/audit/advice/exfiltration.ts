import type { Finding } from "../../../model/rules/audit.ts";
import { finding } from "../finding.ts";
import type { AuditLine, AuditMaterial, TextFile } from "../material.ts";
import { findLinesWith } from "../patterns/find-patterns.ts";
import { positionInOrder } from "../patterns/pattern.ts";
import { COLLECTION_EXPRESSIONS, COLLECTS_ALL_VARIABLES, CREDENTIAL_FILE, KEY_FILES, READS_FILES } from "./secrets.ts";

const SINK =
  /\b(?:curl|wget)\b.{0,200}(?:\s-(?:d|F|T)\b|--data|--form|--upload-file|--post-(?:data|file)|-X\s?(?:POST|PUT))|\b(?:requests|httpx|session|axios|http|https)\.(?:post|put|request)\b|\burllib\.request\b|\burlopen\b|\bfetch\(|\bn(?:c|cat)\s{1,4}[\w.-]{3,80}\s{1,4}\d{2,5}|\bsmtplib\b|\bsendmail\b|\bscp\s|\brsync\s.{0,80}@|\bInvoke-(?:RestMethod|WebRequest)\b.{0,80}-Method\s{1,4}Post|\bnslookup\b|\bdig\s{1,4}[\w$]/i;
/** Maximum lines between reading secrets and sending them. */
const NEAR = 25;

/** Finds scripts that read keys or all variables, and send something within a few lines. */
export function findExfiltration({ texts }: AuditMaterial): Finding[] {
  return texts.flatMap((file) => (file.role === "script" ? takenAndSent(file) : []));
}

// Matches lines that are comments or that only print text.
const SPOKEN = /^\s{0,20}(?:#|\/\/|\*|echo\b|print|console\.|["'])/;

function takenAndSent(file: TextFile): Finding[] {
  const takes = takingLines(file);
  if (takes.size === 0) return [];
  let taken: { line: number; text: string; at: number } | undefined;
  for (const line of file.lines) {
    const { text, number } = line;
    const at = takes.get(line);
    if (at !== undefined) taken = { line: number, text, at };
    if (taken === undefined || number - taken.line > NEAR || positionInOrder(text, [SINK]) === -1) continue;
    const message = `it reads keys or all variables, and sends data in line ${number}`;
    return [
      finding("SK827", {
        message,
        path: file.path,
        line: taken.line,
        column: taken.at + 1,
        text: taken.text,
        at: taken.at,
      }),
    ];
  }
  return [];
}

/** Returns the lines that read secrets, each with the position in the line. */
function takingLines(file: TextFile): ReadonlyMap<AuditLine, number> {
  const takes = new Map<AuditLine, number>();
  const note = (line: AuditLine, at: number): void => {
    if (at !== -1 && !SPOKEN.test(line.text)) takes.set(line, Math.max(at, takes.get(line) ?? -1));
  };
  for (const line of findLinesWith(file, KEY_FILES))
    note(line, positionInOrder(line.text, [READS_FILES, CREDENTIAL_FILE]));
  for (const line of findLinesWith(file, COLLECTION_EXPRESSIONS))
    note(line, positionInOrder(line.text, [COLLECTS_ALL_VARIABLES]));
  return takes;
}
