import type { StopSignal } from "../model/conversation/stop-signal.ts";
import type { Diagnostic } from "../model/diagnostics/diagnostic.ts";
import type { Audited } from "../model/rules/audit.ts";
import type { PolicyDecision, ToJudge } from "../model/rules/policy.ts";
import type { Bundle, InstallLimits } from "../model/skills/bundle.ts";
import type { Environment } from "../platform/environment.ts";
import type { Files } from "../platform/files/files.ts";
import type { Fetch } from "../platform/network/fetch.ts";
import type { Spawn } from "../platform/processes/spawn.ts";
import type { StatePaths } from "../trust/locks/state-paths.ts";
import type { Signers } from "../trust/signatures/manifest.ts";
import type { AcceptedHosts } from "./accepted-hosts.ts";
import type { InstallPolicy } from "./approval-need.ts";
import type { OnStep } from "./journal/steps.ts";
import type { SourceContext } from "./source.ts";

export interface ToAudit {
  readonly bundle: Bundle;
  /** The directory's name, by which suppressions know it. */
  readonly name: string;
  readonly digest: string;
}

/** All that installing may use of the machine, and what it is held to. */
export interface InstallContext {
  readonly places: StatePaths;
  readonly environment: Environment;
  readonly files: Files;
  readonly fetch: Fetch;
  readonly spawn: Spawn;
  readonly limits: InstallLimits;
  readonly treeLimits?: SourceContext["treeLimits"];
  readonly gitHost?: string;
  readonly clawhubUrl?: string;
  /** Returns true for a folder that the user trusts. */
  readonly trusts: (folder: string) => boolean;
  /** Sites that are configured to be pulled from. */
  readonly urls: readonly string[];
  readonly policy: InstallPolicy;
  /** What of the settings nobody understands, and may have been a demand. */
  readonly misread?: Diagnostic;
  /** What policy files say about a skill that is to be installed; nothing where there are none. */
  readonly judge?: (skill: ToJudge) => PolicyDecision;
  /** Whom the user believes. */
  readonly signers: Signers;
  /** What speaks against a bundle, and what it could do. */
  readonly audit: (asked: ToAudit) => Promise<Audited>;
  /** Only what is in the store, or on this machine anyway. */
  readonly offline: boolean;
  readonly hosts: AcceptedHosts;
  readonly progress?: SourceContext["progress"];
  readonly signal?: StopSignal;
  /** For tests: told before each step that an interruption could follow. */
  readonly onStep?: OnStep;
}
