/**
 * The one interface of every place that skills come from: text in, skills in memory out. A source fetches and unpacks; it
 * never writes where skills live, never asks anybody, and never decides whether a skill is welcome.
 */

import type { StopSignal } from "../model/conversation/stop-signal.ts";
import type { Diagnostic } from "../model/diagnostics/diagnostic.ts";
import type { Limits } from "../model/limits.ts";
import type { Finding } from "../model/rules/audit.ts";
import type { Bundle, InstallLimits } from "../model/skills/bundle.ts";
import type { Origin, SourceKind } from "../model/skills/origin.ts";
import type { Environment } from "../platform/environment.ts";
import type { Files } from "../platform/files/files.ts";
import type { Fetch } from "../platform/network/fetch.ts";
import type { Spawn } from "../platform/processes/spawn.ts";

/** A skill as a source has it. */
export interface Found {
  /** The name by which it is installed: its directory's. */
  readonly name: string;
  readonly bundle: Bundle;
  readonly origin: Origin;
  /** What its own registry holds against it. */
  readonly against?: readonly Finding[];
}

export interface Fetched {
  readonly skills: readonly Found[];
  /** What was left out and why; what a person should know before approving. */
  readonly diagnostics: readonly Diagnostic[];
  /** Directories with a SKILL.md that the place has and does not offer. */
  readonly elsewhere?: readonly string[];
}

export interface SourceContext {
  readonly environment: Environment;
  readonly files: Files;
  readonly fetch: Fetch;
  readonly spawn: Spawn;
  readonly limits: InstallLimits;
  /** How far a directory on this machine is searched (default: `DEFAULT_LIMITS`). */
  readonly treeLimits?: Pick<Limits, "maxDirectories" | "maxEntries">;
  /** The server that `owner/repo` is on, where the user has set one. */
  readonly gitHost?: string;
  /** The address of a ClawHub registry's API, where one is configured. */
  readonly clawhubUrl?: string;
  /** Returns true for a folder that the user trusts (default: every folder). */
  readonly trusts?: (folder: string) => boolean;
  /** What was made of a source's artifact of this digest before, and is still kept: nobody has to be asked for it. */
  readonly kept?: (source: string, artifact: string) => readonly Bundle[];
  /** Makes a directory for files that are only needed while fetching; the same one each time. */
  readonly temporary: () => string;
  readonly signal?: StopSignal;
  readonly progress?: (step: { readonly what: string; readonly done: number; readonly total?: number }) => void;
}

export interface Source {
  readonly kind: SourceKind;
  /** Whether this text is meant for this source; syntax alone, nothing is touched. */
  recognises(text: string): boolean;
  /** Throws an `OperationError` (SK60x) when there is nothing to be had; what is wrong with single skills is a diagnostic. */
  fetch(text: string, context: SourceContext): Promise<Fetched>;
}
