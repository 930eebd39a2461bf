/**
 * One conversation: what the model was offered, what it has before it, and what it gets next. Requests come in, texts and
 * messages go out, and everything that happens is an event. It reads no file itself, never throws for what a skill or a
 * message says, and can be stored at any time and taken up again. Each part is a file: the shared state (`conversation.ts`),
 * the listing (`skill-offers.ts`), loading (`skill-loads.ts`), files and scripts (`skill-files.ts`), calls of tools
 * (`tool-calls.ts`), and agents (`forks/`).
 */
import { asRequest } from "../../activate/activate.ts";
import type { Catalog, CatalogOptions } from "../../activate/list-catalog.ts";
import { isSkillItem } from "../../activate/render/is-skill-item.ts";
import type { Resolution, ResolveOptions } from "../../activate/select/resolve-message.ts";
import type { OpenCatalog } from "../../catalog/open-catalog.ts";
import type { Activation, ActivationRequest, SkillItem } from "../../model/conversation/activation.ts";
import type { Confinement, ScriptRequest, ToolCall, TurnIntent } from "../../model/conversation/control.ts";
import type { Cancelled, NeutralTool, ToolResult } from "../../model/conversation/neutral-tool.ts";
import type { Actor, AgentScope, Offered } from "../../model/conversation/offer.ts";
import type { StopSignal } from "../../model/conversation/stop-signal.ts";
import type { HostProfile } from "../../model/host-profile.ts";
import type { GuardOptions, OpenWindow } from "../../model/rules/permission.ts";
import { grantsScripts } from "../../model/rules/run-policy.ts";
import type { Secrets } from "../../run/secrets/secrets.ts";
import type { FoundSkill } from "../../search/search-skills.ts";
import type { CompactOptions } from "./compact.ts";
import { Conversation } from "./conversation.ts";
import type { SkillEvents } from "./events/events.ts";
import { Forks } from "./forks/forks.ts";
import { openFork } from "./forks/open-fork.ts";
import { digestText, type LedgerEntry } from "./ledger.ts";
import { type Answer, report } from "./load-skill.ts";
import type { Checked, SessionOptions, SessionPorts, SessionTools, Turn } from "./session-options.ts";
import { type FileRange, readSkillFile, runSkillFile } from "./skill-files.ts";
import { SkillLoads } from "./skill-loads.ts";
import { SkillOffers } from "./skill-offers.ts";
import { readState, type SessionState, STATE_VERSION } from "./state.ts";
import { ToolCalls } from "./tool-calls.ts";
import { turnIntent } from "./turn-intent.ts";

/** Skills of an agent's definition that are loaded at the start. */
const MAX_PRELOADED = 100;

/** One conversation with a model: gives it skills, never twice, and judges its calls of tools. */
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

  /** Values that were entrusted to this session; in memory only. */
  get secrets(): Secrets {
    return this.#conversation.secrets;
  }

  /** Every activation, oldest first. */
  get ledger(): readonly LedgerEntry[] {
    return this.#conversation.ledger.entries;
  }

  /** Returns the catalog for the model. The first call fixes pins and order, so that prompt caches stay valid. */
  catalog(options: CatalogOptions = {}): Promise<Catalog> {
    return this.#offers.catalog(options);
  }

  /** How many skills a catalog for this window does not describe in full; only a question. */
  cutShort(window?: number): Promise<number> {
    return this.#offers.cutShort(window);
  }

  /** The skills that fit a request best, of those that a model may have; several phrasings count as one. */
  search(queries: readonly string[], options: { readonly k?: number } = {}): Promise<readonly FoundSkill[]> {
    return this.#offers.search(queries, options);
  }

  /**
   * For a message of the user: the skills that fit it and that the catalog does not describe, as one message for this
   * turn. The catalog before it stays as it is, and so does what a prompt cache holds. Undefined if there are none.
   */
  relevant(
    message: string,
    options: { readonly k?: number; readonly window?: number } = {},
  ): Promise<SkillItem | undefined> {
    return this.#offers.relevant(message, options);
  }

  /** The skills that this actor may have now, in listing order. */
  async offered(actor: Actor): Promise<readonly Offered[]> {
    return this.#offers.offered(actor);
  }

  /** Which skills a message of the user names; only a question, nothing is loaded. */
  resolve(message: string, options: Partial<ResolveOptions> = {}): Promise<Resolution> {
    return this.#offers.resolve(message, options);
  }

  /** A message of the user: begins a turn, and loads every skill that it names. One that fails leaves the others alone. */
  async turn(message: string, options: Partial<ResolveOptions> = {}): Promise<Turn> {
    this.nextTurn();
    const { hooks } = this.#calls;
    const said = hooks?.idle === false ? await hooks.prompt(message) : undefined;
    const { selected, refused, suggested } = await this.#offers.resolve(message, options);
    for (const refusal of refused) report(refusal, "user", this.events, this.#conversation.turn);
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
  async activate(request: ActivationRequest): Promise<Answer> {
    return this.#loads.load(asRequest(request));
  }

  /** The skills of an agent's definition, whole, for the beginning of its conversation; refused as a model is refused. */
  preload(names: readonly string[]): Promise<readonly SkillItem[]> {
    const wanted = [...new Set(names)].slice(0, MAX_PRELOADED);
    const known = this.#offers.offered("model").filter(({ address }) => wanted.includes(address));
    return this.#loads.preload(
      wanted,
      known.map(({ loaded }) => loaded.skill),
    );
  }

  /** A file of a skill. One that the user has loaded may be read by the model, even where it could not load it itself. */
  readResource(asked: string, path: string, range: FileRange = {}): Promise<Answer> {
    return readSkillFile(this.#conversation, asked, path, range);
  }

  /** A script of a skill, where it is granted: what it said, or why it was not run. */
  runScript(asked: string, request: ScriptRequest, signal?: StopSignal): Promise<Answer> {
    return runSkillFile(this.#conversation, asked, request, signal);
  }

  /** Returns whether the model gets a tool for scripts: a rule or the user could allow one. */
  async grantsScripts(): Promise<boolean> {
    const { options, catalog } = this.#conversation;
    if (options.control?.prompter) return true;
    const skills = this.#offers.offered("model").map(({ loaded }) => loaded.skill);
    return grantsScripts(catalog.config.run.allow.scripts, skills);
  }

  /** Files that are worked on from now on: what the `paths` of skills wait for. */
  worksOn(files: readonly string[]): void {
    this.#conversation.worksOn(files);
  }

  /** From now on only skills of this scope as well. */
  narrow(scope: AgentScope): void {
    this.#conversation.narrow(scope);
  }

  /** Tells which tools the model has, so that what it reads names no other. */
  useTools(tools: SessionTools): void {
    this.#conversation.tools = tools;
  }

  /** For hosts that do not hand the user's messages to `turn`. */
  nextTurn(): void {
    const turn = ++this.#conversation.turn;
    this.#calls.nextTurn();
    for (const gate of this.#conversation.gates) gate.turn?.(turn);
  }

  /** The task that a skill was loaded for is done; after a compaction it is only named. */
  complete(address: string): void {
    this.#loads.complete(address);
  }

  /** What to put into a conversation that was compacted. From then on nothing counts as loaded. */
  compact(options: CompactOptions = {}): Promise<readonly SkillItem[]> {
    return this.#loads.compact(options, this.#offers.offered("model").length);
  }

  /** The permissions that are open now because of active skills. */
  get windows(): readonly OpenWindow[] {
    return this.#calls.windows;
  }

  /** The directories of skills that can be had, or were: read without asking. */
  get readable(): readonly string[] {
    return this.#calls.readable;
  }

  /** The paths that a command may access under the accepted permission profiles; undefined if none was accepted. */
  get confinement(): Confinement | undefined {
    return this.#calls.confinement;
  }

  /** The same tools; each call is judged by the skills that are at work, and asked for where they do not cover it. */
  guard(tools: readonly NeutralTool[], options: GuardOptions = {}): readonly NeutralTool[] {
    return this.#calls.guard(tools, options);
  }

  /** Checks a call of a tool of any other shape. Asks the user if the verdict is `ask`. */
  check(call: ToolCall, options: GuardOptions = {}, signal?: Cancelled): Promise<Checked> {
    return this.#calls.check(call, options, signal);
  }

  /** What hooks have to say to a call that was checked and made; for tools that `guard` has not wrapped. */
  afterTool(call: ToolCall, result: ToolResult): Promise<readonly string[]> {
    return this.#calls.afterTool(call, result);
  }

  /** The model is about to end its turn. A text is why it should go on instead. */
  stopping(): Promise<string | undefined> {
    return this.#calls.stopping();
  }

  /** The conversation begins, or goes on after it was stored; what hooks say to that, for the model. */
  async start(): Promise<readonly SkillItem[]> {
    const { options } = this.#conversation;
    const word = await this.#calls.hooks?.start(options.state === undefined ? "startup" : "resume");
    return this.#contextItems(word?.context ?? []);
  }

  /** The conversation is over: hooks hear of it, and nothing of any skill is left running or lying about. */
  async end(reason = "exit"): Promise<void> {
    await this.#forks.cancel();
    await this.#calls.hooks?.end(reason);
  }

  /** Returns the settings that the skills of this turn request. The host decides whether to apply them. */
  intent(): TurnIntent {
    const { turn, catalog, profile } = this.#conversation;
    return turnIntent(this.ledger, turn, catalog.snapshot, profile);
  }

  /** What agents in the background have reported since; `turn` hands it over by itself. */
  reports(): readonly SkillItem[] {
    return this.#forks.takeReports().map(({ address, text }) => this.#conversation.note(address, text));
  }

  /** All agents in the background are done. */
  settled(): Promise<void> {
    return this.#forks.settled();
  }

  /** The skill that the agent of this session works on: what it opens is open here from the beginning. */
  adopt(activation: Activation): Promise<void> {
    return this.#loads.adopt(activation);
  }

  /** Returns whether a message contains a skill, even if this host marks skills with no tag. */
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
      ...(listed === undefined ? {} : { catalog: listed }),
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
