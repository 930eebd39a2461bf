/**
 * Runs an agent: it takes messages of the user, emits events, and stores the conversation. It combines a session of the
 * library with the AI SDK's loop. The library decides what a skill may do, and which text of the skill the model
 * receives.
 */
import type { LanguageModel, ModelMessage, ToolSet } from "ai";
import type { AgentDefinition } from "../../api/agent.ts";
import {
  type Catalog,
  catalogDelta,
  type GuardOptions,
  type NeutralTool,
  type OperationError,
  type Session,
  type SkillCommand,
  type SkillItem,
  type Skills,
} from "../../api/index.ts";
import { aiSdkTools } from "../adapters/ai-sdk.ts";
import type { EmitEvent } from "./events.ts";
import { instructionsFor } from "./instructions.ts";
import type { Endpoint } from "./model/choose-endpoint.ts";
import { runTurn, type TurnOutcome } from "./run-turn.ts";
import type { GrantedSettings } from "./skill-requests.ts";
import { scopeOf } from "./skill-scope.ts";
import { compactConversation, toMessage } from "./transcript/compact-conversation.ts";
import { type ContextReport, estimateMessageTokens, makeContextReport } from "./transcript/context-report.ts";
import type { Transcript } from "./transcript/transcript.ts";

export interface AgentParts {
  readonly id: string;
  readonly definition: AgentDefinition;
  readonly endpoint: Endpoint;
  readonly model: LanguageModel;
  /** Returns the settings that skills request for the turn and that the user's configuration grants. */
  readonly wishes: () => Promise<GrantedSettings>;
  readonly cwd: string;
  /** The skills; empty if they could not be loaded. */
  readonly skills: Skills;
  readonly session: Session;
  /** Returns the current tools, except the tools for skills. Servers may add tools while the agent works. */
  readonly tools: () => readonly NeutralTool[];
  /** Options of the guard, which decides about tools for which no skill has a rule. */
  readonly guard: GuardOptions;
  readonly transcript: Transcript;
  readonly maxSteps: number;
  readonly emit: EmitEvent;
  /** Messages of a resumed conversation. */
  readonly messages: readonly ModelMessage[];
  /** Ends all processes and connections that the tools started. */
  readonly close: () => Promise<void>;
}

/** A conversation is compacted before the next turn if it fills more than this share of the context window. */
const FULL = 0.8;

export class Agent {
  readonly #parts: AgentParts;
  #messages: readonly ModelMessage[];
  #catalog: Catalog | undefined;
  /** The catalog that is part of the system text. `#catalog` may be newer than this catalog. */
  #given: Catalog | undefined;
  #inputTokens = 0;
  #begun = false;

  constructor(parts: AgentParts) {
    this.#parts = parts;
    this.#messages = parts.messages;
  }

  get id(): string {
    return this.#parts.id;
  }

  get skills(): Skills {
    return this.#parts.skills;
  }

  get session(): Session {
    return this.#parts.session;
  }

  /**
   * Runs a turn with a message of the user. With `wait`, it also waits for background subagents and processes their
   * reports.
   */
  async turn(message: string, signal: AbortSignal, { wait = false } = {}): Promise<TurnOutcome> {
    this.#parts.emit({ type: "turn", message });
    if (this.#isFull) await this.compact(signal);
    this.#add([...(await this.#arrival()), ...(await this.#items(message)), { role: "user", content: message }]);
    const outcome = await this.#answer(signal, wait);
    this.#inputTokens = outcome.usage.inputTokens;
    this.#keepSkills();
    this.#tell(outcome);
    return outcome;
  }

  /**
   * Gets the model's answer. Asks the model again if a hook continues the turn, a report arrives, or a server adds
   * tools.
   */
  async #answer(signal: AbortSignal, wait: boolean, steps = 0): Promise<TurnOutcome> {
    const { endpoint, model, wishes, maxSteps, emit } = this.#parts;
    const names = this.#toolNames;
    const outcome = await runTurn({
      model,
      wishes,
      endpoint,
      system: this.#system,
      messages: this.#messages,
      tools: aiSdkTools(await this.#tools()) as ToolSet,
      maxSteps: maxSteps - steps,
      emit,
      signal,
      onStep: (messages) => this.#add(messages),
      isStale: () => this.#toolNames !== names,
    });
    const done = { ...outcome, steps: steps + outcome.steps };
    if (outcome.unfinished && done.steps < maxSteps) return this.#answer(signal, wait, done.steps);
    const more = outcome.ended === "answered" && done.steps < maxSteps ? await this.#goOn(signal, wait) : [];
    if (more.length === 0) return done;
    this.#add(more);
    return this.#answer(signal, wait, done.steps);
  }

  /** Called after the model has answered. Returns messages with which the turn continues; none if the turn ends. */
  async #goOn(signal: AbortSignal, wait: boolean): Promise<readonly ModelMessage[]> {
    const { session, emit } = this.#parts;
    const why = await session.stopping();
    if (why !== undefined) {
      emit({ type: "continued", why });
      return [{ role: "user", content: why }];
    }
    if (!wait) return [];
    await Promise.race([session.settled(), aborted(signal)]);
    const reports = signal.aborted ? [] : session.reports();
    for (const { text } of reports) emit({ type: "continued", why: text });
    return reports.map(toMessage);
  }

  /**
   * Compacts the conversation. Throws SK493 if that fails, and returns silently if it is cancelled. The conversation is
   * then unchanged.
   */
  async compact(signal: AbortSignal): Promise<void> {
    const { model, endpoint, session, transcript, emit } = this.#parts;
    const before = this.#messages.length;
    const input = { model, endpoint, session, signal, messages: this.#messages };
    const compacted = await compactConversation(input).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
    if (compacted === undefined) return this.#tell(STOPPED);
    const { messages, skills } = compacted;
    this.#messages = messages;
    this.#inputTokens = 0;
    transcript.compacted(messages);
    this.#keepSkills();
    emit({ type: "compacted", before, after: messages.length, skills });
  }

  async context(): Promise<ContextReport> {
    const { definition, cwd, endpoint } = this.#parts;
    const tools = await this.#tools();
    await this.#look();
    return makeContextReport({
      window: endpoint.contextWindow,
      instructions: instructionsFor(definition, cwd, ""),
      catalog: this.#catalog,
      tools,
      messages: this.#messages,
    });
  }

  /** Returns the slash commands of skills. Names of the program's own commands (`own`) are left out. */
  commands(own: readonly string[]): Promise<readonly SkillCommand[]> {
    const { skills, definition } = this.#parts;
    const scope = scopeOf(definition);
    return skills.commands({ commands: own, ...(scope ? { scope } : {}) });
  }

  async close(): Promise<void> {
    if (this.#begun) await this.#parts.session.end();
    await this.#parts.close();
    await this.#parts.skills.close();
  }

  /**
   * Returns true if the conversation must be compacted. It uses the endpoint's last token count, or an estimate if
   * there is none.
   */
  get #isFull(): boolean {
    const { contextWindow } = this.#parts.endpoint;
    if (contextWindow === undefined) return false;
    return (this.#inputTokens || estimateMessageTokens(this.#messages)) > contextWindow * FULL;
  }

  get #system(): string {
    const { definition, cwd } = this.#parts;
    return instructionsFor(definition, cwd, this.#given?.text ?? "");
  }

  /** Returns the guarded tools, including the tools that load skills. */
  async #tools(): Promise<readonly NeutralTool[]> {
    const { skills, session, tools, guard } = this.#parts;
    return session.guard([...tools(), ...(await skills.tools(session, this.#window))], guard);
  }

  get #toolNames(): string {
    return this.#parts
      .tools()
      .map(({ name }) => name)
      .join("\n");
  }

  get #window(): { window?: number } {
    const { contextWindow } = this.#parts.endpoint;
    return contextWindow === undefined ? {} : { window: contextWindow };
  }

  /**
   * Returns messages to add before the user's message. In the first turn they start the conversation; later they report
   * changed skills. The system text stays unchanged.
   */
  async #arrival(): Promise<readonly ModelMessage[]> {
    const before = this.#catalog;
    await this.#look();
    if (before !== undefined && this.#catalog !== undefined) {
      const { text } = catalogDelta(before, this.#catalog);
      return text === "" ? [] : [{ role: "user", content: text }];
    }
    this.#given = this.#catalog;
    const { session, definition } = this.#parts;
    const preloaded = this.#messages.length > 0 ? [] : await session.preload(definition.skills);
    return [...preloaded, ...(await this.#started())].map(toMessage);
  }

  /** Returns the output of SessionStart hooks in the first call, and nothing in later calls. */
  async #started(): Promise<readonly SkillItem[]> {
    if (this.#begun) return [];
    this.#begun = true;
    return this.#parts.session.start();
  }

  /** Updates the catalog. If the host lists skills in the description of its tool, there is no separate catalog. */
  async #look(): Promise<void> {
    const { session } = this.#parts;
    if (!session.profile.tool?.listing) this.#catalog = await session.catalog(this.#window);
  }

  async #items(message: string): Promise<readonly ModelMessage[]> {
    const { items, refused } = await this.#parts.session.turn(message);
    for (const { code, reason, help, asked } of refused)
      this.#parts.emit({
        type: "warning",
        code,
        message: `\`${asked}\`: ${reason}`,
        ...(help === undefined ? {} : { help }),
      });
    return items.map(toMessage);
  }

  #add(messages: readonly ModelMessage[]): void {
    this.#messages = [...this.#messages, ...messages];
    this.#parts.transcript.messages(messages);
  }

  #keepSkills(): void {
    this.#parts.transcript.skills(this.#parts.session.toJSON());
  }

  #tell({ ended, steps, text, usage, error }: TurnOutcome): void {
    const { emit } = this.#parts;
    if (error) emit(errorEvent(error));
    emit({ type: "done", ended, steps, text, usage });
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

const STOPPED: TurnOutcome = {
  ended: "stopped",
  unfinished: false,
  steps: 0,
  text: "",
  usage: { inputTokens: 0, outputTokens: 0 },
};

function errorEvent({ code, message, hint }: OperationError) {
  return { type: "error" as const, code, message, ...(hint === undefined ? {} : { help: hint }) };
}
