import type { StopSignal } from "../model/conversation/stop-signal.ts";
import type { Diagnostic } from "../model/diagnostics/diagnostic.ts";
import type { Limits } from "../model/limits.ts";
import type { Finding } from "../model/rules/audit.ts";
import type { Bundle, InstallLimits } from "../model/skills/bundle.ts";
import type { Origin, SourceKind } from "../model/skills/origin.ts";
import { hideEncodedLogins, hideLogins } from "../model/text/display/without-secrets.ts";
import type { Environment } from "../platform/environment.ts";
import type { Files } from "../platform/files/files.ts";
import type { Fetch } from "../platform/network/fetch.ts";
import type { Spawn } from "../platform/processes/spawn.ts";
import { showPath } from "../trust/bundle/refusal.ts";

/**
 * The interface of all sources. A source receives a text and returns skills in memory. It fetches and unpacks. It never
 * writes to skill directories, asks the user, or decides whether a skill may be installed.
 */

/** A skill of a source. */
export interface SourceSkill {
  /** The name under which the skill is installed. It is also the name of the skill's directory. */
  readonly name: string;
  readonly bundle: Bundle;
  readonly origin: Origin;
  /** Findings that the registry reports about the skill. */
  readonly against?: readonly Finding[];
}

export interface FetchedSource {
  readonly skills: readonly SourceSkill[];
  /** Skipped items with reasons, and warnings to show before the approval. */
  readonly diagnostics: readonly Diagnostic[];
  /** Directories with a SKILL.md that the source contains but does not offer. */
  readonly elsewhere?: readonly string[];
}

export interface SourceContext {
  readonly environment: Environment;
  readonly files: Files;
  readonly fetch: Fetch;
  readonly spawn: Spawn;
  readonly limits: InstallLimits;
  /** Limits for searching a local directory (default: `DEFAULT_LIMITS`). */
  readonly treeLimits?: Pick<Limits, "maxDirectories" | "maxEntries">;
  /** The server for `owner/repo`, if the user has configured a server. */
  readonly gitHost?: string;
  /** The API address of a ClawHub registry, if configured. */
  readonly clawhubUrl?: string;
  /** Returns true for a folder that the user trusts (default: every folder). */
  readonly trusts?: (folder: string) => boolean;
  /** Returns the stored bundles of an artifact with this digest. If there are any, the artifact need not be fetched. */
  readonly kept?: (source: string, artifact: string) => readonly Bundle[];
  /** Returns the checked addresses of a host that a lock names. No other address of that host may be contacted. */
  readonly pinned?: (hostname: string) => readonly string[] | undefined;
  /** Returns the directory for temporary files of the fetch. Every call returns the same directory. */
  readonly temporary: () => string;
  readonly signal?: StopSignal;
  readonly progress?: (step: { readonly what: string; readonly done: number; readonly total?: number }) => void;
}

export interface Source {
  readonly kind: SourceKind;
  /** Returns true if the text is for this source. It checks only the syntax. */
  recognises(text: string): boolean;
  /** Throws an `OperationError` (SK60x) if nothing can be fetched. Problems of single skills are diagnostics. */
  fetch(text: string, context: SourceContext): Promise<FetchedSource>;
}

const MAX_SHOWN = 2048;
// A branch, tag, commit or digest. Any other fragment could be a token.
const PLAIN_FRAGMENT = /^(?:sha256:)?[\w./+-]*$/;
// Matches the start of a local path, or a package with its version. Any other text could start with `USER:PASSWORD@`.
const PLAIN_START = /^(?:[.~/\\]|[a-z]:\\|(?:npm|plugin|clawhub):[^:]*$)/i;

/**
 * Returns a source's text without parts that may be secrets: user, password, everything after `?`, and an unusual
 * fragment.
 */
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
