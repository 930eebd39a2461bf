/**
 * An agent at work: messages of the user come in, events and a kept conversation go out. It puts together what the library
 * gives (a session, its catalog, its tools) and the AI SDK's loop; what a skill may do, and what a model gets of it, the
 * library decides.
 */
import type { LanguageModel, ModelMessage, ToolSet } from "ai";
import { aiSdkTools } from "../adapters/ai-sdk.ts";
import {
  type AgentDefinition,
  type Catalog,
  catalogDelta,
  type NeutralTool,
  type OperationError,
  type Session,
  type SkillItem,
  type Skills,
} from "../index.ts";
import type { Endpoint } from "./choose-endpoint.ts";
import { compactConversation, toMessage } from "./compact-conversation.ts";
import { type ContextReport, contextReport } from "./context-report.ts";
import type { Emit } from "./events.ts";
import { instructionsFor } from "./instructions.ts";
import { runTurn, type TurnOutcome } from "./run-turn.ts";
import type { Transcript } from "./transcript.ts";

export interface AgentParts {
  readonly id: string;
  readonly definition: AgentDefinition;
  readonly endpoint: Endpoint;
  readonly model: LanguageModel;
  readonly cwd: string;
  /** Undefined where skills could not be loaded. */
  readonly skills: Skills | undefined;
  readonly session: Session | undefined;
  /** Those that do not come from skills. */
  readonly tools: readonly NeutralTool[];
  readonly transcript: Transcript;
  readonly maxSteps: number;
  readonly emit: Emit;
  /** Of a conversation that is taken up. */
  readonly messages: readonly ModelMessage[];
  /** Ends what the tools have begun. */
  readonly close: () => Promise<void>;
}

/** The share of the window from which on a conversation is compacted before the next turn. */
const FULL = 0.8;

export class Agent {
  readonly #parts: AgentParts;
  #messages: readonly ModelMessage[];
  #catalog: Catalog | undefined;
  /** The catalog that stands in the system text. */
  #given: Catalog | undefined;
  #inputTokens = 0;

  constructor(parts: AgentParts) {
    this.#parts = parts;
    this.#messages = parts.messages;
  }

  get id(): string {
    return this.#parts.id;
  }

  get skills(): Skills | undefined {
    return this.#parts.skills;
  }

  get session(): Session | undefined {
    return this.#parts.session;
  }

  /** A message of the user, and all that follows from it. */
  async turn(message: string, signal: AbortSignal): Promise<TurnOutcome> {
    const { endpoint, model, maxSteps, emit } = this.#parts;
    if (this.#isFull) await this.compact(signal);
    const tools = await this.#tools();
    this.#add([...(await this.#arrival()), ...(await this.#items(message)), { role: "user", content: message }]);
    const outcome = await runTurn({
      model,
      endpoint,
      system: this.#system,
      messages: this.#messages,
      tools: aiSdkTools(tools) as ToolSet,
      maxSteps,
      emit,
      signal,
      onStep: (messages) => this.#add(messages),
    });
    this.#inputTokens = outcome.usage.inputTokens;
    this.#keepSkills();
    this.#tell(outcome);
    return outcome;
  }

  /** Throws SK493; then the conversation is as it was. */
  async compact(signal: AbortSignal): Promise<void> {
    const { model, endpoint, session, transcript, emit } = this.#parts;
    const before = this.#messages.length;
    const { messages, skills } = await compactConversation({
      model,
      endpoint,
      session,
      signal,
      messages: this.#messages,
    });
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
    return contextReport({
      window: endpoint.contextWindow,
      instructions: instructionsFor(definition, cwd, ""),
      catalog: this.#catalog,
      tools,
      messages: this.#messages,
    });
  }

  async close(): Promise<void> {
    await this.#parts.close();
    await this.#parts.skills?.close();
  }

  get #isFull(): boolean {
    const { contextWindow } = this.#parts.endpoint;
    return contextWindow !== undefined && this.#inputTokens > contextWindow * FULL;
  }

  get #system(): string {
    const { definition, cwd } = this.#parts;
    return instructionsFor(definition, cwd, this.#given?.text ?? "");
  }

  async #tools(): Promise<readonly NeutralTool[]> {
    const { skills, session, tools, endpoint } = this.#parts;
    const window = endpoint.contextWindow === undefined ? {} : { window: endpoint.contextWindow };
    const ofSkills = skills && session ? await skills.tools(session, window) : [];
    return [...tools, ...ofSkills];
  }

  /** What comes before the first message, or what has become of the skills since: the system text stays as it was. */
  async #arrival(): Promise<readonly ModelMessage[]> {
    const before = this.#catalog;
    await this.#look();
    if (before !== undefined && this.#catalog !== undefined) {
      const { text } = catalogDelta(before, this.#catalog);
      return text === "" ? [] : [{ role: "user", content: text }];
    }
    this.#given = this.#catalog;
    const { session, definition } = this.#parts;
    if (session === undefined || this.#messages.length > 0) return [];
    return (await session.preload(definition.skills)).map(toMessage);
  }

  /** The catalog as it is now; undefined where the host lists skills in the description of its tool. */
  async #look(): Promise<void> {
    const { session, endpoint } = this.#parts;
    if (session === undefined || session.profile.tool?.listing) return;
    const window = endpoint.contextWindow === undefined ? {} : { window: endpoint.contextWindow };
    this.#catalog = await session.catalog(window);
  }

  async #items(message: string): Promise<readonly ModelMessage[]> {
    const turn = await this.#parts.session?.turn(message);
    for (const { code, reason, help, asked } of turn?.refused ?? [])
      this.#parts.emit({
        type: "warning",
        code,
        message: `\`${asked}\`: ${reason}`,
        ...(help === undefined ? {} : { help }),
      });
    return (turn?.items ?? ([] as readonly SkillItem[])).map(toMessage);
  }

  #add(messages: readonly ModelMessage[]): void {
    this.#messages = [...this.#messages, ...messages];
    this.#parts.transcript.messages(messages);
  }

  #keepSkills(): void {
    if (this.#parts.session) this.#parts.transcript.skills(this.#parts.session.toJSON());
  }

  #tell({ ended, steps, text, usage, error }: TurnOutcome): void {
    const { emit } = this.#parts;
    if (error) emit(errorEvent(error));
    emit({ type: "done", ended, steps, text, usage });
  }
}

function errorEvent({ code, message, hint }: OperationError) {
  return { type: "error" as const, code, message, ...(hint === undefined ? {} : { help: hint }) };
}
