/**
 * Adapter for Vercel's AI SDK, without importing it. Tools: `tools: aiSdkTools(await skills.tools(session))`. Subagents
 * for skills with `context: fork`: `control: { subagents: aiSdkSubagents({ generate: generateText, model, tools }) }`.
 */
import type {
  CallGuard,
  Cancelled,
  GuardOptions,
  NeutralTool,
  SubagentOutcome,
  SubagentRunner,
  SubagentSession,
  SubagentTask,
  ToolInput,
  ToolResult,
} from "../../api/index.ts";
import { anyInput, requireArgument, requireSession, requireTools } from "./any-input.ts";

/** A tool in the format of the AI SDK. */
export interface AiSdkTool {
  readonly description: string;
  /**
   * The schema of the tool's input. It is a Standard Schema and also a schema of the SDK itself: `ToolInput` with
   * `jsonSchema` and `validate`.
   */
  // biome-ignore lint/suspicious/noExplicitAny: no other type fits both the schemas of version 5 and those of version 6.
  readonly inputSchema: any;
  execute(input: unknown, options?: { abortSignal?: Cancelled | undefined }): Promise<ToolResult>;
  /**
   * Converts the output of a tool for the model. Version 6 passes an object with `output`; version 5 and Mastra pass
   * the output itself.
   */
  toModelOutput(given: { output: ToolResult } | ToolResult): { type: "text" | "error-text"; value: string };
}

/** Converts tools for the option `tools` of the AI SDK. */
export function aiSdkTools(tools: readonly NeutralTool[]): Record<string, AiSdkTool> {
  requireTools("aiSdkTools", tools);
  return Object.fromEntries(
    tools.map((tool) => [
      tool.name,
      {
        description: tool.description,
        inputSchema: schemaOf(tool),
        execute: (given, options) => tool.execute(withoutEnvelope(given), { signal: options?.abortSignal }),
        toModelOutput: (given) => {
          const { isError, content } = "output" in given ? given.output : given;
          return { type: isError ? "error-text" : "text", value: content };
        },
      },
    ]),
  );
}

/**
 * Returns a schema for all versions. Version 6 reads a Standard Schema. Version 5 reads only the SDK's own schema,
 * which is recognized by these symbols. Mastra before version 1 does the same.
 */
function schemaOf({ input, jsonSchema }: NeutralTool): ToolInput<Record<string, unknown>> {
  const own = { jsonSchema, validate: (value: unknown) => ({ success: true, value }) };
  const marks = { [Symbol.for("vercel.ai.schema")]: true, [Symbol.for("vercel.ai.validator")]: true };
  return { ...anyInput(input), ...own, ...marks };
}

/**
 * Returns the input of a call. Mastra before version 1 wraps the input in an object, as `context` beside
 * `runtimeContext`.
 */
function withoutEnvelope(given: unknown): unknown {
  const isEnvelope = typeof given === "object" && given !== null && "context" in given && "runtimeContext" in given;
  return isEnvelope ? given.context : given;
}

/** The parts of `generateText` that the adapter uses. */
export type AiSdkGenerate = (options: never) => PromiseLike<{ readonly text: string; readonly finishReason?: string }>;

/** The model, the tools, and the kinds of agents for `aiSdkSubagents`. */
export interface AiSdkSubagentOptions {
  /** `generateText` of the package `ai`. */
  readonly generate: AiSdkGenerate;
  /**
   * A model for all subagents, or a function that chooses one. It is called with the name of the model that a skill or
   * an agent requests.
   */
  readonly model: object | string | ((wished: string | undefined) => object | string | undefined);
  /** Tools of the SDK that subagents may have, by name. */
  readonly tools?: Readonly<Record<string, AiSdkToolLike>>;
  /** Kinds of subagents by name. `general-purpose` is always defined. */
  readonly agents?: Readonly<Record<string, AiSdkAgent>>;
  /** Maximum model calls, including those for tools (default: 50). */
  readonly maxSteps?: number;
  /** Additional options of `generateText`, such as the provider's option for effort. */
  readonly settings?: (task: SubagentTask) => Readonly<Record<string, unknown>>;
}

/** A kind of agent: its system text, its model and its tools. */
export interface AiSdkAgent {
  readonly system?: string;
  readonly model?: string;
  /** Names of the tools in `AiSdkSubagentOptions` that the agent gets (default: all of them). */
  readonly tools?: readonly string[];
}

const MAX_STEPS = 50;
const GENERAL: AiSdkAgent = {};
const SYSTEM =
  "You work on one task alone. You cannot ask questions. When it is done, report in your last message what you did and " +
  "found: the caller receives only that message.";

/** Returns a runner for skills with `context: fork`. The runner calls `generateText`. */
export function aiSdkSubagents(options: AiSdkSubagentOptions): SubagentRunner {
  return { run: (task) => run(task, options) };
}

async function run(task: SubagentTask, options: AiSdkSubagentOptions): Promise<SubagentOutcome> {
  const agents: Readonly<Record<string, AiSdkAgent>> = { "general-purpose": GENERAL, ...options.agents };
  const agent = Object.hasOwn(agents, task.agent) ? agents[task.agent] : undefined;
  if (agent === undefined)
    return failed(`there is no agent \`${task.agent}\`; there are ${Object.keys(agents).join(", ")}`);
  const model = chosenModel(options.model, task.model ?? agent.model);
  if (model === undefined) return failed(`there is no model \`${task.model ?? agent.model}\``);
  const { text, finishReason } = await options.generate({
    model,
    system: agent.system ?? SYSTEM,
    messages: [...task.session.preloaded.map(({ text: content }) => message(content)), message(task.task)],
    tools: await toolsFor(task, agent, options.tools ?? {}),
    stopWhen: ({ steps }: { readonly steps: readonly unknown[] }) => steps.length >= (options.maxSteps ?? MAX_STEPS),
    abortSignal: task.signal,
    ...options.settings?.(task),
  } as never);
  if (finishReason === "tool-calls")
    return failed(`the task was not finished after ${options.maxSteps ?? MAX_STEPS} steps. ${text}`);
  return { status: "done", summary: text };
}

function message(content: string): { readonly role: "user"; readonly content: string } {
  return { role: "user", content };
}

function failed(summary: string): SubagentOutcome {
  return { status: "failed", summary: summary.trim() };
}

function chosenModel(model: AiSdkSubagentOptions["model"], wished: string | undefined): object | string | undefined {
  return typeof model === "function" ? model(wished) : model;
}

/**
 * Returns the subagent's own tools and the tools that load skills. The subagent's session checks every call of these
 * tools.
 */
async function toolsFor(
  { session }: SubagentTask,
  agent: AiSdkAgent,
  tools: Readonly<Record<string, AiSdkToolLike>>,
): Promise<Record<string, AiSdkToolLike>> {
  const had = Object.entries(tools).filter(([name]) => agent.tools === undefined || agent.tools.includes(name));
  return {
    ...aiSdkTools(session.guard(await session.tools())),
    ...Object.fromEntries(had.map(([name, tool]) => [name, insideOf(session, name, tool)])),
  };
}

/** The parts of an SDK tool that the adapter uses. */
export interface AiSdkToolLike {
  execute?: ((input: never, options: never) => unknown) | undefined;
}

type Execute = (input: unknown, options?: { abortSignal?: Cancelled | undefined }) => unknown;

/**
 * Returns a tool whose calls are checked by the subagent's session. A denied call ends as a `tool-error`, and the model
 * reads the reason.
 */
function insideOf(session: SubagentSession, name: string, tool: AiSdkToolLike): AiSdkToolLike {
  if (tool.execute === undefined) return tool;
  const run = tool.execute.bind(tool) as unknown as Execute;
  const execute: Execute = async (input, options) => {
    const call = { tool: name, input, actor: "model" as const };
    const checked = await session.check(call, {}, options?.abortSignal);
    if (!checked.allowed) throw Object.assign(new Error(checked.text), { name: "ToolCallRefused" });
    const output = await run(input, options);
    const remarks = await session.afterTool(call, { content: textOf(output), isError: false });
    const said = [...(checked.context ?? []), ...remarks];
    if (said.length === 0) return output;
    return typeof output === "string" ? [output, ...said].join("\n\n") : { output, remarks: said };
  };
  return { ...tool, execute };
}

function textOf(output: unknown): string {
  return typeof output === "string" ? output : (JSON.stringify(output) ?? "");
}

/**
 * Returns the same tools with a guard: the rules of active skills judge each call. A denied call ends as a
 * `tool-error`, and the model reads the reason. The guard cannot judge calls of a tool without `execute`, because such
 * a tool runs elsewhere.
 */
export function guardAiSdkTools<T extends Record<string, AiSdkToolLike>>(
  session: CallGuard,
  tools: T,
  options: GuardOptions = {},
): T {
  requireSession("guardAiSdkTools", session);
  const isTools = typeof tools === "object" && tools !== null && Object.values(tools).every((tool) => tool !== null);
  requireArgument(isTools && !Array.isArray(tools), "guardAiSdkTools", "an object of tools");
  const guarded = Object.entries(tools).map(([name, tool]) => [name, guardTool(session, name, tool, options)] as const);
  return Object.fromEntries(guarded) as T;
}

function guardTool(session: CallGuard, name: string, tool: AiSdkToolLike, options: GuardOptions): AiSdkToolLike {
  if (tool.execute === undefined) return tool;
  const run = tool.execute.bind(tool) as unknown as Execute;
  const pass = async (input: unknown, context: Parameters<Execute>[1]): Promise<void> => {
    const checked = await session.check({ tool: name, input, actor: "model" }, options, context?.abortSignal);
    if (!checked.allowed) throw Object.assign(new Error(checked.text), { name: "ToolCallRefused" });
  };
  const once: Execute = async (input, context) => {
    await pass(input, context);
    return run(input, context);
  };
  // If a tool reports progress, the SDK expects its `execute` to return an iterator immediately.
  const inParts: Execute = async function* (input, context) {
    await pass(input, context);
    yield* run(input, context) as AsyncIterable<unknown>;
  };
  return { ...tool, execute: isGenerator(tool.execute) ? inParts : once };
}

function isGenerator(run: object): boolean {
  return Object.prototype.toString.call(run) === "[object AsyncGeneratorFunction]";
}
