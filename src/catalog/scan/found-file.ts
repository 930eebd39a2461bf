import type { Limits } from "../../model/limits.ts";
import type { Root } from "../../model/skills/root.ts";
import type { Files } from "../../platform/files/files.ts";

/** A file that is, or would be, a skill. */
export interface FoundFile {
  readonly path: string;
  readonly directory: string;
  readonly root: Root;
  /** Where a link leads, when one was followed on the way. */
  readonly realPath: string | undefined;
  /** How the file differs from a plain readable SKILL.md. */
  readonly problem: FileProblem | undefined;
  /** Bytes of its head that are in the buffer during the call that hands it out; 0 when it was not read. */
  readonly headBytes: number;
  /** Whether `agents/` stands beside it. */
  readonly sidecars: boolean;
}

export type FileProblem =
  | "case"
  | "link"
  | "unreadable"
  | "special"
  | "too-large"
  | "broken-link"
  | "link-loop"
  | "not-followed";

export interface ScanOptions {
  readonly files: Files;
  readonly limits: Limits;
  readonly buffer: Uint8Array;
  readonly resourceDirectories: readonly string[];
  readonly skippedDirectories: readonly string[];
  readonly onSkill: (found: FoundFile) => void;
  /** Told of every directory that is not entered, and why; only `explain` listens. */
  readonly onSkipped?: (directory: string, why: SkipReason) => void;
}

export type SkipReason = "hidden" | "ignored" | "resource" | "link" | "limit";
