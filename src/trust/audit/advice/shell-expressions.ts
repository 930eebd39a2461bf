/** Finds commands in a skill's text that hosts run before a model reads the text. */
import type { Finding } from "../../../model/rules/audit.ts";
import { finding } from "../finding.ts";
import type { AuditLine, AuditMaterial } from "../material.ts";

export interface AuditedExpression {
  readonly command: string;
  readonly path: string;
  readonly line: AuditLine;
  readonly at: number;
}

const INLINE = /(?<![^\s(|>*_-])!`([^`\n]{1,400})`/gu;
const BLOCK = /^ {0,3}(?:`{3,}|~{3,})!/;
// Matches character pairs. Every shell expression contains one of them.
const MARK = /!`|`!|~!/;
/** Maximum expressions of one text. Users do not read that many. A finding reports that there are more. */
const MAX_EXPRESSIONS = 10_000;

/** Returns all expressions in order. Expressions in code fences are included, because hosts treat them differently. */
export function shellExpressions({ texts }: AuditMaterial): AuditedExpression[] {
  const found: AuditedExpression[] = [];
  for (const file of texts) {
    const { path } = file;
    if (file.role !== "skill" || !MARK.test(file.text)) continue;
    let block = false;
    for (const line of file.lines) {
      if (BLOCK.test(line.text)) block = true;
      else if (block && /^ {0,3}(?:`{3,}|~{3,})/.test(line.text)) block = false;
      else if (block && line.text.trim() !== "") found.push({ command: line.text.trim(), path, line, at: 0 });
      for (const match of line.text.matchAll(INLINE))
        found.push({ command: match[1] as string, path, line, at: match.index });
      if (found.length >= MAX_EXPRESSIONS) return found;
    }
  }
  return found;
}

const MAX_SHOWN = 5;

export function findPreparationCommands(material: AuditMaterial): Finding[] {
  const all = shellExpressions(material);
  const shown = all.slice(0, MAX_SHOWN).map(({ path, line, at }) =>
    finding("SK835", {
      message: "a host would run this command while it prepares the text",
      path,
      line: line.number,
      column: line.column + at + 1,
      text: line.text,
      at,
    }),
  );
  if (all.length < MAX_EXPRESSIONS) return shown;
  const message = `there are ${MAX_EXPRESSIONS} or more commands like this; further commands were not checked`;
  return [...shown, finding("SK815", { message, path: all.at(-1)?.path, unread: true })];
}
