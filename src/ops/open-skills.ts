/**
 * The library's main object: `openSkills(options)`. Each instance caches its own snapshots, one for each working
 * directory and set of extra roots. Instances share nothing. Snapshots are immutable; every change creates a snapshot
 * with a new revision.
 */
import { type WithheldSkill, withheldSkills } from "../activate/access/withheld-skills.ts";
import type { Catalog, CatalogOptions } from "../activate/list-catalog.ts";
import type { IconAnswer, ResourceAnswer, ResourceRequest } from "../activate/read-skill-files.ts";
import type { MessageResolution, ResolveOptions } from "../activate/select/resolve-message.ts";
import type { SkillCommand, SkillCommandOptions } from "../activate/select/slash-commands.ts";
import type { SkillSharing } from "../activate/share/share-skills.ts";
import type { Config } from "../catalog/config/config.ts";
import type { LoadOptions } from "../catalog/load/load.ts";
import { OpenCatalog } from "../catalog/open-catalog.ts";
import type { ServerSkills } from "../catalog/servers/open-server-skills.ts";
import { isSelectedBy } from "../catalog/snapshot/build-snapshot.ts";
import { statusOf } from "../catalog/snapshot/status-of.ts";
import type { SkillWatch, WatchOptions } from "../catalog/watch/skill-watch.ts";
import type { Activated, ActivationRequest } from "../model/conversation/activation.ts";
import type { ScriptAnswer, ScriptRequest } from "../model/conversation/control.ts";
import type { NeutralTool } from "../model/conversation/neutral-tool.ts";
import type { Actor, AgentScope, OfferedSkill } from "../model/conversation/offer.ts";
import { asOperationError, OperationError, SkillNotFoundError } from "../model/errors.ts";
import type { HostProfile } from "../model/host-profile.ts";
import type { PolicyFile } from "../model/rules/policy.ts";
import { calledName, type Skill } from "../model/skills/skill.ts";
import type { SkillSource } from "../model/skills/skill-source.ts";
import type { Loaded, Snapshot, State, StatusEntry } from "../model/skills/snapshot.ts";
import { findNearest } from "../model/text/matching/nearest.ts";
import { nameKey } from "../model/text/text.ts";
import { listResources } from "../platform/files/list-resources.ts";
import { nodeFiles } from "../platform/files/node-files.ts";
import type { FoundSkill, SkillSearchOptions } from "../search/search-skills.ts";
import type { ActivationOptions, ScriptRequester } from "../session/activate-from-catalog.ts";
import type { Session } from "../session/conversation/session.ts";
import type { SessionOptions } from "../session/conversation/session-options.ts";
import type { WindowPreview } from "../session/permit/preview-window.ts";
import type { SkillToolOptions } from "../session/tools/skill-tools.ts";
import type { ToolSession } from "../session/tools/tool-session.ts";
import { digestDirectory } from "../trust/bundle/digest.ts";
import {
  CATALOG_OPTIONS,
  checkLoadOptions,
  checkObject,
  checkOptions,
  checkRequest,
  checkSession,
  checkSignal,
  checkSkill,
  checkSkillRequestOptions,
  checkText,
  LOAD_OPTIONS,
  SESSION_OPTIONS,
  TOOL_OPTIONS,
} from "./check-options.ts";
import type { Explanation } from "./explain/explain-skill.ts";
import type { UsageOptions, UsageReport } from "./usage/skill-usage.ts";

/** A skill with its current body. */
export interface SkillContent {
  readonly skill: Skill;
  /** The Markdown after the frontmatter. */
  readonly body: string;
}

export interface CatalogMessage {
  /**
   * A message of the user. If the budget is too small, skills that match the message are named and described first, so
   * the catalog changes with each message. To keep prompt caches valid, omit the message and add
   * `session.relevant(message)` to the turn.
   */
  readonly message?: string;
}

/** The loaded skills, and methods to read, activate and watch them. */
export class Skills implements AsyncDisposable {
  readonly #catalog: OpenCatalog;

  private constructor(catalog: OpenCatalog) {
    this.#catalog = catalog;
  }

  static async open(options: LoadOptions = {}, watch?: WatchOptions): Promise<Skills> {
    checkOptions("openSkills", options, LOAD_OPTIONS);
    if (watch !== undefined) checkObject("watch", watch);
    checkSignal("opening the skills", options.signal);
    const skills = new Skills(await OpenCatalog.open(options, watch));
    if (options.signal?.aborted) await skills.close();
    checkSignal("opening the skills", options.signal);
    return skills;
  }

  /** Returns the skills of other MCP servers, so that the user can review and approve them. */
  async servers(): Promise<ServerSkills> {
    const { openServerSkills } = await import("../catalog/servers/open-server-skills.ts");
    return openServerSkills(this.config, this.#catalog.options);
  }

  /** The newest snapshot of the directory that was opened. */
  get snapshot(): Snapshot {
    return this.#catalog.snapshot;
  }

  /** The configuration that was used for the snapshot. */
  get config(): Config {
    return this.#catalog.config;
  }

  /** The profile of the host that the skills were loaded for. */
  get profile(): HostProfile {
    return this.#catalog.profile;
  }

  /** The policy files that apply here. */
  get policy(): readonly PolicyFile[] {
    return this.#catalog.policy;
  }

  /** Ids of the skills for which a policy requires the user's approval before they are loaded. */
  get asked(): ReadonlySet<string> {
    return this.#catalog.asked;
  }

  /** The skill sources other than directories: sources that the caller added, and MCP servers. */
  get sources(): readonly SkillSource[] {
    return this.#catalog.sources;
  }

  /** The skills that are loaded, in listing order. */
  get skills(): readonly Skill[] {
    return this.snapshot.skills.map((each) => each.skill);
  }

  /** The skills that no actor may use, such as those of an untrusted folder. Each has a fix. */
  get withheld(): readonly WithheldSkill[] {
    return withheldSkills(this.snapshot);
  }

  /**
   * Returns a snapshot of another directory or with other roots. It is cached like the snapshot of the opened
   * directory.
   */
  async snapshotFor(place: { cwd?: string; roots?: readonly string[]; force?: boolean }): Promise<Snapshot> {
    checkLoadOptions("snapshotFor", place);
    return this.#catalog.snapshotFor(place);
  }

  /**
   * Loads again if `invalidate` reported a change. With `force`, always loads again. If only independent skill files
   * changed, only those files are read.
   */
  async reload(options: { force?: boolean } = {}): Promise<Snapshot> {
    checkObject("reload", options);
    return this.#catalog.reload(options);
  }

  /** Marks a file as changed. If the file is in a root of the snapshot, the next `reload` reads it again. */
  invalidate(path: string): void {
    checkText("invalidate", path);
    this.#catalog.invalidate(path);
  }

  /**
   * Keeps the snapshot up to date and reports changes of skills, settings, and every other file that a load reads. If
   * several watches have the same directory and roots, they share the work. The options of the first watch then apply.
   */
  async watch(options: WatchOptions = {}): Promise<SkillWatch> {
    checkLoadOptions("watch", options);
    return this.#catalog.watch(options);
  }

  /** Drops every cached snapshot. The current snapshot stays usable. */
  clear(): void {
    this.#catalog.clear();
  }

  /**
   * Finds a skill by id, path, `name@scope` or name; undefined if there is none. An overridden skill cannot be found by
   * its name alone.
   */
  find(asked: string): Loaded | undefined {
    checkText("find", asked);
    const { skills, overridden } = this.snapshot;
    const key = nameKey(asked);
    const named =
      skills.find(({ skill }) => nameKey(calledName(skill)) === key) ??
      skills.find(({ skill }) => nameKey(skill.name) === key);
    if (named !== undefined || !isAddress(asked)) return named;
    const selectable = overridden.flatMap(({ skill, selectable }): Loaded[] => (selectable ? [{ skill }] : []));
    return [...skills, ...selectable].find(({ skill }) => isSelectedBy(asked, skill));
  }

  contains(asked: string): boolean {
    return this.find(asked) !== undefined;
  }

  /**
   * Reads the body of a skill from its source. The skill becomes active, so this method refuses the same skills as a
   * load does. With `preview` it only returns the text.
   */
  async read(asked: string, options: { readonly preview?: boolean } = {}): Promise<SkillContent> {
    checkObject("read", options);
    const { preview = false } = options;
    const loaded = this.find(asked);
    if (!loaded)
      throw new SkillNotFoundError(
        asked,
        findNearest(
          asked,
          this.skills.map((skill) => skill.name),
        ),
      );
    if (!preview) await this.#mayHave(loaded, asked);
    const { readBody } = await import("../catalog/read/read-current-skill.ts");
    const content = await readBody(loaded.skill, this.#catalog.options, this.config.limits);
    if (!preview) this.#catalog.markActive(content.skill.id);
    const namesake = this.find(content.skill.name)?.skill;
    // If another skill has the same name, this method does not update the snapshot. The next load decides which skill
    // wins.
    const free = namesake === undefined || namesake.id === loaded.skill.id;
    if (free && content.skill.header !== loaded.skill.header) this.#catalog.replace(content.skill, loaded.skill);
    return content;
  }

  /**
   * Returns a skill as its file is now, with the exact body including line ends. This does not activate the skill.
   * Returns undefined if the skill was removed.
   */
  async content(skill: Skill): Promise<SkillContent | undefined> {
    checkSkill("content", skill);
    const { readCurrentSkill } = await import("../catalog/read/read-current-skill.ts");
    try {
      const fresh = await readCurrentSkill(skill, this.#catalog.options, this.config.limits);
      return { skill: fresh.skill, body: fresh.verbatim() };
    } catch (error) {
      if (error instanceof OperationError) return undefined;
      throw error;
    }
  }

  /** Adds a skill from another source. Throws if another skill has the same name. */
  add(skill: Skill): Snapshot {
    checkSkill("add", skill);
    if (this.contains(skill.name))
      throw new OperationError("SK302", `a skill \`${skill.name}\` already exists`, {
        hint: "use `upsert` to replace the existing skill",
      });
    return this.upsert(skill);
  }

  /** Replaces the skill with the same name, or adds the skill. Returns a snapshot with a new revision. */
  upsert(skill: Skill): Snapshot {
    checkSkill("upsert", skill);
    return this.#catalog.replace(skill);
  }

  /** Returns every found file with its state, sorted by id. */
  status(): StatusEntry[] {
    return statusOf(this.snapshot, (id): State | undefined => (this.#catalog.isActive(id) ? "active" : undefined));
  }

  /** Returns every candidate for a name or path, with its outcome and fix. It also works if no skill has that name. */
  async explain(asked: string): Promise<Explanation> {
    checkText("explain", asked);
    const { explainSkill } = await import("./explain/explain-skill.ts");
    return explainSkill(asked, this.snapshot, this.#catalog.options);
  }

  /**
   * Returns the digest of a skill's whole directory. For a server's skill, the digest covers every address and digest
   * in the skill's entry.
   */
  digest(skill: Skill): string {
    checkSkill("digest", skill);
    if (skill.root.source !== undefined) return this.#sourceDigest(skill);
    return onDisk(() => digestDirectory(skill.directory, this.#catalog.options.files ?? nodeFiles));
  }

  /** Returns the frontmatter as the author wrote it, including unknown keys. */
  async frontmatter(skill: Skill): Promise<Readonly<Record<string, unknown>>> {
    checkSkill("frontmatter", skill);
    const { parseHeader } = await import("../format/parse/parse-header.ts");
    return Object.fromEntries(parseHeader(skill.header).entries.map(({ key, value }) => [key, value]));
  }

  /** Returns the paths of the skill's files except SKILL.md, relative to the skill and sorted. No file is read. */
  resources(skill: Skill): string[] {
    checkSkill("resources", skill);
    const { root, directory, path } = skill;
    if (root.source === undefined)
      return onDisk(() => listResources(directory, this.#catalog.options.files ?? nodeFiles));
    return [...(this.#sourceOf(skill)?.resources?.(path.slice(root.path.length + 1)) ?? [])];
  }

  /** Returns the catalog as a model reads it, within a budget. */
  async catalog(asked: CatalogOptions & CatalogMessage = {}): Promise<Catalog> {
    checkOptions("catalog", asked, CATALOG_OPTIONS);
    const { message, ...given } = asked;
    const { listOpenCatalog } = await import("../activate/list-open-catalog.ts");
    const limited = await this.#permitted(given.scope);
    const options = limited ? { ...given, scope: limited } : given;
    if (message === undefined) return listOpenCatalog(this.#catalog, options);
    const { scope, files } = options;
    const asking = { actor: "model", ...(scope ? { scope } : {}), ...(files ? { files } : {}) } as const;
    const found = await this.search(message, { ...asking, k: this.snapshot.skills.length });
    const ranking = Object.fromEntries(found.map(({ id, score }) => [id, score]));
    return listOpenCatalog(this.#catalog, { ...options, ranking });
  }

  /**
   * [B60] Adds the decisions of `permission.skill` in the policies to the scope, so that denied skills are left out.
   */
  async #permitted(scope: AgentScope | undefined): Promise<AgentScope | undefined> {
    if (scope?.permission !== undefined || this.#catalog.policy.length === 0) return scope;
    const [{ openLoadGate }, { limitedScope }] = await Promise.all([
      import("../session/permit/open-load-gate.ts"),
      import("../session/conversation/conversation.ts"),
    ]);
    const { permission } = await openLoadGate(this.#catalog, {}, [undefined]);
    return limitedScope(scope, permission, this.#catalog.profile);
  }

  /**
   * Returns the skills that match a request best, each with the matching words. If `query` is a list, its elements are
   * different phrasings of one request.
   */
  async search(query: string | readonly string[], options: SkillSearchOptions = {}): Promise<FoundSkill[]> {
    checkSkillRequestOptions("search", options);
    for (const each of Array.isArray(query) ? query : [query]) checkText("search", each);
    const { searchSkills } = await import("../search/search-skills.ts");
    return searchSkills(this.#catalog, query, options);
  }

  /** Returns the skills that a message names, or why they are refused. Loads nothing. */
  async resolve(message: string, options: Partial<ResolveOptions> = {}): Promise<MessageResolution> {
    checkSkillRequestOptions("resolve", options);
    checkText("resolve", message);
    const { resolveMessage } = await import("../activate/select/resolve-message.ts");
    return resolveMessage(message, this.#catalog.current.snapshot, { profile: this.#catalog.profile, ...options });
  }

  /**
   * Returns exactly the text that a model receives when it loads a skill. The text is read from disk. If the skill is
   * refused, returns the reason.
   */
  async activate(request: ActivationRequest, options: ActivationOptions = {}): Promise<Activated> {
    checkRequest("activate", request, ["asked", "actor"]);
    checkSkillRequestOptions("activate", options);
    const { activateFromCatalog } = await activation();
    return activateFromCatalog(this.#catalog, request, options);
  }

  /**
   * Returns a range of a file of a skill that the actor may use. Files outside of the skill's directory are never read.
   */
  async readResource(request: ResourceRequest, options: ActivationOptions = {}): Promise<ResourceAnswer> {
    checkSkillRequestOptions("readResource", options);
    checkRequest("readResource", request, ["asked", "actor", "path"]);
    const { readResourceFromCatalog } = await activation();
    return readResourceFromCatalog(this.#catalog, request, options);
  }

  /** Returns the icon in a skill's sidecar, if a user may use the skill; at most 256 KiB. */
  async readIcon(asked: string, size: "small" | "large" = "large"): Promise<IconAnswer> {
    checkText("readIcon", asked);
    const [{ permittedContext }, { readSkillIcon }] = await Promise.all([
      activation(),
      import("../activate/read-skill-files.ts"),
    ]);
    const request = { asked, actor: "user" } as const;
    return readSkillIcon(request, size, await permittedContext(this.#catalog, request, {}));
  }

  /** Runs a script of a skill in a sandbox, if the actor may use the skill and the script is allowed. */
  async runScript(request: ScriptRequest & ScriptRequester, options: ActivationOptions = {}): Promise<ScriptAnswer> {
    checkSkillRequestOptions("runScript", options);
    checkRequest("runScript", request, ["asked", "actor", "path"]);
    const { runScriptFromCatalog } = await activation();
    return runScriptFromCatalog(this.#catalog, request, options);
  }

  /** Returns the skills that a user can call with a slash command. */
  async commands(options: SkillCommandOptions = {}): Promise<readonly SkillCommand[]> {
    checkSkillRequestOptions("commands", options);
    const { skillCommands } = await import("../activate/select/slash-commands.ts");
    return skillCommands(this.#catalog.current.snapshot, options);
  }

  /**
   * Returns the permissions that a skill would get if it were loaded now: its rules about tools, and the permissions
   * that its manifest requests.
   */
  async window(skill: Skill): Promise<WindowPreview> {
    checkSkill("window", skill);
    const { previewWindow } = await import("../session/permit/preview-window.ts");
    return previewWindow(skill, this.#catalog);
  }

  /** Opens a conversation, which tracks the skills that the model has received. */
  async session(options: SessionOptions = {}): Promise<Session> {
    checkOptions("session", options, SESSION_OPTIONS);
    checkSignal("opening the session", options.signal);
    const { openSession } = await import("../session/open-session.ts");
    return openSession(this.#catalog, options);
  }

  /** Returns the skills that an actor may use in a new session, in listing order. A scope limits them to one agent. */
  async offered(actor: Actor, scope?: AgentScope): Promise<readonly OfferedSkill[]> {
    checkText("offered", actor);
    checkSkillRequestOptions("offered", { scope });
    const { offeredSkillsIn } = await import("../session/tools/lazy-session.ts");
    return offeredSkillsIn(this.#catalog, actor, scope);
  }

  /**
   * Returns the tools with which a model loads skills; none if no skill is offered. Without a session, the first call
   * of a tool opens a session. If there is a journal, this method opens the session at once, because the journal
   * records which skills were listed.
   */
  async tools(session?: Session, options: SkillToolOptions = {}): Promise<readonly NeutralTool[]> {
    checkSession("tools", session);
    checkOptions("tools", options, TOOL_OPTIONS);
    const { skillTools } = await import("../session/tools/skill-tools.ts");
    return skillTools(session ?? (await this.#sessionForTools()), options);
  }

  async #sessionForTools(): Promise<ToolSession> {
    if (this.config.journal !== null) return this.session();
    const { lazySession } = await import("../session/tools/lazy-session.ts");
    return lazySession(this.#catalog, () => this.session());
  }

  /**
   * Returns the skills in a form for remote clients: files with digests, and SKILL.md bytes that conform to the
   * specification.
   */
  async share(): Promise<SkillSharing> {
    const { SkillSharing } = await import("../activate/share/share-skills.ts");
    return new SkillSharing({
      options: this.#catalog.options,
      snapshot: () => this.snapshot,
      policy: () => this.policy,
    });
  }

  /** Returns how sessions used the skills, according to their journal. */
  async usage(options: UsageOptions = {}): Promise<UsageReport> {
    checkObject("usage", options);
    const { skillUsage } = await import("./usage/skill-usage.ts");
    return skillUsage(this.snapshot, this.config, options);
  }

  /** Closes this object and all its watches. */
  async close(): Promise<void> {
    await this.#catalog.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #sourceOf({ root }: Skill): SkillSource | undefined {
    return this.sources.find(({ name }) => name === root.source);
  }

  #sourceDigest(skill: Skill): string {
    const { name, path, root } = skill;
    const digest = this.#sourceOf(skill)?.digest?.(path.slice(root.path.length + 1));
    if (digest !== undefined) return digest;
    throw new OperationError("SK333", `\`${name}\` has no digest: it is not on this machine's disk`, {
      hint: "read the list of skills again: the skill's source may have changed",
    });
  }

  /** Throws unless a user may load the skill, because reading its body needs the same permission. */
  async #mayHave({ skill }: Loaded, asked: string): Promise<void> {
    const [{ permittedContext }, { findSkill }] = await Promise.all([
      activation(),
      import("../activate/activate-in-snapshot.ts"),
    ]);
    const request = { asked: skill.id, actor: "user" } as const;
    const found = await findSkill(request, await permittedContext(this.#catalog, request, {}));
    // A user may read a skill even if only models can load it (SK311).
    if (!("refusal" in found) || found.refusal.code === "SK311") return;
    const { code, reason, help } = found.refusal;
    throw new OperationError(code, `\`${asked}\`: ${reason}`, help === undefined ? {} : { hint: help });
  }
}

/**
 * Caches the promise of this import. Calling `import()` again would take longer than an activation, even for a loaded
 * module.
 */
let activating: Promise<typeof import("../session/activate-from-catalog.ts")> | undefined;

function activation(): Promise<typeof import("../session/activate-from-catalog.ts")> {
  activating ??= import("../session/activate-from-catalog.ts");
  return activating;
}

/** Converts file system errors to operation errors, because the skill may have been removed since it was listed. */
function onDisk<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw asOperationError(error);
  }
}

/**
 * Finds and loads the skills of a directory. With `watch`, the directory is watched from the first load until `close`.
 */
export function openSkills(options: LoadOptions = {}, watch?: WatchOptions): Promise<Skills> {
  return Skills.open(options, watch);
}

/**
 * Returns true if a text is an id, a path or a qualified name. All of these contain a separator, and none contains a
 * wildcard.
 */
function isAddress(asked: string): boolean {
  return /[/:@\\]/.test(asked) && !/[*?]/.test(asked);
}
