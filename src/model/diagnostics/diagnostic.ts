import type { Span } from "./span.ts";

export type Severity = "error" | "warning" | "info";

/** A replacement of `text` for the characters `start..end` of the frontmatter (`Skill.header`). */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** One finding: what, where, and the way out. */
export interface Diagnostic {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  /** The file or directory that it is about. */
  readonly path?: string;
  readonly at?: Span;
  readonly help?: string;
  /** The host that it is about, where it is one host's doing. */
  readonly host?: string;
  readonly related?: readonly Related[];
  /** The same path in equal copies of the skill, for which the finding is not repeated. */
  readonly copies?: readonly string[];
  /** A mechanical repair of the file's text; never of its body. */
  readonly fix?: readonly Edit[];
  /** A mechanical repair that renames the file. */
  readonly rename?: string;
}

export interface Related {
  readonly message: string;
  readonly path: string;
}

/** What a stage returns: its value, and everything that is wrong with what came in. */
export interface Outcome<T> {
  readonly value: T;
  readonly diagnostics: readonly Diagnostic[];
}
