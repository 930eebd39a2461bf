/**
 * The current skills of one place. It loads them, reloads them after changes, and keeps one snapshot per working
 * directory and extra roots. Snapshots are immutable: every change makes a new one with a new revision. The library's
 * object and its sessions share one catalog.
 */
import type { HostProfile } from "../model/host-profile.ts";
import type { PolicyFile } from "../model/rules/policy.ts";
import type { Skill, SkillId } from "../model/skills/skill.ts";
import type { SkillSource } from "../model/skills/skill-source.ts";
import { freezeDeep, type Snapshot } from "../model/skills/snapshot.ts";
import { nodeFiles } from "../platform/files/node-files.ts";
import type { Config } from "./config/config.ts";
import { type Loading, type LoadOptions, loadSkills } from "./load/load.ts";
import { loadWithServers } from "./servers/load-with-servers.ts";
import { plainReader, replaceSkill } from "./snapshot/replace-skill.ts";
import { upsertSkill } from "./snapshot/upsert-skill.ts";
import type { SkillWatch, WatchOptions } from "./watch/skill-watch.ts";
import type { WatchHub } from "./watch/watch-hub.ts";

/** Where to load from, if this differs from the place that was opened. */
export interface StartingPoint {
  readonly cwd?: string;
  readonly roots?: readonly string[];
}

export class OpenCatalog {
  readonly #options: LoadOptions;
  readonly #cache = new Map<string, Loading>();
  /** For each cached snapshot, the files that were reported as changed. */
  readonly #stale = new Map<string, Set<string>>();
  /** Snapshots that match the disk exactly. Snapshots that `replace` made are not included. */
  readonly #read = new WeakSet<Snapshot>();
  readonly #active = new Set<SkillId>();
  #current: Loading;
  #frozen: Snapshot | undefined;
  #hub: WatchHub | undefined;

  private constructor(options: LoadOptions, loading: Loading, hub?: WatchHub) {
    this.#options = options;
    this.#hub = hub;
    this.#current = loading;
    this.#cache.set(cacheKey(options), loading);
    this.#read.add(loading.snapshot);
  }

  /** With `watch`, skills are watched from the first load on. If servers provide skills, a second load follows. */
  static async open(options: LoadOptions = {}, watch?: WatchOptions): Promise<OpenCatalog> {
    if (watch !== undefined && options.servers === false) return OpenCatalog.#openWatched(options, watch);
    const opened: { catalog?: OpenCatalog } = {};
    // If this load fails, the skills stay as they are, and the next load reports the reason.
    const load = (): void => void opened.catalog?.reload({ force: true }).catch(() => undefined);
    const { options: all, ...loading } = await loadWithServers(options, load);
    const catalog = new OpenCatalog(all, loading);
    opened.catalog = catalog;
    if (watch !== undefined) await catalog.watch(watch);
    return catalog;
  }

  static async #openWatched(options: LoadOptions, watch: WatchOptions): Promise<OpenCatalog> {
    const { WatchHub } = await import("./watch/watch-hub.ts");
    const hub = new WatchHub();
    const opened: { catalog?: OpenCatalog } = {};
    const key = cacheKey(options);
    await hub.watch(key, options, watch, (loading) => {
      opened.catalog ??= new OpenCatalog(options, loading, hub);
      opened.catalog.#adopt(key, loading);
    });
    return opened.catalog as OpenCatalog;
  }

  /** The newest loaded skills of the opened directory. */
  get current(): Loading {
    return this.#current;
  }

  /** The newest frozen snapshot of the opened directory. */
  get snapshot(): Snapshot {
    const { snapshot } = this.#current;
    // Each snapshot is frozen only once, because the guard reads it for every tool call.
    if (this.#frozen !== snapshot) this.#frozen = freezeDeep(snapshot);
    return snapshot;
  }

  get config(): Config {
    return this.#current.config;
  }

  /** The profile of the host that the skills were loaded for. */
  get profile(): HostProfile {
    return this.#current.profile;
  }

  /** The policy files that apply here. */
  get policy(): readonly PolicyFile[] {
    return this.#current.policy;
  }

  /** Ids of skills for which a policy requires a question to the user. */
  get asked(): ReadonlySet<string> {
    return this.#current.asked;
  }

  /** The options of the load, and the files to read skills from. */
  get options(): LoadOptions {
    const { files } = this.#current;
    return files === undefined ? this.#options : { ...this.#options, files };
  }

  /** The sources other than directories: the caller's, and the queried servers. */
  get sources(): readonly SkillSource[] {
    return this.#options.sources ?? [];
  }

  /** Returns true if a model or a user has activated the skill. */
  isActive(id: SkillId): boolean {
    return this.#active.has(id);
  }

  markActive(id: SkillId): void {
    this.#active.add(id);
  }

  /**
   * Returns a snapshot of another directory or with other roots. It is cached like the snapshot of the opened
   * directory.
   */
  async snapshotFor({ force = false, ...start }: StartingPoint & { readonly force?: boolean }): Promise<Snapshot> {
    return (await this.#load(placed(this.#options, start), force)).snapshot;
  }

  /**
   * Loads the skills again if a file was reported as changed, or if `force` is set. If only one skill can have changed,
   * only this skill is read.
   */
  async reload({ force = false }: { readonly force?: boolean } = {}): Promise<Snapshot> {
    this.#current = await this.#load(this.#options, force);
    return this.snapshot;
  }

  /** Reports a changed file. The next `reload` of a snapshot with this file in a root reads it again. */
  invalidate(path: string): void {
    for (const [key, { snapshot }] of this.#cache) {
      if (!concerns(path, snapshot)) continue;
      const changed = this.#stale.get(key);
      if (changed) changed.add(path);
      else this.#stale.set(key, new Set([path]));
    }
  }

  /**
   * Keeps the snapshot up to date. Several watches of one place share the work, with the options of the first watch.
   */
  async watch(options: WatchOptions = {}): Promise<SkillWatch> {
    const { WatchHub } = await import("./watch/watch-hub.ts");
    this.#hub ??= new WatchHub();
    const start = placed(this.#options, options);
    const key = cacheKey(start);
    return this.#hub.watch(key, start, options, (loading) => this.#adopt(key, loading));
  }

  /**
   * Stores the snapshot that an activation made, unless skills were loaded or replaced since the activation started.
   */
  keepSince(before: Loading, snapshot: Snapshot): void {
    if (this.#current === before && snapshot !== before.snapshot) this.#keep({ ...before, snapshot });
  }

  /** Replaces a skill by another one, or adds it. */
  replace(skill: Skill, before?: Skill): Snapshot {
    this.#keep({ ...this.#current, snapshot: upsertSkill(this.#current.snapshot, skill, before) });
    return this.snapshot;
  }

  /** Drops every cached snapshot; the current one stays readable. */
  clear(): void {
    this.#cache.clear();
    this.#stale.clear();
  }

  /** Closes the catalog and all watches. */
  async close(): Promise<void> {
    await this.#hub?.close();
    this.clear();
  }

  #adopt(key: string, loading: Loading): void {
    this.#read.add(loading.snapshot);
    this.#stale.delete(key);
    this.#cache.set(key, loading);
    if (key === cacheKey(this.#options)) this.#current = loading;
  }

  #keep(loading: Loading): void {
    this.#current = loading;
    this.#cache.set(cacheKey(this.#options), loading);
  }

  async #load(options: LoadOptions, force: boolean): Promise<Loading> {
    const key = cacheKey(options);
    const cached = this.#cache.get(key);
    const changed = this.#stale.get(key);
    if (cached && !force && !changed) return cached;
    const again = cached && changed && !force ? this.#readAgain(cached, changed) : undefined;
    const loading = again ?? (await loadSkills(options));
    this.#stale.delete(key);
    this.#cache.set(key, loading);
    this.#read.add(loading.snapshot);
    return loading;
  }

  /** Returns the load with updated skills if each changed file affects only one skill; otherwise undefined. */
  #readAgain(loading: Loading, changed: ReadonlySet<string>): Loading | undefined {
    const { snapshot, config, policy } = loading;
    // With policies, all skills are loaded again, because a policy may depend on the changed bytes.
    if (!this.#read.has(snapshot) || changed.size > MAX_SINGLY || policy.length > 0) return undefined;
    let newest: Snapshot | undefined = snapshot;
    const read = plainReader(this.#options.files ?? nodeFiles, config.limits);
    for (const path of changed) newest &&= replaceSkill(path, newest, read);
    return newest && { ...loading, snapshot: newest };
  }
}

/** Maximum changed files that are read one by one. For more files, a full load is as fast. */
const MAX_SINGLY = 100;

function placed(options: LoadOptions, { cwd, roots }: StartingPoint): LoadOptions {
  return { ...options, ...(cwd === undefined ? {} : { cwd }), ...(roots === undefined ? {} : { roots }) };
}

function cacheKey({ cwd, roots }: LoadOptions): string {
  return JSON.stringify([cwd ?? null, roots ?? []]);
}

/**
 * Returns true if a changed file can affect a snapshot. It can if it is in a root, is the target of a symlink, or is a
 * settings file.
 */
function concerns(path: string, { roots, skills }: Snapshot): boolean {
  if (/(?:^|[/\\])(?:(?:config|policy)\.yaml|trust\.json|(?:server-)?approvals\.json|skills\.lock)$/.test(path))
    return true;
  if (roots.some((root) => path === root.path || path.startsWith(`${root.path}/`))) return true;
  return skills.some(({ skill }) => skill.realPath === path);
}
