import type { Limits } from "../../model/limits.ts";
import type { Root } from "../../model/skills/root.ts";
import type { Files } from "../../platform/files/files.ts";

/** A file that is, or could be, a skill. */
export interface FoundFile {
  readonly path: string;
  readonly directory: string;
  readonly root: Root;
  /** The real path, if a symlink was followed. */
  readonly realPath: string | undefined;
  /** The difference between the file and a plain readable SKILL.md; undefined if there is none. */
  readonly problem: FileProblem | undefined;
  /** Number of bytes of the file in the buffer during the callback; 0 if the file was not read. */
  readonly headBytes: number;
  /** True if an `agents/` directory is beside the file. */
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
  /** Called for every directory that the search does not enter, with the reason. Only `explain` uses it. */
  readonly onSkipped?: (directory: string, why: SkipReason) => void;
}

export type SkipReason = "hidden" | "ignored" | "resource" | "link" | "limit";
