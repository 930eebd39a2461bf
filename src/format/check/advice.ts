import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import type { Lines } from "../../model/diagnostics/span.ts";
import type { Skill } from "../../model/skills/skill.ts";
import type { DecodeNote } from "../../model/text/decode.ts";

/** A skill with everything that advice is given on. */
export interface Subject {
  readonly skill: Skill;
  /** The whole file, for positions. */
  readonly lines: Lines;
  readonly body: string;
  /** Where the body begins in the text. */
  readonly bodyStart: number;
  /** The files beside and below SKILL.md, relative, with `/`. */
  readonly bundle: readonly string[];
  readonly exists: (path: string) => boolean;
  /** What decoding the file had to say. */
  readonly notes: readonly DecodeNote[];
}

export type Advice = (subject: Subject) => Diagnostic[];

/** A finding at a place of the body. */
export function atBody(
  subject: Subject,
  code: Parameters<typeof diagnostic>[0],
  offset: number,
  length: number,
  message: string,
  help: string,
): Diagnostic {
  return diagnostic(code, {
    at: subject.lines.span(subject.bodyStart + offset, length),
    message,
    help,
  });
}
