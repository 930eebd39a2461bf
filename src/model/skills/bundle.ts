/** A skill's directory in memory, before it is verified or written to disk. */
import type { Diagnostic } from "../diagnostics/diagnostic.ts";

export interface BundleFile {
  /**
   * The path relative to the skill's directory, with `/` as separator. It is in Unicode form NFC and has no `.` or `..`
   * parts.
   */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly executable: boolean;
}

/** The files of a skill, sorted by the bytes of their paths. No file system treats two of these paths as the same. */
export interface Bundle {
  readonly files: readonly BundleFile[];
}

/** Limits for sources, archives and bundles. */
export interface InstallLimits {
  readonly maxFiles: number;
  readonly maxFileBytes: number;
  readonly maxBytes: number;
  /** Maximum ratio of unpacked to packed size. */
  readonly maxRatio: number;
  readonly maxDepth: number;
  readonly maxPathBytes: number;
  /** Maximum skills of one source. */
  readonly maxSkills: number;
  readonly timeoutMs: number;
}

export const INSTALL_LIMITS: InstallLimits = {
  maxFiles: 2000,
  maxFileBytes: 16 * 1024 * 1024,
  maxBytes: 64 * 1024 * 1024,
  maxRatio: 200,
  maxDepth: 16,
  maxPathBytes: 512,
  maxSkills: 1000,
  timeoutMs: 60_000,
};

/** The files of an archive, or the diagnostics that reject it. */
export type Unpacked = { readonly bundle: Bundle } | { readonly refused: readonly Diagnostic[] };
