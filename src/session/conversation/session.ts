/**
 * One conversation with a model: the skills that it was offered, has received, and gets next. A session answers
 * requests with texts, messages and events. It reads no file itself, never throws because of a skill or a message, and
 * can be stored and resumed at any time. Its parts are the shared state (`conversation.ts`), the listing
 * (`skill-offers.ts`), loading (`skill-loads.ts`), files and scripts (`skill-files.ts`), tool calls (`tool-calls.ts`),
 * and subagents (`forks/`).
 */
import type { Catalog, CatalogOptions } from "../../activate/list-catalog.ts";
import { isSkillItem } from "../../activate/render/is-skill-item.ts";
import type { MessageResolution, ResolveOptions } from "../../activate/select/resolve-message.ts";
import type { OpenCatalog } from "../../catalog/open-catalog.ts";
import type { Activation, ActivationRequest, SkillItem } from "../../model/conversation/activation.ts";
import type { Confinement, ScriptRequest, ToolCall, TurnIntent } from "../../model/conversation/control.ts";
import type { Cancelled, NeutralTool, ToolResult } from "../../model/conversation/neutral-tool.ts";
import type { Actor, AgentScope, OfferedSkill } from "../../model/conversation/offer.ts";
import type { StopSignal } from "../../model/conversation/stop-signal.ts";
import { OperationError } from "../../model/errors.ts";
import type { HostProfile } from "../../model/host-profile.ts";
import type { GuardOptions, OpenPermissionWindow } from "../../model/rules/permission.ts";
import { grantsScripts } from "../../model/rules/run-settings.ts";
import { isMap, isStringList } from "../../model/schema.ts";
import type { Secrets } from "../../run/secrets/secrets.ts";
import type { FoundSkill } from "../../search/search-skills.ts";
import { Conversation } from "./conversation.ts";
import type { SkillEvents } from "./events/events.ts";
import { reportRefusal } from "./events/report-refusal.ts";
import { Forks } from "./forks/forks.ts";
import { openFork } from "./forks/open-fork.ts";
import { digestText, type LedgerEntry } from "./ledger.ts";
import type { SkillReply } from "./parts/activate-in-session.ts";
import type { FileRange } from "./parts/skill-files.ts";
import { SkillLoads } from "./parts/skill-loads.ts";
import { SkillOffers } from "./parts/skill-offers.ts";
import { ToolCalls } from "./parts/tool-calls.ts";
import type { CompactOptions } from "./restore-skills.ts";
import type { CheckedCall, SessionOptions, SessionPorts, SessionTools, Turn } from "./session-options.ts";
import { readState, type SessionState, STATE_VERSION } from "./state.ts";
import { turnIntent } from "./turn-intent.ts";

/** Maximum number of skills that an agent's definition loads at the start. */
const MAX_PRELOADED = 100;

/** One conversation with a model. It sends each skill only once, and judges tool calls. */
export class Session {
  readonly #conversation: Conversation;
  readonly #offers: SkillOffers;
  readonly #loads: SkillLoads;
  readonly #calls: ToolCalls;
  readonly #forks: Forks;
  readonly #decisions: SessionPorts["decisions"];
  #children = 0;

  constructor(catalog: OpenCatalog, options: SessionOptions, ports: SessionPorts) {
    const state = options.state === undefined ? undefined : readState(options.state);
    this.#conversation = new Conversation(catalog, options, ports, state);
    this.#offers = new SkillOffers(this.#conversation);
    this.#calls = new ToolCalls(this.#conversation, ports);
    this.#forks = this.#openForks(ports.child);
    this.#loads = new SkillLoads(this.#conversation, this.#forks);
    this.#decisions = ports.decisions;
  }

  get id(): string {
    return this.#conversation.id;
  }

  get profile(): HostProfile {
    return this.#conversation.profile;
  }

  get events(): SkillEvents {
    return this.#conversation.events;
  }

  /** Secrets that the user gave to this session, in memory only. */
  get secrets(): Secrets {
    return this.#conversation.secrets;
  }

  /** All activations, oldest first. */
  get ledger(): readonly LedgerEntry[] {
    return this.#conversation.ledger.entries;
  }

  /**
   * Returns the catalog for the model. The first call fixes its order and its pinned skills, so that prompt caches stay
   * valid.
   */
  async catalog(options: CatalogOptions = {}): Promise<Catalog> {
    takeOptions(options, "catalog");
    return this.#offers.catalog(options);
  }

  /** Returns how many skills the catalog cannot describe in full in this context window. Changes nothing. */
  cutShort(window?: number): Promise<number> {
    return this.#offers.cutShort(window);
  }

  /**
   * Returns the best matches among the skills that a model may use. If there are several queries, they are different
   * phrasings of one request.
   */
  async search(queries: readonly string[], options: { readonly k?: number } = {}): Promise<readonly FoundSkill[]> {
    take(isStringList(queries), "search", "a list of strings");
    takeOptions(options, "search");
    return this.#offers.search(queries, options);
  }

  /**
   * Returns a message for this turn. It lists skills that match the user's message but have no description in the
   * catalog. The catalog stays unchanged, so prompt caches stay valid. Returns undefined if there are no such skills.
   */
  async relevant(
    message: string,
    options: { readonly k?: number; readonly window?: number } = {},
  ): Promise<SkillItem | undefined> {
    take(typeof message === "string", "relevant", "a string");
    takeOptions(options, "relevant");
    return this.#offers.relevant(message, options);
  }

  /** Returns the skills that this actor may use now, in listing order. */
  async offered(actor: Actor): Promise<readonly OfferedSkill[]> {
    return this.#offers.offered(actor);
  }

  /** Returns the skills that a user's message names. It loads no skill. */
  async resolve(message: string, options: Partial<ResolveOptions> = {}): Promise<MessageResolution> {
    take(typeof message === "string", "resolve", "a string");
    takeOptions(options, "resolve");
    return this.#offers.resolve(message, options);
  }

  /**
   * Starts a turn with a user's message, and loads every skill that it names. A failure does not affect the other
   * skills.
   */
  async turn(message: string, options: Partial<ResolveOptions> = {}): Promise<Turn> {
    take(typeof message === "string", "turn", "a string");
    takeOptions(options, "turn");
    this.nextTurn();
    const { hooks } = this.#calls;
    const said = hooks?.idle === false ? await hooks.prompt(message) : undefined;
    const { selected, refused, suggested } = await this.#offers.resolve(message, options);
    for (const refusal of refused) reportRefusal(refusal, "user", this.events, this.#conversation.turn);
    const before = [...this.reports(), ...this.#contextItems(said?.context ?? [])];
    const { items, failed } = await this.#loads.loadSelected(selected);
    return {
      items: [...before, ...items],
      selected,
      refused: [...refused, ...failed].sort((a, b) => a.start - b.start),
      suggested,
    };
  }

  /** Gives a skill to the actor. A skill that is still in the model's context is not sent again. */
  async activate(request: ActivationRequest): Promise<SkillReply> {
    take(isStringList([request?.asked, request?.actor]), "activate", "an object with `asked` and `actor`");
    return this.#loads.load(request);
  }

  /**
   * Loads the skills of an agent's definition in full, for the start of its conversation. The checks are the same as
   * for a model's request.
   */
  async preload(names: readonly string[]): Promise<readonly SkillItem[]> {
    take(isStringList(names), "preload", "a list of names");
    const wanted = [...new Set(names)].slice(0, MAX_PRELOADED);
    const known = this.#offers.offered("model").filter(({ address }) => wanted.includes(address));
    return this.#loads.preload(
      wanted,
      known.map(({ loaded }) => loaded.skill),
    );
  }

  /** Reads a file of a skill. The model may also read files of a skill that only the user could load. */
  async readResource(asked: string, path: string, range: FileRange = {}): Promise<SkillReply> {
    take(isStringList([asked, path]), "readResource", "a skill and a path");
    const { readSkillFile } = await import("./parts/skill-files.ts");
    return readSkillFile(this.#conversation, asked, path, range);
  }

  /** Runs a script of a skill if it is allowed. Returns the output, or the reason for a refusal. */
  async runScript(asked: string, request: ScriptRequest, signal?: StopSignal): Promise<SkillReply> {
    take(isStringList([asked, request?.path]), "runScript", "a skill and an object with `path`");
    const { runSkillFile } = await import("./parts/skill-files.ts");
    return runSkillFile(this.#conversation, asked, request, signal);
  }

  /** Returns true if the model gets a tool for scripts, because a rule or the user could allow a script. */
  async grantsScripts(): Promise<boolean> {
    const { options, catalog } = this.#conversation;
    if (options.control?.prompter) return true;
    const skills = this.#offers.offered("model").map(({ loaded }) => loaded.skill);
    return grantsScripts(catalog.config.run.allow.scripts, skills);
  }

  /** Adds files that are in use. Skills with matching `paths` become available. */
  worksOn(files: readonly string[]): void {
    take(isStringList(files), "worksOn", "a list of paths");
    this.#conversation.worksOn(files);
  }

  /** Limits the session to the skills of this scope, in addition to earlier limits. */
  narrow(scope: AgentScope): void {
    take(isStringList(scope?.skills), "narrow", "an object with a list `skills`");
    this.#conversation.narrow(scope);
  }

  /** Sets the names of the model's tools, so that texts mention only existing tools. */
  useTools(tools: SessionTools): void {
    this.#conversation.tools = tools;
  }

  /** Starts a turn, for hosts that do not pass the user's messages to `turn`. */
  nextTurn(): void {
    const turn = ++this.#conversation.turn;
    this.#calls.nextTurn();
    for (const gate of this.#conversation.gates) gate.onTurn?.(turn);
  }

  /** Marks a skill's task as done. After a compaction, the model is only told the skill's name. */
  complete(address: string): void {
    this.#loads.complete(address);
  }

  /** Returns the messages to add after a compaction. After this call, all skills are treated as not loaded. */
  compact(options: CompactOptions = {}): Promise<readonly SkillItem[]> {
    return this.#loads.compact(options, this.#offers.offered("model").length);
  }

  /** The open permission windows of active skills. */
  get windows(): readonly OpenPermissionWindow[] {
    return this.#calls.windows;
  }

  /** The directories of skills that were or can be loaded. Tools may read these directories without asking the user. */
  get readable(): readonly string[] {
    return this.#calls.readable;
  }

  /**
   * The paths that a command may access, because the user accepted them for skills. Undefined if the user accepted no
   * path.
   */
  get confinement(): Confinement | undefined {
    return this.#calls.confinement;
  }

  /** Wraps tools so that the rules of active skills judge each call. If no rule covers a call, the user is asked. */
  guard(tools: readonly NeutralTool[], options: GuardOptions = {}): readonly NeutralTool[] {
    take(Array.isArray(tools) && tools.every(isTool), "guard", "a list of tools");
    return this.#calls.guard(tools, options);
  }

  /** Checks a call of a tool that belongs to another framework. Asks the user if the verdict is `ask`. */
  check(call: ToolCall, options: GuardOptions = {}, signal?: Cancelled): Promise<CheckedCall> {
    return this.#calls.check(call, options, signal);
  }

  /**
   * Runs hooks after a call that `check` allowed. It is needed only for tools that `guard` has not wrapped. Returns the
   * remarks of the hooks.
   */
  afterTool(call: ToolCall, result: ToolResult): Promise<readonly string[]> {
    return this.#calls.afterTool(call, result);
  }

  /** Runs hooks before the model ends its turn. If a hook wants the model to continue, returns the reason. */
  stopping(): Promise<string | undefined> {
    return this.#calls.stopping();
  }

  /** Starts or resumes the conversation. Returns the output of hooks for the model. */
  async start(): Promise<readonly SkillItem[]> {
    const { options } = this.#conversation;
    const word = await this.#calls.hooks?.start(options.state === undefined ? "startup" : "resume");
    return this.#contextItems(word?.context ?? []);
  }

  /** Ends the conversation: runs hooks, stops every process and removes temporary files. */
  async end(reason = "exit"): Promise<void> {
    await this.#forks.cancel();
    await this.#calls.hooks?.end(reason);
  }

  /** Returns the settings that the skills of this turn request. The host decides whether to apply them. */
  intent(): TurnIntent {
    const { turn, catalog, profile } = this.#conversation;
    return turnIntent(this.ledger, turn, catalog.snapshot, profile);
  }

  /** Returns reports of background subagents since the last call. `turn` includes them automatically. */
  reports(): readonly SkillItem[] {
    return this.#forks.takeReports().map(({ address, text }) => this.#conversation.note(address, text));
  }

  /** Resolves when all background subagents are done. */
  settled(): Promise<void> {
    return this.#forks.settled();
  }

  /** Opens the skill that this session's subagent works on, with its permissions. */
  async adopt(activation: Activation): Promise<void> {
    take(isMap(activation?.skill) && typeof activation.body === "string", "adopt", "an activation");
    return this.#loads.adopt(activation);
  }

  /**
   * Returns true if a message contains the text of a skill. It also recognizes skills of a host that does not put tags
   * around them.
   */
  isSkillItem(message: unknown): boolean {
    const texts = new Set(this.ledger.map((entry) => entry.given));
    return isSkillItem(message, { has: (text) => texts.has(digestText(text)) });
  }

  toJSON(): SessionState {
    const { id, turn, revision, files, order, listed, events, secrets } = this.#conversation;
    const { guarding, hooks } = this.#calls;
    return {
      version: STATE_VERSION,
      id,
      turn,
      revision,
      files,
      ...(order ? { order } : {}),
      ...(listed === undefined ? {} : { catalog: listed.revision }),
      counts: events.counts,
      ...(this.#decisions?.state ? { decisions: this.#decisions.state } : {}),
      ...(hooks?.fired.length ? { fired: hooks.fired } : {}),
      ...(guarding?.state.length ? { windows: guarding.state } : {}),
      ledger: this.ledger.map(({ arguments: typed, ...entry }) =>
        typed === undefined ? entry : { ...entry, arguments: secrets.redact(typed) },
      ),
    };
  }

  #openForks(child: SessionPorts["child"]): Forks {
    const { subagents, depth = 0 } = this.#conversation.options.control ?? {};
    return new Forks({
      runner: child === undefined ? undefined : subagents,
      depth,
      redact: (text) => this.secrets.redact(text),
      emit: (attributes) => this.#conversation.emit("forked", attributes),
      open: async (activation, task) => {
        if (child === undefined) throw new Error("there is no session for an agent");
        const id = `${this.id}.${++this.#children}`;
        const { agent, depth: below } = task;
        return openFork(this, await child({ id, agent, depth: below, secrets: this.secrets }), activation, task);
      },
    });
  }

  #contextItems(context: readonly string[]): SkillItem[] {
    return context.map((text) => this.#conversation.note("hooks", text));
  }
}

/**
 * Throws SK920 if an argument is not valid. JavaScript callers can pass such an argument, although TypeScript refuses
 * it.
 */
function take(isValid: boolean, method: string, what: string): void {
  if (isValid) return;
  throw new OperationError("SK920", `\`${method}\` takes ${what}`, { hint: "see `Session` in docs/api.md" });
}

/** Throws SK920 for wrong options. It checks the options that several methods share: a scope, and files in use. */
function takeOptions(options: unknown, method: string): void {
  take(isMap(options), method, "an object with options");
  const given = options as Readonly<Record<string, unknown>>;
  const { scope, files } = given as { readonly scope?: Partial<AgentScope>; readonly files?: unknown };
  take(scope === undefined || isStringList(scope?.skills), method, "a `scope` with a list `skills`");
  take(files === undefined || isStringList(files), method, "a list of strings as `files`");
  for (const key of ["k", "window"])
    take(given[key] === undefined || typeof given[key] === "number", method, `a number as \`${key}\``);
  for (const key of ["format", "message"])
    take(given[key] === undefined || typeof given[key] === "string", method, `a string as \`${key}\``);
}

function isTool(given: unknown): boolean {
  const { name, execute } = (given ?? {}) as Partial<NeutralTool>;
  return typeof name === "string" && typeof execute === "function";
}
