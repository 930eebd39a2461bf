/**
 * The installer as a value: `openInstaller(options)`. Everything is planned first and carried out only with an approval, so
 * that whoever holds the plan can show it. What does the work is loaded when it is asked for.
 */

import type { AddRequest } from "./install/add.ts";
import type { Applied, Approval } from "./install/apply.ts";
import type { InstallContext } from "./install/context.ts";
import type { Plan } from "./install/plan.ts";
import { type LoadOptions, prepare } from "./load.ts";
import { INSTALL_LIMITS, type InstallLimits } from "./model/bundle.ts";
import type { Fetch } from "./platform/fetch.ts";
import { nodeFiles } from "./platform/node-files.ts";
import type { Spawn } from "./platform/spawn.ts";
import { placesOf } from "./trust/places.ts";

export interface InstallerOptions extends Pick<LoadOptions, "cwd" | "environment" | "files" | "config"> {
  /** No network: only what is in the store, or on this machine anyway. */
  readonly offline?: boolean;
  readonly limits?: InstallLimits;
  readonly fetch?: Fetch;
  readonly spawn?: Spawn;
  readonly progress?: InstallContext["progress"];
  readonly signal?: AbortSignal;
  readonly onStep?: InstallContext["onStep"];
}

export class Installer {
  readonly #context: InstallContext;

  private constructor(context: InstallContext) {
    this.#context = context;
  }

  static async open(options: InstallerOptions = {}): Promise<Installer> {
    const context = await contextOf(options);
    // What was interrupted is settled before anything is planned on top of it.
    if (nodeFiles.exists(context.places.guard)) (await import("./install/recover.ts")).recover(context.places);
    return new Installer(context);
  }

  get projectRoot(): string {
    return this.#context.places.projectRoot;
  }

  /** What adding would do. */
  async planAdd(request: AddRequest): Promise<Plan> {
    return (await import("./install/add.ts")).planAdd(request, this.#context);
  }

  /** Carries a plan out, or throws SK505 where the approval does not cover it. */
  async apply(plan: Plan, approval: Approval): Promise<Applied[]> {
    return (await import("./install/apply.ts")).applyPlan(plan, approval, this.#context);
  }
}

export function openInstaller(options: InstallerOptions = {}): Promise<Installer> {
  return Installer.open(options);
}

async function contextOf(options: InstallerOptions): Promise<InstallContext> {
  const { cwd, environment, files, config } = options;
  const load = {
    ...(cwd ? { cwd } : {}),
    ...(environment ? { environment } : {}),
    ...(files ? { files } : {}),
    ...(config ? { config } : {}),
  };
  const prepared = await prepare(load);
  const { DEFAULT_POLICY } = await import("./install/policy.ts");
  return {
    places: placesOf(prepared.environment, prepared.projectRoot),
    environment: { ...prepared.environment, cwd: prepared.cwd },
    files: prepared.files,
    fetch: options.fetch ?? (() => Promise.reject(new Error("there is no network yet"))),
    spawn: options.spawn ?? (await import("./platform/node-spawn.ts")).nodeSpawn,
    limits: options.limits ?? INSTALL_LIMITS,
    policy: DEFAULT_POLICY,
    audit: () => ({
      findings: [],
      capabilities: { tools: [], scripts: [], hosts: [], hooks: [], shell: [], secrets: [], outside: [], binaries: [] },
    }),
    offline: options.offline ?? false,
    ...(options.progress ? { progress: options.progress } : {}),
    ...(options.signal ? { signal: options.signal } : {}),
    ...(options.onStep ? { onStep: options.onStep } : {}),
  };
}
