/**
 * Runs one turn: the AI SDK's loop between the model and its tools, reported as events. Text is reported as it arrives.
 * The messages of a step are reported together when the step is complete, so that they can be stored. This code knows
 * nothing about skills.
 */
import { type LanguageModel, type ModelMessage, stepCountIs, streamText, type ToolSet } from "ai";
import { OperationError, type ToolResult } from "../../api/index.ts";
import type { EmitEvent, TokenUsage, TurnEnding } from "./events.ts";
import type { Endpoint } from "./model/choose-endpoint.ts";
import { explainFailure } from "./model/explain-failure.ts";
import type { GrantedSettings } from "./skill-requests.ts";

export interface TurnInput {
  readonly model: LanguageModel;
  readonly endpoint: Endpoint;
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: ToolSet;
  readonly maxSteps: number;
  readonly emit: EmitEvent;
  /** Called with the messages of each completed step. */
  readonly onStep: (messages: readonly ModelMessage[]) => void;
  /** Called before each step. Returns another model or other options for this step. */
  readonly wishes?: () => Promise<GrantedSettings>;
  /**
   * Called after each step. Returns true if the tools have changed. The turn then ends early, and the caller continues
   * it with the new tools.
   */
  readonly isStale?: () => boolean;
  readonly signal: AbortSignal;
}

export interface TurnOutcome {
  readonly ended: TurnEnding;
  /** True if the model has not yet received all tool results. */
  readonly unfinished: boolean;
  readonly steps: number;
  /** The last text of the model in this turn. */
  readonly text: string;
  readonly usage: TokenUsage;
  readonly error?: OperationError;
}

/** Maximum characters that a model may write in one turn, because it may repeat itself endlessly. */
const MAX_CHARS = 4_000_000;

// Turns off the SDK's warnings about unknown models, because the SDK would print them on our terminal.
(globalThis as { AI_SDK_LOG_WARNINGS?: boolean }).AI_SDK_LOG_WARNINGS = false;

/** Runs a turn. A failure of the endpoint is returned as part of the outcome. It is never thrown. */
export async function runTurn(input: TurnInput): Promise<TurnOutcome> {
  const { model, endpoint, system, messages, tools, maxSteps, signal, isStale = () => false } = input;
  const turn = new Turn(input);
  const result = streamText({
    model,
    ...(system === "" ? {} : { system }),
    messages: [...messages],
    tools,
    stopWhen: [stepCountIs(maxSteps), isStale],
    abortSignal: AbortSignal.any([signal, turn.tooMuch.signal]),
    ...(endpoint.temperature === undefined ? {} : { temperature: endpoint.temperature }),
    ...(endpoint.maxTokens === undefined ? {} : { maxOutputTokens: endpoint.maxTokens }),
    ...(input.wishes ? { prepareStep: input.wishes as never } : {}),
    // The stream also reports this error. Without this handler, the SDK would print the error.
    onError: ({ error }) => turn.fail(error),
    onStepFinish: ({ response }) => turn.keep(response.messages),
  });
  try {
    for await (const part of result.fullStream) turn.take(part as Part);
  } catch (error) {
    turn.fail(error);
  }
  return turn.outcome();
}

/** The parts of a stream that a turn uses. */
type Part =
  | { readonly type: "text-delta" | "reasoning-delta"; readonly text: string }
  | { readonly type: "tool-call"; readonly toolCallId: string; readonly toolName: string; readonly input: unknown }
  | { readonly type: "tool-result"; readonly toolCallId: string; readonly toolName: string; readonly output: unknown }
  | { readonly type: "tool-error"; readonly toolCallId: string; readonly toolName: string; readonly error: unknown }
  | { readonly type: "finish-step"; readonly usage: Tokens; readonly finishReason: string }
  | { readonly type: "error"; readonly error: unknown }
  | { readonly type: "abort" };

interface Tokens {
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
}

class Turn {
  readonly tooMuch = new AbortController();
  readonly #input: TurnInput;
  #kept = 0;
  #steps = 0;
  #written = 0;
  /** Text of the current step, which is not complete. */
  #partial = "";
  #text = "";
  #usage: TokenUsage = { inputTokens: 0, outputTokens: 0 };
  #lastReason = "";
  #error: OperationError | undefined;

  constructor(input: TurnInput) {
    this.#input = input;
  }

  take(part: Part): void {
    const { emit } = this.#input;
    switch (part.type) {
      case "text-delta":
        this.#partial += part.text;
        this.#count(part.text);
        return emit({ type: "text", text: part.text });
      case "reasoning-delta":
        this.#count(part.text);
        return emit({ type: "reasoning", text: part.text });
      case "tool-call":
        return emit({ type: "tool-call", id: part.toolCallId, tool: part.toolName, input: part.input });
      case "tool-result":
        return this.#result(part.toolCallId, part.toolName, part.output as ToolResult);
      case "tool-error": {
        const content = part.error instanceof Error ? part.error.message : String(part.error);
        return this.#result(part.toolCallId, part.toolName, { content, isError: true });
      }
      case "finish-step":
        return this.#finish(part.usage, part.finishReason);
      case "error":
        return this.fail(part.error);
    }
  }

  fail(error: unknown): void {
    if (this.#input.signal.aborted) return;
    this.#error ??= explainFailure(error, this.#input.endpoint);
  }

  /** Reports the messages that are new since the last call. The SDK passes all messages of the turn each time. */
  keep(messages: readonly ModelMessage[]): void {
    this.#input.onStep(messages.slice(this.#kept));
    this.#kept = messages.length;
    if (this.#partial !== "") this.#text = this.#partial;
    this.#partial = "";
  }

  outcome(): TurnOutcome {
    const ended = this.#ending();
    // The user has read the interrupted text, so the model should know it too.
    if (this.#partial !== "")
      this.#input.onStep([{ role: "assistant", content: `${this.#partial}\n[interrupted here]` }]);
    const error = ended === "step-limit" ? stepLimit(this.#input.maxSteps) : this.#error;
    return {
      ended,
      unfinished: ended === "answered" && this.#lastReason === "tool-calls",
      steps: this.#steps,
      text: this.#partial || this.#text,
      usage: this.#usage,
      ...(error === undefined || ended === "stopped" ? {} : { error }),
    };
  }

  #ending(): TurnEnding {
    if (this.#input.signal.aborted) return "stopped";
    if (this.#error !== undefined) return "failed";
    return this.#lastReason === "tool-calls" && this.#steps >= this.#input.maxSteps ? "step-limit" : "answered";
  }

  #result(id: string, tool: string, { content, isError }: ToolResult): void {
    this.#input.emit({ type: "tool-result", id, tool, isError, content });
  }

  #finish({ inputTokens = 0, outputTokens = 0 }: Tokens, reason: string): void {
    this.#steps++;
    this.#lastReason = reason;
    this.#usage = { inputTokens, outputTokens: this.#usage.outputTokens + outputTokens };
    this.#input.emit({ type: "step", step: this.#steps, usage: { inputTokens, outputTokens } });
  }

  #count(text: string): void {
    this.#written += text.length;
    if (this.#written <= MAX_CHARS || this.#error) return;
    this.#error = new OperationError(
      "SK493",
      `the model has written more than ${MAX_CHARS} characters and was stopped`,
      {
        hint: "try another model, or limit the length of an answer with `llm.max_tokens`",
      },
    );
    this.tooMuch.abort();
  }
}

function stepLimit(steps: number): OperationError {
  return new OperationError("SK496", `the model was stopped after ${steps} steps without an answer`, {
    hint: "type `go on`, or allow more steps with `--max-steps` or `agent.max_steps`",
  });
}
