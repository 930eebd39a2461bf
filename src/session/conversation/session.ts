/**
 * One conversation: what the model was offered, what it has before it, and what it gets next. Requests come in, texts and
 * messages go out, and everything that happens is an event. It reads no file itself, never throws for what a skill or a
 * message says, and can be stored at any time and taken up again.
 */
import { asCall, asRequest } from "../../activate/access/as-request.ts";
import { offered } from "../../activate/access/offered.ts";
import type { Catalog, CatalogOptions } from "../../activate/list-catalog.ts";
import { estimateTokens } from "../../activate/render/budget/measure.ts";
import { isSkillItem } from "../../activate/render/is-skill-item.ts";
import type { Resolution, ResolveOptions, Selected } from "../../activate/select/resolve-message.ts";
import type { Activation, ActivationRequest, SkillItem } from "../../model/conversation/activation.ts";
import type {
  Confinement,
  ScriptRequest,
  SessionControl,
  ToolCall,
  TurnIntent,
  Verdict,
} from "../../model/conversation/control.ts";
import type { Cancelled, NeutralTool, ToolResult } from "../../model/conversation/neutral-tool.ts";
import type { Actor, AgentScope, Asking, Judge, Offered, Refusal } from "../../model/conversation/offer.ts";
import { asStopSignal, type StopSignal } from "../../model/conversation/stop-signal.ts";
import { type HostProfile, heeds } from "../../model/host-profile.ts";
import type { Decision } from "../../model/rules/decision.ts";
import type { GuardOptions, OpenWindow, WindowState } from "../../model/rules/permission.ts";
import type { Skill } from "../../model/skills/skill.ts";
import { Secrets } from "../../run/secrets/secrets.ts";
import type { FoundSkill } from "../../search/search-skills.ts";
import type { Answer } from "./answer.ts";
import { type CompactOptions, compact } from "./compact.ts";
import { digestText } from "./digest-text.ts";
import { ofCatalog, ofResource, ofSelected, ofSnapshot } from "./events/attributes.ts";
import { type Clock, type EventAttributes, SkillEvents } from "./events/events.ts";
import { type Append, keepJournal } from "./events/journal.ts";
import { Forks } from "./forks/forks.ts";
import { type ChildSession, openFork } from "./forks/open-fork.ts";
import type { Gate, ReachContext } from "./gate.ts";
import { Ledger, type LedgerEntry } from "./ledger.ts";
import { entryFor, loadSkill, readSkill, report } from "./load-skill.ts";
import { noteItem, notRead, pointerTo } from "./notes.ts";
import { relevantItem } from "./relevant-item.ts";
import { ofCommand, scriptAnswer } from "./script-answer.ts";
import {
  type HookedSession,
  hookRefusal,
  hookTools,
  objectionOf,
  remarksOf,
  type SessionHooks,
  withContext,
} from "./session-hooks.ts";
import {
  type CatalogOrder,
  type DecisionState,
  MAX_LISTED,
  readState,
  type SessionState,
  STATE_VERSION,
} from "./state.ts";
import type { Circumstances, SkillSupply } from "./supply.ts";
import { turnIntent } from "./turn-intent.ts";

/** What a session may be told when it begins. */
export interface SessionOptions extends Omit<Circumstances, "sessionId" | "judge" | "preview" | "prompter"> {
  readonly id?: string;
  /** What `toJSON` gave, also after a way through JSON; checked, because it may come from anywhere. */
  readonly state?: unknown;
  /** A file that every event is added to, one line of JSON each. */
  readonly journal?: string;
  /** Arguments and texts in events and journal; only their sizes unless this is true. */
  readonly recordContent?: boolean;
  /** Milliseconds since 1970, for the times of events. */
  readonly clock?: Clock;
  /** The name of the agent whose session it is, for what `permission.skill` says to it alone. */
  readonly agent?: string;
  /** Who is asked, and what holds; without it nobody is asked, and what needs an answer is refused. */
  readonly control?: SessionControl;
}

/** What differs from one session to the next by itself, and what it writes with. */
export interface SessionPorts {
  readonly clock: Clock;
  readonly newId: () => string;
  readonly append: Append;
  /** What a skill has to pass before the model gets it, in this order. */
  readonly gates?: readonly Gate[];
  readonly secrets?: Secrets;
  /** What the user said no to; kept with the session. */
  readonly decisions?: { readonly state: DecisionState | undefined };
  /** What `permission.skill` says to this session's agent about a name. */
  readonly permission?: (name: string) => Decision;
  /** What judges the calls of tools. */
  readonly guard?: (session: GuardedSession) => SessionGuard;
  /** What skills at work, and the host, want to run when something happens. */
  readonly hooks?: (session: HookedSession) => SessionHooks;
  /** Another session, with the same secrets, for an agent that is sent from this one. */
  readonly child?: (given: {
    readonly id: string;
    readonly agent: string;
    readonly depth: number;
    readonly secrets: Secrets;
  }) => Promise<ChildSession>;
}

/** What a guard may know of its session. */
export interface GuardedSession {
  readonly emit: (attributes: () => EventAttributes) => void;
  /** How the tools are called that load skills. */
  readonly tools: () => SessionTools | undefined;
}

export interface SessionGuard extends Guarding {
  readonly windows: readonly OpenWindow[];
  /** For `toJSON`. */
  readonly state: readonly WindowState[];
  readonly confinement: Confinement | undefined;
  /** Directories of skills, which are read without asking. */
  readonly readable: readonly string[];
  /** What was accepted of one skill's profile, while its window is open. */
  accepted(id: string): Confinement | undefined;
  guard(tools: readonly NeutralTool[], options?: GuardOptions): readonly NeutralTool[];
}

/** The part of a session that judges calls; what adapters need of it. */
export interface Guarding {
  check(call: ToolCall, options?: GuardOptions, signal?: Cancelled): Promise<Checked>;
}

/** What became of a call: it may be made, or the text says to the model why not. */
export type Checked =
  | { readonly allowed: true; readonly verdict: Verdict; readonly context?: readonly string[] }
  | { readonly allowed: false; readonly verdict: Verdict; readonly text: string };

export interface Turn extends Resolution {
  /** What goes into the conversation, in the order of the message. */
  readonly items: readonly SkillItem[];
}

/** How the tools are called that the model has. */
export interface SessionTools {
  readonly skill: string;
  /** Reads a skill's files; null where there is none. */
  readonly reader: string | null;
  /** Searches skills, where there is one. */
  readonly search?: string;
}

type Range = { readonly start: number; readonly end: number };

/** A hook that always sends the model on would never let a turn end. */
const MAX_SENT_ON = 8;

const UNGUARDED: Checked = {
  allowed: true,
  verdict: { decision: "allow", reason: "this session has no guard", by: "the host" },
};

/** Skills of an agent's definition that are loaded at the start. */
const MAX_PRELOADED = 100;
/** Skills that a turn is told of besides its catalog. */
const MAX_RELEVANT = 5;

export class Session {
  readonly id: string;
  readonly events: SkillEvents;
  readonly profile: HostProfile;
  /** Values that were entrusted to this session; in memory only. */
  readonly secrets: Secrets;
  readonly #supply: SkillSupply;
  readonly #options: SessionOptions;
  readonly #ledger: Ledger;
  readonly #gates: readonly Gate[];
  readonly #decisions: SessionPorts["decisions"];
  #turn: number;
  #revision: string;
  #files: readonly string[] = [];
  #order: CatalogOrder | undefined;
  readonly #guard: SessionGuard | undefined;
  readonly #permission: SessionPorts["permission"];
  #scope: AgentScope | undefined;
  #catalog: string | undefined;
  #tools: SessionTools | undefined;
  /** What the user has said about running something. */
  readonly #answers = new Map<string, boolean>();
  readonly #hooks: SessionHooks | undefined;
  readonly #forks: Forks;
  #children = 0;
  /** How often hooks have sent the model on in this turn. */
  #sentOn = 0;

  constructor(supply: SkillSupply, profile: HostProfile, options: SessionOptions, ports: SessionPorts) {
    const state = options.state === undefined ? undefined : readState(options.state);
    this.id = options.id ?? state?.id ?? ports.newId();
    this.profile = profile;
    this.secrets = ports.secrets ?? new Secrets();
    this.events = new SkillEvents(ports.clock, { "session.id": this.id }, state?.counts, (text) =>
      this.secrets.redact(text),
    );
    this.#supply = supply;
    this.#options = options;
    this.#ledger = new Ledger(state?.ledger);
    this.#gates = ports.gates ?? [];
    this.#decisions = ports.decisions;
    this.#permission = ports.permission;
    this.#scope = options.scope;
    this.#guard = ports.guard?.({
      emit: (attributes) => this.events.emitLazily("guarded", () => ({ "session.turn": this.#turn, ...attributes() })),
      tools: () => this.#tools,
    });
    this.#hooks = ports.hooks?.({
      id: this.id,
      emit: (name, attributes) => this.events.emit(name, { "session.turn": this.#turn, ...attributes }),
      answers: this.#answers,
      redact: (text) => this.secrets.redact(text),
      entrusted: (names) => this.secrets.variables(names),
      accepted: (id) => this.#guard?.accepted(id),
    });
    this.#forks = this.#openForks(ports.child);
    this.#turn = state?.turn ?? 0;
    this.#revision = state?.revision ?? "";
    this.#order = state?.order;
    this.#catalog = state?.catalog;
    this.worksOn([...(state?.files ?? []), ...(options.files ?? [])]);
    if (options.journal !== undefined) keepJournal(options.journal, this.events, ports.append);
  }

  /** Every activation, oldest first. */
  get ledger(): readonly LedgerEntry[] {
    return this.#ledger.entries;
  }

  /** [H15] The listing for the model. What is pinned and ranked is settled by the first call, so that prompt caches hold. */
  async catalog(options: CatalogOptions = {}): Promise<Catalog> {
    this.#look();
    this.#order ??= { pinned: [...(options.pinned ?? [])], ranking: { ...options.ranking } };
    const catalog = await this.#supply.catalog({ ...this.#asking, ...this.#toolNames, ...options, ...this.#order });
    const told = this.#catalog === catalog.revision;
    this.#catalog = catalog.revision;
    this.events.emit("offered", ofCatalog(catalog, told));
    return catalog;
  }

  /** How many skills a catalog for this window does not describe in full; only a question. */
  async cutShort(window?: number): Promise<number> {
    const { counts } = await this.#supply.catalog({ ...this.#asking, ...(window === undefined ? {} : { window }) });
    return counts.shortened + counts["name-only"] + counts.omitted;
  }

  /** The skills that fit a request best, of those that a model may have; several phrasings count as one. */
  search(queries: readonly string[], { k }: { readonly k?: number } = {}): Promise<readonly FoundSkill[]> {
    this.#look();
    return this.#supply.search(queries, { actor: "model", ...this.#asking, ...(k === undefined ? {} : { k }) });
  }

  /**
   * [U22] For a message of the user: the skills that fit it and that the catalog does not describe, as one message for this
   * turn. The catalog before it stays as it is, and so does what a prompt cache holds. Undefined where there are none.
   */
  async relevant(
    message: string,
    options: { readonly k?: number; readonly window?: number } = {},
  ): Promise<SkillItem | undefined> {
    const { k = MAX_RELEVANT, window } = options;
    const { entries } = await this.#supply.catalog({ ...this.#asking, ...(window === undefined ? {} : { window }) });
    const described = new Set(entries.filter(({ coverage }) => coverage === "full").map(({ address }) => address));
    const found = (await this.search([message], { k: k + described.size })).filter(
      ({ address }) => !described.has(address),
    );
    return relevantItem(found.slice(0, k), this.#tools?.skill, this.#role);
  }

  /** The skills that this actor may have now, in listing order. */
  async offered(actor: Actor): Promise<readonly Offered[]> {
    this.#look();
    return offered(this.#supply.snapshot, { actor, ...this.#asking });
  }

  /** Which skills a message of the user names; only a question, nothing is loaded. */
  resolve(message: string, options: Partial<ResolveOptions> = {}): Promise<Resolution> {
    this.#look();
    return this.#supply.resolve(message, { ...this.#asking, ...options });
  }

  /** [H10] A message of the user: begins a turn, and loads every skill that it names. One that fails leaves the others alone. */
  async turn(message: string, options: Partial<ResolveOptions> = {}): Promise<Turn> {
    this.nextTurn();
    const said = this.#hooks?.idle === false ? await this.#hooks.prompt(message) : undefined;
    const { selected, refused, suggested } = await this.resolve(message, options);
    for (const refusal of refused) report(refusal, "user", this.events, this.#turn);
    await this.#ahead(selected.map(({ offered: { loaded } }) => loaded.skill));
    const failed: (Refusal & Range)[] = [];
    const items: SkillItem[] = [...this.reports(), ...this.#contextItems(said?.context ?? [])];
    for (const each of selected) {
      this.events.emit("selected", ofSelected(each));
      const answer = await this.activate(requestFor(each));
      items.push(this.#item(each.offered.address, answer));
      if (answer.refusal) failed.push({ ...answer.refusal, start: each.start, end: each.end });
    }
    return { items, selected, refused: [...refused, ...failed].sort((a, b) => a.start - b.start), suggested };
  }

  /** [DP6] What several skills lack is asked for once, before the first of them is given. */
  async #ahead(skills: readonly Skill[]): Promise<void> {
    let open = skills;
    for (const gate of this.#gates)
      if (open.length > 0 && gate.ahead)
        open = await gate.ahead(open, { emit: (name, attributes) => this.events.emit(name, attributes) });
  }

  /** A skill for whoever asks. [H2] What the model still has before it is not given again. */
  async activate(request: ActivationRequest): Promise<Answer> {
    return this.#load(asRequest(request), false);
  }

  /** [H7] The skills of an agent's definition, whole, for the beginning of its conversation; refused as a model is refused. */
  async preload(names: readonly string[]): Promise<readonly SkillItem[]> {
    const items: SkillItem[] = [];
    const wanted = [...new Set(names)].slice(0, MAX_PRELOADED);
    const offeredNow = await this.offered("model");
    await this.#ahead(offeredNow.filter(({ address }) => wanted.includes(address)).map(({ loaded }) => loaded.skill));
    for (const asked of wanted) items.push(this.#item(asked, await this.#load({ asked, actor: "model" }, true)));
    return items;
  }

  /** A file of a skill. One that the user has loaded may be read by the model, even where it could not load it itself. */
  async readResource(asked: string, path: string, range: { offset?: number; maxBytes?: number } = {}): Promise<Answer> {
    const { actor, judge } = this.#reader(asked);
    const read = await this.#supply.readResource({ asked, path, actor, ...range }, { ...this.#circumstances, judge });
    if ("refused" in read) {
      const refusal = { asked, candidates: [], ...read.refused };
      report(refusal, actor, this.events, this.#turn);
      return { text: notRead(path, refusal.reason, refusal.help), isError: true, refusal };
    }
    this.events.emit("resource-read", ofResource(asked, path, read.bytes));
    return {
      text: read.text + (read.next === undefined ? "" : `\n[cut: read on with offset ${read.next}]`),
      isError: false,
    };
  }

  /** [F32] A script of a skill, where it is granted: what it said, or why it was not run. */
  async runScript(asked: string, request: ScriptRequest, signal?: StopSignal): Promise<Answer> {
    const { actor, judge } = this.#reader(asked);
    const circumstances = { ...this.#circumstances, judge, ...(signal === undefined ? {} : { signal }) };
    const ran = await this.#supply.runScript({ asked, actor, ...request }, circumstances);
    const answer = scriptAnswer(asked, request.path, ran);
    if (answer.refusal) report(answer.refusal, actor, this.events, this.#turn);
    if ("outcome" in ran) this.events.emit("command", ofCommand(asked, request.path, ran.outcome));
    return answer;
  }

  /** Whether the model is to have a tool for scripts: a rule or a person could let one run. */
  async grantsScripts(): Promise<boolean> {
    if (this.#options.control?.prompter) return true;
    return this.#supply.grantsScripts((await this.offered("model")).map(({ loaded }) => loaded.skill));
  }

  /** Files that are worked on from now on: what the `paths` of skills wait for. */
  worksOn(files: readonly string[]): void {
    this.#files = [...new Set([...this.#files, ...files])].slice(-MAX_LISTED);
  }

  /** From now on only skills of this scope as well. */
  narrow(scope: AgentScope): void {
    this.#scope = this.#scope === undefined ? scope : { ...scope, within: this.#scope };
  }

  /** [X11] Tells which tools the model has, so that what it reads names no other. */
  useTools(tools: SessionTools): void {
    this.#tools = tools;
  }

  /** For hosts that do not hand the user's messages to `turn`. */
  nextTurn(): void {
    this.#turn++;
    this.#sentOn = 0;
    for (const gate of this.#gates) gate.turn?.(this.#turn);
  }

  /** The task that a skill was loaded for is done; after a compaction it is only named. */
  complete(address: string): void {
    const entry = this.#ledger.latest(address);
    if (entry === undefined || entry.completed) return;
    this.#ledger.complete(entry.id);
    for (const gate of this.#gates) gate.closed?.(entry);
    this.events.emit("completed", { "skill.name": entry.address, "skill.id": entry.id });
  }

  /** [H5] What to put into a conversation that was compacted. [H6] From then on nothing counts as loaded. */
  async compact(options: CompactOptions = {}): Promise<readonly SkillItem[]> {
    const items = await compact({
      countTokens: estimateTokens,
      ...options,
      entries: this.#ledger.newestFirst(),
      // What was run then is not run again.
      read: ({ id, actor }) =>
        readSkill(
          { asked: id, actor },
          { supply: this.#supply, circumstances: { ...this.#circumstances, commands: "never" } },
        ),
      role: this.#role,
      pointer: pointerTo((await this.offered("model")).length, this.#catalog),
    });
    this.#ledger.forgetTexts();
    return items;
  }

  /** What is open now, because a skill is at work. */
  get windows(): readonly OpenWindow[] {
    return this.#guard?.windows ?? [];
  }

  /** [B45] The directories of skills that can be had, or were: read without asking. */
  get readable(): readonly string[] {
    return this.#guard?.readable ?? [];
  }

  /** What a command may touch under the permission profiles that were accepted; undefined where none was. */
  get confinement(): Confinement | undefined {
    return this.#guard?.confinement;
  }

  /** [B30] The same tools; each call is judged by the skills that are at work, and asked for where they do not cover it. */
  guard(tools: readonly NeutralTool[], options: GuardOptions = {}): readonly NeutralTool[] {
    const hooked = this.#hooks === undefined ? tools : hookTools(tools, this.#hooks);
    return this.#guard === undefined ? hooked : this.#guard.guard(hooked, options);
  }

  /** Whether a call may be made, for tools of any other shape. Asks where that is what the verdict says. */
  async check(call: ToolCall, options: GuardOptions = {}, signal?: Cancelled): Promise<Checked> {
    const checked = (await this.#guard?.check(asCall(call), options, signal)) ?? UNGUARDED;
    if (!checked.allowed || this.#hooks === undefined || this.#hooks.idle) return checked;
    const word = await this.#hooks.beforeTool(call, asStopSignal(signal));
    const verdict = objectionOf(word);
    if (verdict === undefined) return { ...checked, context: word.context };
    return { allowed: false, verdict, text: withContext(hookRefusal(call, verdict), word.context) };
  }

  /** [F43] What hooks have to say to a call that was checked and made; for tools that `guard` has not wrapped. */
  async afterTool(call: ToolCall, result: ToolResult): Promise<readonly string[]> {
    return this.#hooks === undefined || this.#hooks.idle ? [] : remarksOf(await this.#hooks.afterTool(call, result));
  }

  /** [F46] The model is about to end its turn. A text is why it should go on instead. */
  async stopping(): Promise<string | undefined> {
    if (this.#hooks === undefined || this.#hooks.idle || this.#sentOn >= MAX_SENT_ON) return undefined;
    const { verdict } = await this.#hooks.stop(this.#sentOn > 0);
    if (verdict?.decision !== "deny") return undefined;
    this.#sentOn++;
    return `${verdict.by} wants you to go on: ${verdict.reason}`;
  }

  /** [F46] The conversation begins, or goes on after it was stored; what hooks say to that, for the model. */
  async start(): Promise<readonly SkillItem[]> {
    const word = await this.#hooks?.start(this.#options.state === undefined ? "startup" : "resume");
    return this.#contextItems(word?.context ?? []);
  }

  /** [F46] The conversation is over: hooks hear of it, and nothing of any skill is left running or lying about. */
  async end(reason = "exit"): Promise<void> {
    await this.#forks.cancel();
    await this.#hooks?.end(reason);
  }

  /** [F60] What the skills of this turn wish for. Whether they get it is for the host to say. */
  intent(): TurnIntent {
    return turnIntent(this.ledger, this.#turn, this.#supply.snapshot, this.profile);
  }

  /** [F54] What agents in the background have reported since; `turn` hands it over by itself. */
  reports(): readonly SkillItem[] {
    return this.#forks.takeReports().map(({ address, text }) => noteItem(address, text, this.#role));
  }

  /** [F54] All agents in the background are done. */
  settled(): Promise<void> {
    return this.#forks.settled();
  }

  /** [F51] The skill that the agent of this session works on: what it opens is open here from the beginning. */
  async adopt(activation: Activation): Promise<void> {
    const entry = entryFor(activation, { chain: [] }, activation.body, { turn: this.#turn, preloaded: false });
    this.#ledger.record(entry);
    for (const gate of this.#gates) {
      await gate.adopt?.(activation, {
        asked: activation.address,
        chain: [],
        forked: false,
        emit: (name, attributes) => this.events.emit(name, attributes),
        note: () => undefined,
      });
      gate.opened?.(activation, entry);
    }
  }

  #openForks(child: SessionPorts["child"]): Forks {
    const { subagents, depth = 0 } = this.#options.control ?? {};
    return new Forks({
      runner: child === undefined ? undefined : subagents,
      depth,
      redact: (text) => this.secrets.redact(text),
      emit: (attributes) => this.events.emit("forked", { "session.turn": this.#turn, ...attributes }),
      open: async (activation, task) => {
        if (child === undefined) throw new Error("there is no session for an agent");
        const id = `${this.id}.${++this.#children}`;
        const { agent, depth: below } = task;
        return openFork(this, await child({ id, agent, depth: below, secrets: this.secrets }), activation, task);
      },
    });
  }

  /** [H19] Whether a message carries a skill, also where this host hands out skills without any mark. */
  isSkillItem(message: unknown): boolean {
    const texts = new Set(this.#ledger.entries.map((entry) => entry.given));
    return isSkillItem(message, { has: (text) => texts.has(digestText(text)) });
  }

  toJSON(): SessionState {
    return {
      version: STATE_VERSION,
      id: this.id,
      turn: this.#turn,
      revision: this.#revision,
      files: this.#files,
      ...(this.#order ? { order: this.#order } : {}),
      ...(this.#catalog === undefined ? {} : { catalog: this.#catalog }),
      counts: this.events.counts,
      ...(this.#decisions?.state ? { decisions: this.#decisions.state } : {}),
      ...(this.#hooks?.fired.length ? { fired: this.#hooks.fired } : {}),
      ...(this.#guard?.state.length ? { windows: this.#guard.state } : {}),
      ledger: this.#ledger.entries.map(({ arguments: typed, ...entry }) =>
        typed === undefined ? entry : { ...entry, arguments: this.secrets.redact(typed) },
      ),
    };
  }

  /** [B54] Who reads a skill's files: the one who loaded it, or the model, which is held to what holds for loading it. */
  #reader(asked: string): { readonly actor: Actor; readonly judge: Judge } {
    const given = this.#ledger.latest(asked);
    const actor = given?.actor ?? "model";
    const judge = async (found: Offered): Promise<Refusal | undefined> => {
      const calling: ReachContext = {
        asked,
        actor,
        given: given?.id === found.loaded.skill.id,
        emit: (name, attributes) => this.events.emit(name, attributes),
      };
      for (const gate of this.#gates) {
        const objection = await gate.reach?.(found, calling);
        if (objection) return objection;
      }
      return undefined;
    };
    return { actor, judge };
  }

  #contextItems(context: readonly string[]): SkillItem[] {
    return context.map((text) => noteItem("hooks", text, this.#role));
  }

  #load(request: ActivationRequest, preloaded: boolean): Promise<Answer> {
    return loadSkill(request, {
      supply: this.#supply,
      ledger: this.#ledger,
      events: this.events,
      circumstances: this.#circumstances,
      turn: this.#turn,
      preloaded,
      recordContent: this.#options.recordContent ?? false,
      gates: this.#gates,
      forks: this.#forks,
      isFork: ({ manifest }) => manifest.context === "fork" && heeds(this.profile, "context"),
      look: () => this.#look(),
    });
  }

  /** What nobody called a tool for is a message, whoever asked. */
  #item(name: string, { text, activation, repeated }: Answer): SkillItem {
    if (activation === undefined || repeated) return noteItem(name, text, this.#role);
    return { role: activation.role === "tool" ? this.#role : activation.role, text };
  }

  /** Notices that the skills are not what they were. */
  #look(): void {
    const { snapshot } = this.#supply;
    if (snapshot.revision === this.#revision) return;
    this.#revision = snapshot.revision;
    this.events.emit("discovered", ofSnapshot(snapshot));
  }

  get #toolNames(): Pick<CatalogOptions, "tool" | "searchTool"> {
    if (this.#tools === undefined) return {};
    const { skill, search } = this.#tools;
    return { tool: skill, ...(search === undefined ? {} : { searchTool: search }) };
  }

  get #role(): SkillItem["role"] {
    return this.profile.injection?.role ?? "user";
  }

  get #asking(): Omit<Asking, "actor"> {
    const { control } = this.#options;
    const asksForVariables = this.#decisions !== undefined && control?.dependencies !== "ignore";
    const permission = this.#permission;
    const scope = this.#scope;
    const switchedByPermission = this.profile.permissions?.skills !== undefined;
    const limited =
      permission === undefined
        ? scope
        : { skills: [], ...scope, permission, ...(switchedByPermission && { switchedByPermission }) };
    return { files: this.#files, asksForVariables, ...(limited === undefined ? {} : { scope: limited }) };
  }

  get #circumstances(): Circumstances {
    const { maxBodyChars, absolutePaths, commands, control } = this.#options;
    return {
      sessionId: this.id,
      // Its own gates have the word, after a skill was read and before it is given.
      judge: null,
      ...this.#asking,
      answers: this.#answers,
      redact: (text) => this.secrets.redact(text),
      entrusted: (names) => this.secrets.variables(names),
      accepted: (id) => this.#guard?.accepted(id),
      ...(commands === undefined ? {} : { commands }),
      ...(control === undefined ? {} : { control }),
      ...(maxBodyChars === undefined ? {} : { maxBodyChars }),
      ...(absolutePaths === undefined ? {} : { absolutePaths }),
      ...(this.#tools === undefined ? {} : { reader: this.#tools.reader }),
    };
  }
}

function requestFor({ offered: { address }, arguments: args, command }: Selected): ActivationRequest {
  return {
    asked: address,
    actor: "user",
    ...(args === undefined ? {} : { arguments: args }),
    ...(command === undefined ? {} : { command }),
  };
}
