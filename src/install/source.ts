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
 * The interface of all sources: text in, skills in memory out. A source fetches and unpacks. It never writes to skill
 * directories, asks the user, or decides whether a skill may be installed.
 */

/** A skill of a source. */
export interface SourceSkill {
  /** The install name, which is the name of its directory. */
  readonly name: string;
  readonly bundle: Bundle;
  readonly origin: Origin;
  /** Findings of the skill's registry. */
  readonly against?: readonly Finding[];
}

export interface FetchedSource {
  readonly skills: readonly SourceSkill[];
  /** Skipped items with reasons, and warnings to show before the approval. */
  readonly diagnostics: readonly Diagnostic[];
  /** Directories with a SKILL.md that the source does not offer. */
  readonly elsewhere?: readonly string[];
}

export interface SourceContext {
  readonly environment: Environment;
  readonly files: Files;
  readonly fetch: Fetch;
  readonly spawn: Spawn;
  readonly limits: InstallLimits;
  /** Limits for the search of a local directory (default: `DEFAULT_LIMITS`). */
  readonly treeLimits?: Pick<Limits, "maxDirectories" | "maxEntries">;
  /** The server of `owner/repo`, if the user has configured one. */
  readonly gitHost?: string;
  /** The API address of a ClawHub registry, if configured. */
  readonly clawhubUrl?: string;
  /** Returns true for a folder that the user trusts (default: every folder). */
  readonly trusts?: (folder: string) => boolean;
  /** Returns stored bundles of an artifact with this digest, so that it need not be fetched. */
  readonly kept?: (source: string, artifact: string) => readonly Bundle[];
  /** Returns the only addresses that a host from a lock may have. */
  readonly pinned?: (hostname: string) => readonly string[] | undefined;
  /** Returns a directory for temporary files of the fetch; the same one each time. */
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
// A local path, or a package and its version. Any other text could start with `USER:PASSWORD@`.
const PLAIN_START = /^(?:[.~/\\]|[a-z]:\\|(?:npm|plugin|clawhub):[^:]*$)/i;

/** Returns a source's text without possible secrets: user, password, the part after `?`, and an unusual fragment. */
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
