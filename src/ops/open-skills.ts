/**
 * The engine as a value: `openSkills(options)`. Each instance keeps its own snapshots, one per working directory and extra
 * roots, and shares nothing with another. Snapshots never change; whatever changes makes a new one with a new revision.
 */
import type { IconAnswer, ResourceAnswer, ResourceRequest } from "../activate/activate.ts";
import type { Catalog, CatalogOptions } from "../activate/list-catalog.ts";
import type { Resolution, ResolveOptions } from "../activate/select/resolve-message.ts";
import type { SkillCommand, SkillCommandOptions } from "../activate/select/skill-commands.ts";
import type { SkillShare } from "../activate/share/share-skills.ts";
import type { Config } from "../catalog/config/config.ts";
import { type Loading, type LoadOptions, loadSkills } from "../catalog/load/load.ts";
import { readerOf, reloadSkill } from "../catalog/load/reload-skill.ts";
import { loadWithServers } from "../catalog/servers/load-with-servers.ts";
import type { ServerSkills } from "../catalog/servers/open-server-skills.ts";
import { addresses } from "../catalog/snapshot/build-snapshot.ts";
import { statusOf } from "../catalog/snapshot/status.ts";
import { upsertSkill } from "../catalog/snapshot/upsert-skill.ts";
import type { SkillWatch, WatchOptions } from "../catalog/watch/skill-watch.ts";
import type { WatchHub } from "../catalog/watch/watch-hub.ts";
import type { Activated, ActivationRequest } from "../model/conversation/activation.ts";
import type { ScriptAnswer, ScriptRequest } from "../model/conversation/control.ts";
import type { NeutralTool } from "../model/conversation/neutral-tool.ts";
import { OperationError, SkillNotFoundError } from "../model/errors.ts";
import type { PolicyFile } from "../model/rules/policy.ts";
import { freezeContents } from "../model/skills/freeze.ts";
import { SCOPES, type Scope } from "../model/skills/root.ts";
import type { Skill, SkillId } from "../model/skills/skill.ts";
import type { Loaded, Snapshot, State, StatusEntry } from "../model/skills/snapshot.ts";
import type { SkillSource } from "../model/skills/source.ts";
import { nameKey } from "../model/text/name-key.ts";
import { nearest } from "../model/text/nearest.ts";
import { listResources } from "../platform/files/list-resources.ts";
import { nodeFiles } from "../platform/files/node-files.ts";
import type { FoundSkill, SkillSearch, SkillSearchOptions } from "../search/search-skills.ts";
import type { WindowPreview } from "../session/control/preview-window.ts";
import type { Session, SessionOptions } from "../session/conversation/session.ts";
import type { Circumstances, ScriptAsking, SkillSupply } from "../session/conversation/supply.ts";
import type { SkillToolOptions } from "../session/tools/skill-tools.ts";
import { digestDirectory } from "../trust/bundle/digest.ts";
import type { Explanation } from "./explain/explain.ts";
import type { Instance } from "./invoke.ts";
import type { UsageOptions, UsageReport } from "./usage/skill-usage.ts";

/** A skill with its body, read just now. */
export interface SkillContent {
  readonly skill: Skill;
  /** The Markdown after the frontmatter. */
  readonly body: string;
}

export interface ForMessage {
  /**
   * [D27] A message of the user: where not all have room, what fits it is named and described first. The text then changes
   * from message to message; where a prompt's cache counts, leave it out and add `session.relevant(message)` to the turn.
   */
  readonly message?: string;
}

export class Skills implements AsyncDisposable, SkillSupply {
  readonly #options: LoadOptions;
  readonly #cache = new Map<string, Loading>();
  /** By cached snapshot, the files that were reported as changed. */
  readonly #stale = new Map<string, Set<string>>();
  /** Snapshots that say just what the disk said; what `upsert` made is not among them. */
  readonly #read = new WeakSet<Snapshot>();
  readonly #active = new Set<SkillId>();
  #current: Loading;
  #made: Instance | undefined;
  #search: SkillSearch | undefined;
  #hub: WatchHub | undefined;

  private constructor(options: LoadOptions, loading: Loading) {
    this.#options = options;
    this.#current = loading;
    this.#cache.set(cacheKey(options), loading);
    this.#read.add(loading.snapshot);
  }

  static async open(options: LoadOptions = {}): Promise<Skills> {
    const { options: all, ...loading } = await loadWithServers(options);
    return new Skills(all, loading);
  }

  /** The skills of other MCP servers, for a person who is to look at them and say yes. */
  async servers(): Promise<ServerSkills> {
    const { openServerSkills } = await import("../catalog/servers/open-server-skills.ts");
    return openServerSkills(this.config, this.#options);
  }

  /** The newest snapshot of the directory that was opened. */
  get snapshot(): Snapshot {
    return freezeContents(this.#current.snapshot);
  }

  /** The configuration that the snapshot was made with. */
  get config(): Config {
    return this.#current.config;
  }

  /** The policy files that count here. */
  get policy(): readonly PolicyFile[] {
    return this.#current.policy;
  }

  /** The ids of skills for which a policy wants somebody to be asked before they are loaded. */
  get asked(): ReadonlySet<string> {
    return this.#current.asked;
  }

  /** Where skills come from besides directories: what was given, and the servers that are asked. */
  get sources(): readonly SkillSource[] {
    return this.#options.sources ?? [];
  }

  /** The skills that are loaded, in listing order. */
  get skills(): readonly Skill[] {
    return this.snapshot.skills.map((each) => each.skill);
  }

  /** A snapshot of another directory or with other roots; cached like the first. */
  async snapshotFor(place: { cwd?: string; roots?: readonly string[]; force?: boolean }): Promise<Snapshot> {
    return (await this.#load(placed(this.#options, place), place.force ?? false)).snapshot;
  }

  /**
   * Loads again if something was reported as changed (`invalidate`), or with `force` in any case. Where that was a skill's own
   * file, and nothing else hangs on it, no other is read.
   */
  async reload(options: { force?: boolean } = {}): Promise<Snapshot> {
    this.#current = await this.#load(this.#options, options.force ?? false);
    return this.snapshot;
  }

  /** Tells that a file changed: the next `reload` of a snapshot that has it in one of its roots reads again. */
  invalidate(path: string): void {
    for (const [key, { snapshot }] of this.#cache) {
      if (!concerns(path, snapshot)) continue;
      const changed = this.#stale.get(key);
      if (changed) changed.add(path);
      else this.#stale.set(key, new Set([path]));
    }
  }

  /**
   * Keeps the snapshot as the disk is, and tells what changes: skills, settings, whatever a load looks at. Several watches of
   * one place share the work; the options of the first count.
   */
  async watch(options: WatchOptions = {}): Promise<SkillWatch> {
    const { WatchHub } = await import("../catalog/watch/watch-hub.ts");
    this.#hub ??= new WatchHub();
    const place = placed(this.#options, options);
    const key = cacheKey(place);
    return this.#hub.watch(key, place, options, (loading) => {
      this.#read.add(loading.snapshot);
      this.#stale.delete(key);
      this.#cache.set(key, loading);
      if (key === cacheKey(this.#options)) this.#current = loading;
    });
  }

  /** Forgets every cached snapshot; the current one stays readable. */
  clear(): void {
    this.#cache.clear();
    this.#stale.clear();
  }

  /** One skill by id, path, `name@scope` or name; undefined when there is none. */
  find(asked: string): Loaded | undefined {
    const { skills } = this.snapshot;
    const key = nameKey(asked);
    return (
      skills.find(({ skill }) => nameKey(skill.name) === key) ??
      skills.find(({ skill }) => isAddress(asked) && addresses(asked, skill))
    );
  }

  contains(asked: string): boolean {
    return this.find(asked) !== undefined;
  }

  /**
   * The body, fresh from where the skill lives. Handing it out makes the skill active, and is refused as loading it is; with
   * `preview` somebody only looks at it.
   */
  async read(asked: string, { preview = false }: { readonly preview?: boolean } = {}): Promise<SkillContent> {
    const loaded = this.find(asked);
    if (!loaded)
      throw new SkillNotFoundError(
        asked,
        nearest(
          asked,
          this.skills.map((skill) => skill.name),
        ),
      );
    if (!preview) await this.#mayHave(loaded, asked);
    const { readBody } = await import("../activate/read-body.ts");
    const content = await readBody(loaded.skill, this.#options, this.config.limits);
    if (!preview) this.#active.add(content.skill.id);
    const namesake = this.find(content.skill.name)?.skill;
    // Under a name that another skill has, who wins is for the next load to say.
    const free = namesake === undefined || namesake.id === loaded.skill.id;
    if (free && content.skill.header !== loaded.skill.header) this.#replace(content.skill, loaded.skill);
    return content;
  }

  /**
   * A skill as its file is now, the body exactly as it stands there, line ends and all; nobody has got it by that. Undefined
   * where it cannot be had any more.
   */
  async content(skill: Skill): Promise<SkillContent | undefined> {
    const { readFresh } = await import("../activate/read-body.ts");
    try {
      const fresh = await readFresh(skill, this.#options, this.config.limits);
      return { skill: fresh.skill, body: fresh.verbatim() };
    } catch (error) {
      if (error instanceof OperationError) return undefined;
      throw error;
    }
  }

  /** Adds a skill that came from elsewhere; refused when its name is taken. */
  add(skill: Skill): Snapshot {
    if (this.contains(skill.name))
      throw new OperationError("SK302", `there is a skill \`${skill.name}\` already`, {
        hint: "use `upsert` to replace it",
      });
    return this.upsert(skill);
  }

  /** Puts a skill in the place of the one of its name, or adds it: a new snapshot with a new revision. */
  upsert(skill: Skill): Snapshot {
    return this.#replace(skill);
  }

  /** Every found file with its state, sorted by id. */
  status(): StatusEntry[] {
    return statusOf(this.snapshot, (id): State | undefined => (this.#active.has(id) ? "active" : undefined));
  }

  /** Every candidate for a name or path, its outcome and the way out; also for what does not exist. */
  async explain(asked: string): Promise<Explanation> {
    const { explain } = await import("./explain/explain.ts");
    return explain(asked, this.snapshot, this.#options);
  }

  /** The digest of a skill's whole directory; of a server's skill, that of every address and digest that its entry names. */
  digest(skill: Skill): string {
    if (skill.root.source !== undefined) return this.#sourceDigest(skill);
    return digestDirectory(skill.directory, this.#options.files ?? nodeFiles);
  }

  /** The frontmatter as written: every key with its value, the unknown ones too. */
  async frontmatter(skill: Skill): Promise<Readonly<Record<string, unknown>>> {
    const { parseHeader } = await import("../format/parse/parse-header.ts");
    return Object.fromEntries(parseHeader(skill.header).entries.map(({ key, value }) => [key, value]));
  }

  /** The files beside and below SKILL.md, relative and sorted; none of them is read. */
  resources(skill: Skill): string[] {
    const { root, directory, path } = skill;
    if (root.source === undefined) return listResources(directory, this.#options.files ?? nodeFiles);
    return [...(this.#sourceOf(skill)?.resources?.(path.slice(root.path.length + 1)) ?? [])];
  }

  /** The catalog as a model reads it, within a budget. */
  async catalog({ message, ...options }: CatalogOptions & ForMessage = {}): Promise<Catalog> {
    const { catalogOf } = await invoke();
    if (message === undefined) return catalogOf(this.#instance, options);
    const { scope, files } = options;
    const asking = { actor: "model", ...(scope ? { scope } : {}), ...(files ? { files } : {}) } as const;
    const found = await this.search(message, { ...asking, k: this.snapshot.skills.length });
    const ranking = Object.fromEntries(found.map(({ id, score }) => [id, score]));
    return catalogOf(this.#instance, { ...options, ranking });
  }

  /** The skills that fit a request best, each with the words that found it. Several phrasings count as one request. */
  async search(query: string | readonly string[], options: SkillSearchOptions = {}): Promise<FoundSkill[]> {
    const { SkillSearch } = await import("../search/search-skills.ts");
    this.#search ??= new SkillSearch();
    return this.#search.search(query, this.#instance, options);
  }

  /** Which skills a message names, or why it does not get them; nothing is loaded. */
  async resolve(message: string, options: Partial<ResolveOptions> = {}): Promise<Resolution> {
    const { resolveIn } = await invoke();
    return resolveIn(this.#instance, message, options);
  }

  /** Exactly what a model receives when somebody asks for a skill, fresh from disk; or why it does not. */
  async activate(request: ActivationRequest, circumstances: Circumstances = {}): Promise<Activated> {
    const { activateIn } = await invoke();
    const before = this.#current;
    const activated = await activateIn(this.#instance, request, circumstances);
    // What was loaded or replaced meanwhile is newer than what this began with.
    if (this.#current === before && activated.snapshot !== before.snapshot)
      this.#keep({ ...before, snapshot: activated.snapshot });
    if ("activation" in activated) this.#active.add(activated.activation.skill.id);
    return activated;
  }

  /** A part of a file of a skill that the actor may have; nothing outside of the skill's directory. */
  async readResource(request: ResourceRequest, circumstances: Circumstances = {}): Promise<ResourceAnswer> {
    const { readResourceIn } = await invoke();
    return readResourceIn(this.#instance, request, circumstances);
  }

  /** The icon that a skill names in its sidecar, as it is on the disk, if a person may have the skill; at most 256 KiB. */
  async readIcon(asked: string, size: "small" | "large" = "large"): Promise<IconAnswer> {
    const { readIconIn } = await invoke();
    return readIconIn(this.#instance, { asked, actor: "user" }, size);
  }

  /** A script of a skill that the actor may have, run apart from the machine; refused unless it is granted. */
  async runScript(request: ScriptRequest & ScriptAsking, circumstances: Circumstances = {}): Promise<ScriptAnswer> {
    const { runScriptIn } = await invoke();
    return runScriptIn(this.#instance, request, circumstances);
  }

  /** Whether any script of these skills could be granted: by a rule of the policy. */
  grantsScripts(skills: readonly Skill[]): boolean {
    const rules = this.config.run.allow.scripts;
    return rules.length > 0 && skills.some(({ scope }) => rules.some((rule) => couldBe(rule, scope)));
  }

  /** The skills that a user can call with a slash, as entries for a list of commands. */
  async commands(options: SkillCommandOptions = {}): Promise<readonly SkillCommand[]> {
    const { commandsIn } = await invoke();
    return commandsIn(this.#instance, options);
  }

  /** What a skill would open if it were loaded now: its rules about tools, and what its manifest asks for. */
  async window(skill: Skill): Promise<WindowPreview> {
    const { previewIn } = await invoke();
    return previewIn(this.#instance, skill);
  }

  /** One conversation: what the model has before it, and what it gets next. */
  async session(options: SessionOptions = {}): Promise<Session> {
    const { openSession } = await invoke();
    return openSession(this, this.#instance, options);
  }

  /** The tools with which a model loads skills; none where nothing is offered. */
  async tools(session?: Session, options: SkillToolOptions = {}): Promise<readonly NeutralTool[]> {
    const { toolsFor } = await invoke();
    return toolsFor(session ?? (await this.session()), options);
  }

  /** The skills for others, who read them from far away: their files with digests, and bytes that conform. */
  async share(): Promise<SkillShare> {
    const { SkillShare } = await import("../activate/share/share-skills.ts");
    return new SkillShare({ options: this.#options, snapshot: () => this.snapshot, policy: () => this.policy });
  }

  /** What sessions made of the skills, by their journal. */
  async usage(options: UsageOptions = {}): Promise<UsageReport> {
    const { usageOf } = await import("./usage/skill-usage.ts");
    return usageOf(this.snapshot, this.config, options);
  }

  /** Ends every watch, too. */
  async close(): Promise<void> {
    await this.#hub?.close();
    this.clear();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** As it is just now; made anew only where something has changed. */
  get #instance(): Instance {
    const { snapshot, config } = this.#current;
    if (this.#made?.snapshot !== snapshot || this.#made.config !== config)
      this.#made = { ...this.#current, options: this.#options, reload: () => this.reload({ force: true }) };
    return this.#made;
  }

  #sourceOf({ root }: Skill): SkillSource | undefined {
    return this.sources.find(({ name }) => name === root.source);
  }

  #sourceDigest(skill: Skill): string {
    const { name, path, root } = skill;
    const digest = this.#sourceOf(skill)?.digest?.(path.slice(root.path.length + 1));
    if (digest !== undefined) return digest;
    throw new OperationError("SK333", `nobody knows the digest of \`${name}\`: it is not on this machine's disk`, {
      hint: "look again; its source may have changed",
    });
  }

  async #mayHave(loaded: Loaded, asked: string): Promise<void> {
    const { objectionIn } = await invoke();
    const objection = await objectionIn(this.#instance, loaded);
    if (objection === undefined) return;
    const { code, reason, help } = objection;
    throw new OperationError(code, `\`${asked}\`: ${reason}`, help === undefined ? {} : { hint: help });
  }

  #replace(skill: Skill, before?: Skill): Snapshot {
    const { snapshot } = this.#current;
    this.#keep({ ...this.#current, snapshot: upsertSkill(snapshot, skill, before) });
    return this.snapshot;
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

  /** With the files that changed, where each of them concerns one skill alone; otherwise undefined. */
  #readAgain(loading: Loading, changed: ReadonlySet<string>): Loading | undefined {
    const { snapshot, config, policy } = loading;
    // A policy may hang on the bytes that changed.
    if (!this.#read.has(snapshot) || changed.size > MAX_SINGLY || policy.length > 0) return undefined;
    let newest: Snapshot | undefined = snapshot;
    const read = readerOf(this.#options.files ?? nodeFiles, config.limits);
    for (const path of changed) newest &&= reloadSkill(path, newest, read);
    return newest && { ...loading, snapshot: newest };
  }
}

/** Beyond this many changed files, reading everything is as quick. */
const MAX_SINGLY = 100;

/** The running half, kept once it is there: `import()` of what is loaded already takes longer than an activation. */
let running: Promise<typeof import("./invoke.ts")> | undefined;

function invoke(): Promise<typeof import("./invoke.ts")> {
  running ??= import("./invoke.ts");
  return running;
}

/** Finds and loads the skills of a directory. */
export function openSkills(options: LoadOptions = {}): Promise<Skills> {
  return Skills.open(options);
}

/** A rule of digests may be about any skill; one of a scope is about those. */
function couldBe(rule: string, scope: Scope): boolean {
  const scopes = rule.split(/\s+/).filter((word) => SCOPES.some((each) => each === word));
  return scopes.length === 0 || scopes.includes(scope);
}

function placed(options: LoadOptions, { cwd, roots }: { cwd?: string; roots?: readonly string[] }): LoadOptions {
  return { ...options, ...(cwd === undefined ? {} : { cwd }), ...(roots === undefined ? {} : { roots }) };
}

function cacheKey({ cwd, roots }: LoadOptions): string {
  return JSON.stringify([cwd ?? null, roots ?? []]);
}

/** Only something with a separator can be an id, a path or a qualified name; `*` is not an address. */
function isAddress(asked: string): boolean {
  return /[/:@\\]/.test(asked) && !/[*?]/.test(asked);
}

/** Whether a changed file can change a snapshot: it lies in a root, a link leads to it, or it is a setting. */
function concerns(path: string, { roots, skills }: Snapshot): boolean {
  if (/(?:^|[/\\])(?:(?:config|policy)\.yaml|trust\.json|(?:server-)?approvals\.json|skills\.lock)$/.test(path))
    return true;
  if (roots.some((root) => path === root.path || path.startsWith(`${root.path}/`))) return true;
  return skills.some(({ skill }) => skill.realPath === path);
}
