import type { StopSignal } from "../model/conversation/stop-signal.ts";
import type { Diagnostic } from "../model/diagnostics/diagnostic.ts";
import type { Limits } from "../model/limits.ts";
import type { Finding } from "../model/rules/audit.ts";
import type { Bundle, InstallLimits } from "../model/skills/bundle.ts";
import type { Origin, SourceKind } from "../model/skills/origin.ts";
import { hideEncodedLogins, hideLogins } from "../model/text/without-secrets.ts";
import type { Environment } from "../platform/environment.ts";
import type { Files } from "../platform/files/files.ts";
import type { Fetch } from "../platform/network/fetch.ts";
import type { Spawn } from "../platform/processes/spawn.ts";
import { showPath } from "../trust/bundle/refusal.ts";

/**
 * The one interface of every place that skills come from: text in, skills in memory out. A source fetches and unpacks; it
 * never writes where skills live, never asks anybody, and never decides whether a skill is welcome.
 */

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
  /** The only addresses that a name may lead to, for a name that a lock brought up. */
  readonly pinned?: (hostname: string) => readonly string[] | undefined;
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

const MAX_SHOWN = 2048;
// A branch, a tag, a commit or a digest. Any other fragment could be a token.
const PLAIN_FRAGMENT = /^(?:sha256:)?[\w./+-]*$/;
// A local path, or a package and its version. In any other text, `USER:PASSWORD@` could come first.
const PLAIN_START = /^(?:[.~/\\]|[a-z]:\\|(?:npm|plugin|clawhub):[^:]*$)/i;

/** A source's text without what could be a secret: user and password, the part after `?`, and an unusual fragment. */
export function showSource(text: string): string {
  const cut = text
    .slice(0, MAX_SHOWN)
    .replace(/#(.*)$/s, (all, fragment: string) => (PLAIN_FRAGMENT.test(fragment) ? all : "#…"))
    .replace(/\?.*$/s, "?…");
  const url = URL.canParse(cut) ? new URL(cut) : undefined;
  if (url === undefined || url.host === "") {
    const isPlain = PLAIN_START.test(cut);
    const plain = cut.replace(/^.*\/\/.*@/s, "…@").replace(/^.*:.*@/s, (all) => (isPlain ? all : "…@"));
    return showPath(hideEncodedLogins(plain));
  }
  const whole = url.password === "" && url.username === "" ? cut : cut.replace(/\/\/.*@/s, "//…@");
  return showPath(hideLogins(whole));
}
