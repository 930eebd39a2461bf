import type { StopSignal } from "../model/conversation/stop-signal.ts";
import type { Diagnostic } from "../model/diagnostics/diagnostic.ts";
import type { AuditResult } from "../model/rules/audit.ts";
import type { PolicyDecision, SubjectFacts } from "../model/rules/policy.ts";
import type { Bundle, InstallLimits } from "../model/skills/bundle.ts";
import type { Environment } from "../platform/environment.ts";
import type { Files } from "../platform/files/files.ts";
import type { Fetch } from "../platform/network/fetch.ts";
import type { Spawn } from "../platform/processes/spawn.ts";
import type { StatePaths } from "../trust/locks/state-paths.ts";
import type { Signers } from "../trust/signatures/manifest.ts";
import type { AcceptedHosts } from "./accepted-hosts.ts";
import type { ApprovalRules } from "./approval-need.ts";
import type { OnStep } from "./journal/steps.ts";
import type { SourceContext } from "./source.ts";

export interface AuditRequest {
  readonly bundle: Bundle;
  /** The name of the directory. Suppressions of findings match this name. */
  readonly name: string;
  readonly digest: string;
}

/** A configured site of skills. */
export interface Site {
  readonly url: string;
  /** Set if a project's file names the site. */
  readonly byProject?: { readonly file: string; readonly trusted: boolean };
}

/** The parts of the machine that an install uses, and its limits. */
export interface InstallContext {
  readonly statePaths: StatePaths;
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
  /** Configured sites for `pull`. */
  readonly sites: readonly Site[];
  readonly approvalRules: ApprovalRules;
  /** The diagnostic of an unreadable setting that may have restricted installs. */
  readonly misread?: Diagnostic;
  /** Returns the policy decision about a skill to install; undefined without policy files. */
  readonly decideByPolicy?: ((skill: SubjectFacts) => PolicyDecision) | undefined;
  /** The signers that the user trusts. */
  readonly signers: Signers;
  /** Audits a bundle, which is the set of a skill's files. */
  readonly audit: (asked: AuditRequest) => Promise<AuditResult>;
  /** True if only the store and the local machine may be used. */
  readonly offline: boolean;
  readonly hosts: AcceptedHosts;
  readonly progress?: SourceContext["progress"];
  readonly signal?: StopSignal;
  /** For tests: called before each step at which an installation could be interrupted. */
  readonly onStep?: OnStep;
}
