/**
 * Aleph's `SkillSystem`: registry, eligibility and installer in one object. Every result is a value, and nothing is
 * thrown. Several calls may run at the same time; queries use the last complete snapshot.
 */
import { type Loading, type LoadOptions, loadSkills, prepareLoad } from "../../catalog/load/load.ts";
import type { EligibilityContext } from "../../format/eligibility.ts";
import file from "../../hosts/profiles/aleph.json" with { type: "json" };
import { completeProfile } from "../../hosts/profiles/complete-profile.ts";
import type { InstallApproval } from "../../install/packages/install-executor.ts";
import type { InstallResult, InstallSpec } from "../../install/packages/install-spec.ts";
import { OperationError } from "../../model/errors.ts";
import type { Missing, Snapshot } from "../../model/skills/snapshot.ts";
import type { Fetch } from "../../platform/network/fetch.ts";
import { machineFacts } from "../../platform/processes/find-binary.ts";
import type { Spawn } from "../../platform/processes/spawn.ts";
import { ARGUMENT_SHAPES, checkArguments, checkLoadOptions } from "../check-options.ts";
import {
  type AlephManifest,
  type AlephStatus,
  alephEligibility,
  alephFullStatus,
  alephId,
  alephRegistry,
  alephStatus,
} from "./aleph.ts";
import { ELIGIBILITY_CONTEXT_SHAPE, MANIFEST_SHAPE } from "./argument-shapes.ts";

const aleph = completeProfile(file);

/** The options of a load, and functions to run programs and use the network. */
export interface SkillSystemOptions extends LoadOptions {
  readonly spawn?: Spawn;
  readonly fetch?: Fetch;
}

/** An error as a value instead of an exception. */
export interface SystemProblem {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
}

/** A value, or the problem that prevented it. */
export type SystemResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: SystemProblem };

/**
 * Tells whether a skill can be used, with all reasons against it. The `kind` of a reason is a missing platform, binary,
 * variable, setting or skill, or a conflict.
 */
export type EligibilityResult =
  | { readonly eligible: true }
  | { readonly eligible: false; readonly reasons: readonly Missing[] };

/** The skill system of Aleph: loads, checks, installs and watches skills, and throws nothing. */
export class SkillSystem {
  readonly #options: SkillSystemOptions;
  #loaded: Loading | undefined;
  #context: EligibilityContext | undefined;
  #loading: Promise<SystemResult<Snapshot>> | undefined;
  #next: Promise<SystemResult<Snapshot>> | undefined;
  #installing: Promise<unknown> = Promise.resolve();

  constructor(options: SkillSystemOptions = {}) {
    this.#options = options;
  }

  /** Loads the skills once. A second call waits for the first call, or does nothing if it is done. */
  async init(): Promise<SystemResult<Snapshot>> {
    if (this.#loaded) return { ok: true, value: this.#loaded.snapshot };
    return this.#loading ?? this.rebuild();
  }

  /**
   * Loads the skills again. A load that is already running may have read outdated files, so all callers share one new
   * load that starts afterwards. If a load fails, the last snapshot stays.
   */
  rebuild(): Promise<SystemResult<Snapshot>> {
    if (this.#next) return this.#next;
    if (this.#loading) {
      this.#next = this.#loading.then(() => {
        this.#next = undefined;
        return this.#begin();
      });
      return this.#next;
    }
    return this.#begin();
  }

  #begin(): Promise<SystemResult<Snapshot>> {
    this.#loading = settled(() => this.#load()).finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  async #load(): Promise<Snapshot> {
    checkLoadOptions("SkillSystem", this.#options);
    const loaded = await loadSkills(this.#options);
    const { environment, files } = await prepareLoad(this.#options);
    this.#context = { ...machineFacts(environment, files), settings: loaded.config.settings };
    this.#loaded = loaded;
    return loaded.snapshot;
  }

  /** Returns the known skills, sorted by id; none before the first load. */
  skillStatus(): readonly AlephStatus[] {
    return this.#loaded && this.#context ? alephStatus(this.#loaded.snapshot, this.#context) : [];
  }

  /** Returns all skills sorted by id, including overridden and invalid skills. */
  fullStatus(): readonly AlephStatus[] {
    return this.#loaded && this.#context ? alephFullStatus(this.#loaded.snapshot, this.#context) : [];
  }

  /** Returns the registry's skills, sorted by id. */
  skills(): readonly AlephManifest[] {
    return this.#loaded ? alephRegistry(this.#loaded.snapshot) : [];
  }

  /**
   * Returns the eligible skills as in Aleph's system prompt: `<skills>` with triggers and instructions, sorted by id.
   * Bodies are read from the disk. The text is empty if no skill can be used or nothing is loaded yet.
   */
  prompt(): Promise<SystemResult<string>> {
    return settled(async () => {
      const [loaded, context] = [this.#loaded, this.#context];
      if (loaded === undefined || context === undefined) return "";
      const { snapshot } = loaded;
      const manifests = alephRegistry(snapshot);
      const missing = alephEligibility(manifests, context);
      const entries = new Map([...snapshot.skills, ...snapshot.ineligible].map((each) => [each.skill, each]));
      const skills = manifests.flatMap(({ id, skill }) => {
        const entry = missing.has(skill) ? undefined : entries.get(skill);
        if (entry === undefined) return [];
        return [{ skill: { ...skill, hostId: id }, ...(entry.withheld ? { withheld: entry.withheld } : {}) }];
      });
      const { listCatalog } = await import("../../activate/list-catalog.ts");
      const { readBody } = await import("../../catalog/read/read-current-skill.ts");
      const catalog = await listCatalog(
        { ...snapshot, skills },
        aleph,
        {},
        {
          variables: {},
          readBody: async (skill) => (await readBody(skill, this.#options, loaded.config.limits)).body,
        },
      );
      return catalog.text;
    });
  }

  /** Returns whether a skill can be used in a context (default: this machine). The skill is an id or a manifest. */
  checkEligibility(skill: string | AlephManifest, context?: EligibilityContext): EligibilityResult {
    const wrong = wrongArgument(skill, context ?? this.#context);
    if (wrong !== undefined) return { eligible: false, reasons: [wrong] };
    const asked = typeof skill === "string" ? alephId(skill) : skill.id;
    const held = context ?? this.#context;
    const known = this.skills();
    const manifest = typeof skill === "string" ? known.find(({ id }) => id === asked) : skill;
    if (manifest === undefined || held === undefined) return { eligible: false, reasons: [unknown(asked)] };
    const among = known.some(({ skill: each }) => each === manifest.skill) ? known : [...known, manifest];
    const reasons = alephEligibility(among, held).get(manifest.skill) ?? [];
    return reasons.length === 0 ? { eligible: true } : { eligible: false, reasons };
  }

  /**
   * Installs a package of a skill. Without approval it only returns the command. Only one installation runs at a time.
   */
  install(spec: InstallSpec, approval: InstallApproval = {}): Promise<InstallResult> {
    const done = this.#installing.then(() => this.#install(spec, approval));
    this.#installing = done;
    return done;
  }

  async #install(spec: InstallSpec, approval: InstallApproval): Promise<InstallResult> {
    const result = await settled(async () => {
      const { runInstall } = await import("../../install/packages/install-executor.ts");
      const { executorContext } = await import("../needs/skill-packages.ts");
      return runInstall(spec, await executorContext(this.#options), approval);
    });
    if (result.ok) return result.value;
    return { status: "failed", id: String(spec?.id), code: result.problem.code, reason: result.problem.message };
  }
}

/**
 * Returns a problem if an argument of `checkEligibility` is wrong. The skill system throws nothing, so the problem is a
 * value.
 */
function wrongArgument(skill: unknown, context: unknown): Missing | undefined {
  try {
    checkArguments("checkEligibility", {
      skill: [skill, typeof skill === "string" ? ARGUMENT_SHAPES.text : MANIFEST_SHAPE],
      context: [context, context === undefined ? ARGUMENT_SHAPES.anything : ELIGIBILITY_CONTEXT_SHAPE],
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    return { code: error.code, kind: "skill", what: "checkEligibility", message: error.message };
  }
}

function unknown(id: string): Missing {
  return { code: "SK301", kind: "skill", what: id, message: `there is no skill \`${id}\`` };
}

/** Turns every thrown error into a value. An unexpected error has the code `internal`. */
async function settled<T>(act: () => Promise<T>): Promise<SystemResult<T>> {
  try {
    return { ok: true, value: await act() };
  } catch (error) {
    const { code, hint } = error instanceof OperationError ? error : { code: "internal", hint: undefined };
    const message = error instanceof Error ? error.message : String(error);
    return { ok: false, problem: { code, message, ...(hint === undefined ? {} : { hint }) } };
  }
}
