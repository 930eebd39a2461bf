/** A skill's directory in memory: what came from somewhere, before anything of it is written or believed. */
import type { Diagnostic } from "../diagnostics/diagnostic.ts";

export interface BundleFile {
  /** From the skill's directory, with `/`; NFC, relative, without `.` and `..`. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly executable: boolean;
}

/** Files sorted by the bytes of their paths, no two of which any file system takes for the same. */
export interface Bundle {
  readonly files: readonly BundleFile[];
}

/** What all sources, archives and bundles are held to. */
export interface InstallLimits {
  readonly maxFiles: number;
  readonly maxFileBytes: number;
  readonly maxBytes: number;
  /** Unpacked to packed. */
  readonly maxRatio: number;
  readonly maxDepth: number;
  readonly maxPathBytes: number;
  /** Skills of one source. */
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

/** Files, or the findings that speak against all of them. */
export type Unpacked = { readonly bundle: Bundle } | { readonly refused: readonly Diagnostic[] };
