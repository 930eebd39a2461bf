/**
 * Manages installed skills: `openInstaller(options)`. Every change is planned first and applied only with an approval,
 * so that the caller can show the plan. The code that does the work is loaded on demand.
 */
import { type LoadContext, type LoadOptions, prepareLoad } from "../catalog/load/load.ts";
import { findPolicy } from "../catalog/withhold/withhold-skills.ts";
import type { SettingsFile } from "../hosts/views/host-view.ts";
import type { HostOptions } from "../install/accepted-hosts.ts";
import type { Applied, Approval } from "../install/apply/apply.ts";
import type { Forgotten } from "../install/apply/forget.ts";
import type { RemoveOptions, ShownFiles } from "../install/apply/remove.ts";
import type { ApprovalRules } from "../install/approval-need.ts";
import type { InstallContext, Site } from "../install/context.ts";
import type { Installed } from "../install/installed.ts";
import type { InstalledOrigin } from "../install/origin-of.ts";
import type { AddRequest } from "../install/plan/add.ts";
import type { SkillToApprove } from "../install/plan/approve.ts";
import type { InstallRequest } from "../install/plan/install-locked.ts";
import type { Plan } from "../install/plan/plan.ts";
import type { ImportRequest } from "../install/plan/plan-import.ts";
import type { PullPlan } from "../install/plan/pull.ts";
import type { Outdated } from "../install/plan/update.ts";
import type { Verified } from "../install/verify.ts";
import type { StopSignal } from "../model/conversation/stop-signal.ts";
import type { Diagnostic } from "../model/diagnostics/diagnostic.ts";
import { checkArgument } from "../model/errors.ts";
import type { Suppression } from "../model/rules/audit.ts";
import { isMap, isStringList } from "../model/schema.ts";
import { INSTALL_LIMITS, type InstallLimits } from "../model/skills/bundle.ts";
import { systemError } from "../platform/files/files.ts";
import { nodeFiles } from "../platform/files/node-files.ts";
import type { Fetch } from "../platform/network/fetch.ts";
import type { FetchSettings, Network } from "../platform/network/node-fetch.ts";
import type { ResolveName } from "../platform/network/permit-address.ts";
import type { Spawn } from "../platform/processes/spawn.ts";
import { isLocked } from "../platform/writing/change-files.ts";
import { vouchesFor } from "../trust/folders/vouch-for-root.ts";
import type { LockEntry } from "../trust/locks/skills-lock.ts";
import { statePathsOf } from "../trust/locks/state-paths.ts";
import type { Signers } from "../trust/signatures/manifest.ts";

export interface InstallerOptions extends Pick<LoadOptions, "cwd" | "environment" | "files" | "config">, HostOptions {
  /** True to use no network, but only the store and this machine. */
  readonly offline?: boolean;
  readonly limits?: InstallLimits;
  /** Limits what `--yes` approves. */
  readonly policy?: Partial<ApprovalRules>;
  /** Trusted signers (default: the user's `signers` directory). */
  readonly signers?: Signers;
  /** Audits a bundle, and returns its findings and capabilities (default: Skillwright's own audit). */
  readonly audit?: InstallContext["audit"];
  readonly fetch?: Fetch;
  /**
   * Resolves host names (default: the system). A host that a lock names is resolved only once. Only the resulting
   * addresses are contacted.
   */
  readonly resolve?: ResolveName;
  readonly spawn?: Spawn;
  readonly progress?: InstallContext["progress"];
  readonly signal?: StopSignal;
  readonly onStep?: InstallContext["onStep"];
  /** The host whose settings name the sites for `planPull` (default: Skillwright's own `urls`). */
  readonly host?: string;
  /**
   * False if an interrupted installation must stay unchanged (default: true). Callers that only show a plan set it to
   * false.
   */
  readonly recover?: boolean;
}

/** Plans and applies changes of installed skills. Nothing is written before `apply`. */
export class Installer {
  readonly #context: InstallContext;
  readonly #options: InstallerOptions;

  private constructor(context: InstallContext, options: InstallerOptions) {
    this.#context = context;
    this.#options = options;
  }

  static async open(options: InstallerOptions = {}): Promise<Installer> {
    return new Installer(await contextOf(options), options);
  }

  /** Completes or undoes an interrupted installation before a new plan. */
  async #recovered({ dryRun = false }: RemoveOptions = {}): Promise<InstallContext> {
    const { journal, temporary } = this.#context.statePaths;
    const recovers = (this.#options.recover ?? true) && !dryRun;
    if (recovers && (nodeFiles.exists(journal) || nodeFiles.exists(temporary) || isLocked(journal)))
      (await import("../install/journal/journal.ts")).recoverInstallation(this.#context.statePaths);
    return this.#context;
  }

  /**
   * The diagnostic about an unreadable setting that may have restricted installs. Nothing is installed before the user
   * corrects the setting.
   */
  get misread(): Diagnostic | undefined {
    return this.#context.misread;
  }

  get projectRoot(): string {
    return this.#context.statePaths.projectRoot;
  }

  /** Plans the installation of skills from a source. */
  async planAdd(request: AddRequest): Promise<Plan> {
    checkArgument(isStringList([request?.source]), "planAdd", "an object with a `source`");
    return (await import("../install/plan/add.ts")).planAdd(request, await this.#recovered());
  }

  /** Plans the skills of the configured sites (default: all sites). */
  async planPull(urls: readonly string[] = []): Promise<PullPlan> {
    checkArgument(isStringList(urls), "planPull", "a list of strings");
    return (await import("../install/plan/pull.ts")).planPull(urls, await this.#recovered());
  }

  /** Plans updates of installed skills from their sources (default: all installed skills). */
  async planUpdate(names: readonly string[] = []): Promise<Plan> {
    checkArgument(isStringList(names), "planUpdate", "a list of strings");
    return (await import("../install/plan/update.ts")).planUpdate(names, await this.#recovered());
  }

  /** Plans the restoration of the previous versions. */
  async planRollback(names: readonly string[]): Promise<Plan> {
    checkArgument(isStringList(names), "planRollback", "a list of strings");
    return (await import("../install/plan/update.ts")).planRollback(names, await this.#recovered());
  }

  /** Plans the restoration of the bytes in a lock. */
  async planInstall(request: InstallRequest = {}): Promise<Plan> {
    checkArgument(isMap(request), "planInstall", "an object");
    return (await import("../install/plan/install-locked.ts")).planInstall(request, await this.#recovered());
  }

  /** Merges locks that git left with conflict markers, and returns their paths. */
  async settleLocks(): Promise<readonly string[]> {
    return (await import("../install/apply/merge-conflicted-locks.ts")).mergeConflictedLocks(await this.#recovered());
  }

  /** Plans the skills of another tool's lockfile. */
  async planImport(request: ImportRequest): Promise<Plan> {
    checkArgument(isStringList([request?.path]), "planImport", "an object with a `path`");
    return (await import("../install/plan/plan-import.ts")).planImport(request, await this.#recovered());
  }

  /** Plans the approval of the bytes that are in the directories now. */
  async planApprove(skills: readonly SkillToApprove[]): Promise<Plan> {
    const isApprovable = (skill?: SkillToApprove): boolean => isStringList([skill?.name, skill?.directory]);
    checkArgument(
      Array.isArray(skills) && skills.every(isApprovable),
      "planApprove",
      "a list of `{ name, directory }`",
    );
    return (await import("../install/plan/approve.ts")).planApprove(skills, await this.#recovered());
  }

  /** Removes the directory, the lock entry and the approval of skills without asking. */
  async remove(names: readonly string[], options: RemoveOptions = {}): Promise<Applied[]> {
    checkArgument(isStringList(names), "remove", "a list of strings");
    checkArgument(isMap(options), "remove", "an object with options");
    if (names.length === 0) return [];
    return (await import("../install/apply/remove.ts")).removeSkills(names, options, await this.#recovered(options));
  }

  /** Returns the files that `remove` would remove now. */
  async showFiles(names: readonly string[]): Promise<ShownFiles> {
    checkArgument(isStringList(names), "showFiles", "a list of strings");
    if (names.length === 0) return new Map();
    return (await import("../install/apply/remove.ts")).showFiles(names, await this.#recovered({ dryRun: true }));
  }

  /** Withdraws approvals and changes nothing else. Afterwards, the skills load only if their folder is trusted. */
  async forget(names: readonly string[], options: RemoveOptions = {}): Promise<Forgotten[]> {
    checkArgument(isStringList(names), "forget", "a list of strings");
    checkArgument(isMap(options), "forget", "an object with options");
    return (await import("../install/apply/forget.ts")).forgetApprovals(names, options, await this.#recovered(options));
  }

  /** Reports lock entries with directories that a lock may not name. */
  async lockFindings(): Promise<readonly Diagnostic[]> {
    return (await import("../install/installed.ts")).lockFindings(this.#context);
  }

  /** Returns the installed skills whose bytes differ at their source. */
  async outdated(names: readonly string[] = []): Promise<Outdated[]> {
    checkArgument(isStringList(names), "outdated", "a list of strings");
    return (await import("../install/plan/update.ts")).listOutdated(names, this.#context);
  }

  /** Verifies everything that is installed or approved, by hashing it. */
  async verify(): Promise<Verified[]> {
    return (await import("../install/verify.ts")).verifyAll(this.#context);
  }

  /** Returns the origins of directories, and whether their bytes still match the approval. */
  async originsOf(directories: readonly string[]): Promise<ReadonlyMap<string, InstalledOrigin>> {
    checkArgument(isStringList(directories), "originsOf", "a list of stringList");
    return (await import("../install/origin-of.ts")).originsOf(directories, this.#context);
  }

  /** Returns the earlier versions of a directory, newest first. The history is local. */
  async history(directory: string): Promise<readonly LockEntry[]> {
    checkArgument(isStringList([directory]), "history", "a string");
    const { readVersionHistory } = await import("../install/journal/store.ts");
    return readVersionHistory(this.#context.statePaths.history).get(directory) ?? [];
  }

  /**
   * Returns the store's directory with this digest, after it has verified the bytes; undefined if the store does not
   * have it. Scripts run from this directory.
   */
  async storedDirectory(digest: string): Promise<string | undefined> {
    checkArgument(isStringList([digest]), "storedDirectory", "a string");
    const { readStored, storedBundlePath } = await import("../install/journal/store.ts");
    const { store } = this.#context.statePaths;
    return readStored(store, digest) === undefined ? undefined : storedBundlePath(store, digest);
  }

  /** Returns the skills in the lockfiles. */
  async installed(): Promise<readonly Installed[]> {
    return (await import("../install/installed.ts")).listInstalled(this.#context);
  }

  /** Applies a plan. Throws SK505 if the approval does not cover it, or if the present policy denies it. */
  async apply(plan: Plan, approval: Approval): Promise<Applied[]> {
    const isPlan = Array.isArray(plan?.skills) && plan.skills.every(isMap);
    checkArgument(isPlan && isMap(approval), "apply", "a plan and an approval");
    return (await import("../install/apply/apply.ts")).applyPlan(plan, approval, {
      ...this.#context,
      decideByPolicy: await policyNow(this.#options),
    });
  }
}

/** Opens an installer for a project and a user. */
export function openInstaller(options: InstallerOptions = {}): Promise<Installer> {
  return Installer.open(options);
}

/** Rejects every host name, because no name is resolved offline. */
const noNetwork: ResolveName = (hostname) => Promise.reject(systemError("ENOTFOUND", hostname));

/** Returns the decision of the policy files as they are now. The user may answer long after a plan was made. */
async function policyNow(options: InstallerOptions): Promise<InstallContext["decideByPolicy"]> {
  return (await findPolicy(await prepareLoad(loadOptions(options))))?.decideInstall;
}

function loadOptions({ cwd, environment, files, config, host }: InstallerOptions): LoadOptions {
  return {
    ...(cwd ? { cwd } : {}),
    ...(environment ? { environment } : {}),
    ...(files ? { files } : {}),
    ...(config ? { config } : {}),
    ...(host ? { host } : {}),
  };
}

async function contextOf(options: InstallerOptions): Promise<InstallContext> {
  const prepared = await prepareLoad(loadOptions(options));
  const statePaths = statePathsOf(prepared.environment, prepared.projectRoot);
  const { requireSignatures, minReleaseAgeDays, yesUpTo } = prepared.config.install;
  const [{ readDemands }, { readSigners }, { findMisreadDemand }, { AcceptedHosts }, ruling] = await Promise.all([
    import("../trust/signatures/check-origin.ts"),
    import("../trust/signatures/check-origin.ts"),
    import("../install/approval-need.ts"),
    import("../install/accepted-hosts.ts"),
    findPolicy(prepared),
  ]);
  const network = openLazyNetwork(options.resolve ? { resolve: options.resolve } : {});
  const misread = findMisreadDemand(prepared.diagnostics, prepared.projectRoot);
  return {
    statePaths,
    environment: { ...prepared.environment, cwd: prepared.cwd },
    files: prepared.files,
    fetch: options.fetch ?? network.fetch,
    spawn: options.spawn ?? lazySpawn,
    limits: options.limits ?? INSTALL_LIMITS,
    treeLimits: prepared.config.limits,
    ...(prepared.config.gitHost ? { gitHost: prepared.config.gitHost } : {}),
    ...(prepared.config.clawhubUrl ? { clawhubUrl: prepared.config.clawhubUrl } : {}),
    trusts: prepared.vouch.trusts,
    sites: await sitesOf(prepared),
    approvalRules: { yesUpTo, signatures: readDemands(requireSignatures, minReleaseAgeDays), ...options.policy },
    ...(misread ? { misread } : {}),
    decideByPolicy: ruling?.decideInstall,
    signers: options.signers ?? readSigners(statePaths, prepared.files, Date.now()),
    audit: options.audit ?? lazyAudit(prepared.config.suppressions),
    offline: options.offline ?? false,
    hosts: new AcceptedHosts(
      statePaths,
      prepared.files,
      prepared.config.gitHost,
      options,
      options.offline ? noNetwork : network.resolve,
    ),
    ...(options.progress ? { progress: options.progress } : {}),
    ...(options.signal ? { signal: options.signal } : {}),
    ...(options.onStep ? { onStep: options.onStep } : {}),
  };
}

/**
 * Returns the sites to install from. The host's settings are read even in an untrusted project, so that the user sees
 * which sites are refused.
 */
async function sitesOf({ profile, config, environment, cwd, files, vouch }: LoadContext): Promise<readonly Site[]> {
  if (profile.runtime === "engine") return config.urls.map((url) => ({ url }));
  const [{ settingsSitesOf }, { openMachine }] = await Promise.all([
    import("../hosts/views/habits.ts"),
    import("../hosts/views/machine.ts"),
  ]);
  const machine = openMachine({ environment, files, cwd, extra: [] });
  const vouches = (file: SettingsFile): boolean => vouchesFor(file, vouch);
  const trusted = settingsSitesOf(profile, { ...machine, honours: vouches });
  const refused = settingsSitesOf(profile, machine).filter(({ from }) => !vouches(from));
  return [...trusted, ...refused].map(({ url, from }) =>
    from.namedBy === "project" ? { url, byProject: { file: from.path, trusted: vouches(from) } } : { url },
  );
}

// Loads the network, process and audit code on the first call. Loading this code takes longer than most commands run.

function lazyAudit(suppressions: readonly Suppression[]): InstallContext["audit"] {
  return async ({ bundle, name, digest }) => {
    const { auditUnsuppressed } = await import("../trust/audit/audit-bundle.ts");
    return auditUnsuppressed(bundle, { directory: name, digest }, suppressions);
  };
}

/** Returns a network that is created on first use and shared by all calls. */
function openLazyNetwork(settings?: FetchSettings): Network {
  let opened: Promise<Network> | undefined;
  const open = (): Promise<Network> => {
    opened ??= import("../platform/network/node-fetch.ts").then(({ openNetwork }) => openNetwork(settings));
    return opened;
  };
  return {
    fetch: async (url, options) => (await open()).fetch(url, options),
    resolve: async (hostname) => (await open()).resolve(hostname),
  };
}

const lazySpawn: Spawn = async (program, args, options) => {
  const { nodeSpawn } = await import("../platform/processes/node-spawn.ts");
  return nodeSpawn(program, args, options);
};
