import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import type { LinePositions } from "../../model/diagnostics/span.ts";
import type { Skill } from "../../model/skills/skill.ts";
import type { DecodeNote } from "../../model/text/decode.ts";

/** A skill with all data that advice needs. */
export interface AdviceSubject {
  readonly skill: Skill;
  /** The lines of the whole file. Positions are computed from them. */
  readonly lines: LinePositions;
  readonly body: string;
  /** Offset of the body in the text. */
  readonly bodyStart: number;
  /** Paths of the other files of the skill, relative to its directory, with `/`. */
  readonly bundle: readonly string[];
  readonly exists: (path: string) => boolean;
  /** Returns the text of a file of the bundle; "" if it is larger than `maxBytes` or cannot be read. */
  readonly read: (path: string, maxBytes: number) => string;
  /** Problems that the decoder found in the file. */
  readonly notes: readonly DecodeNote[];
}

export type Advice = (subject: AdviceSubject) => Diagnostic[];

/** Creates a diagnostic at a position of the body. */
export function bodyDiagnostic(
  subject: AdviceSubject,
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
