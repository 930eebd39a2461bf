import type { Span } from "./span.ts";

export type Severity = "error" | "warning" | "info";

/** An edit that replaces the characters `start..end` of the frontmatter (`Skill.header`) with `text`. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** One problem: a description, its place, and a fix. */
export interface Diagnostic {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  /** The file or directory that has the problem. */
  readonly path?: string;
  readonly at?: Span;
  readonly help?: string;
  /** The host, if only one host is affected. */
  readonly host?: string;
  readonly related?: readonly Related[];
  /** Paths of the problem in identical copies of the skill. The diagnostic is not repeated for the copies. */
  readonly copies?: readonly string[];
  /** An automatic fix of the frontmatter. No fix changes the body. */
  readonly fix?: readonly Edit[];
  /** An automatic fix that renames the file to this name. */
  readonly rename?: string;
}

export interface Related {
  readonly message: string;
  readonly path: string;
}

/** The result of a stage: a value, and the diagnostics about the input. */
export interface Outcome<T> {
  readonly value: T;
  readonly diagnostics: readonly Diagnostic[];
}
