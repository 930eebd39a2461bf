/** Finds risky text in comments of Markdown and HTML. A model reads such comments, but a user does not see them. */
import type { Finding } from "../../../model/rules/audit.ts";
import { finding } from "../finding.ts";
import type { AuditMaterial } from "../material.ts";

/** Matches an instruction to the reader of a comment, or a command to run. */
const SPEAKS =
  /\b(?:you (?:must|should|are|will)|(?:ignore|disregard) (?:all|any|every|everything|the|this|that|these|those|your|previous|prior|earlier|above|user|other)|execute (?:all|any|every|the|this|that|these|it)|always (?:run|use|include|add|send)|do not (?:tell|mention|reveal|show)|system prompt|(?:assistants?|agents?|models?|llms?|claude)[,:]? (?:must|should|shall|will|please|always|never|do not|don't)|(?:note|message|instructions?|attention|dear|for)[,:]? (?:(?:to|for) )?(?:the |any |all |every )?(?:ai |llm |language )?(?:assistants?|agents?|models?|llms?)|(?:silently|secretly) (?:\w{1,20} )?(?:run|send|upload|post|copy|read|add|write|execute|download|install|collect))\b|\b(?:curl|wget)\s{1,4}["'$\w-]|\bbase64\s{1,4}-|\beval\s{1,4}["'$(`]|\b(?:bash|python3?)\s{1,4}-c\b/i;
const MAX_SHOWN = 3;

export function findHiddenComments({ texts }: AuditMaterial): Finding[] {
  return texts.flatMap((file) => {
    const { path, role } = file;
    if ((role !== "skill" && role !== "instructions") || !file.text.includes("<!--")) return [];
    return file.lines
      .filter(({ kind, text }) => kind === "comment" && SPEAKS.test(text) && !TOOLING.test(text))
      .slice(0, MAX_SHOWN)
      .map(({ text, number, column }) => {
        const at = Math.max(0, text.search(SPEAKS));
        return finding("SK822", {
          message: "a comment speaks to the model",
          path,
          line: number,
          column: column + at + 1,
          text,
          at,
        });
      });
  });
}

// Matches comments for tools that write or check pages.
const TOOLING =
  /<!--\s{0,4}(?:prettier|markdownlint|toc|eslint|vale|textlint|cspell|omit|BEGIN|END|auto-?generated|generated|template|SPDX|license|copyright|todo|fixme)/i;

/** Reports content that the audit could not analyse. */
export function findUnanalysable({ unread, skill, problem, files }: AuditMaterial): Finding[] {
  const found = unread.map(({ path, why }) =>
    finding("SK815", { message: `it was only partly read: ${why}`, path, unread: true }),
  );
  if (skill === undefined && files.length > 0)
    found.push(finding("SK815", { message: "there is no SKILL.md that describes these files" }));
  else if (problem !== undefined && problem.code !== "SK013" && problem.code !== "SK001")
    found.push(finding("SK815", { message: `the frontmatter cannot be read: ${problem.message}`, path: skill?.path }));
  return found;
}
