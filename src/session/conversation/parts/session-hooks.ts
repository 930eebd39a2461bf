/** Runs the hooks of a session and applies their answers. There are hooks for tools, for turns and for skills. */
import type { Confinement, ToolCall, Verdict } from "../../../model/conversation/control.ts";
import type { HookOutput } from "../../../model/conversation/hook.ts";
import type { Cancelled, NeutralTool, ToolResult } from "../../../model/conversation/neutral-tool.ts";
import type { StopSignal } from "../../../model/conversation/stop-signal.ts";
import { asStopSignal } from "../../../platform/processes/stop-after.ts";
import type { EventAttributes, SkillEventName } from "../events/events.ts";
import { quoteUntrusted } from "../notes.ts";

export interface SessionHooks {
  /** True if no hook can run at present. */
  readonly idle: boolean;
  /** Keys of `once` hooks that have run. `toJSON` stores them. */
  readonly fired: readonly string[];
  /** Runs hooks before a call, and asks the user if a hook requires a question. */
  beforeTool(call: ToolCall, signal?: StopSignal): Promise<HookOutput>;
  afterTool(call: ToolCall, result: ToolResult, signal?: StopSignal): Promise<HookOutput>;
  /** Runs hooks before the turn ends. `again` is true if a hook has already made the model continue in this turn. */
  stop(again: boolean): Promise<HookOutput>;
  prompt(message: string): Promise<HookOutput>;
  start(source: "startup" | "resume"): Promise<HookOutput>;
  end(reason: string): Promise<void>;
}

/** The parts of a session that its hooks may use. */
export interface HookedSession {
  readonly id: string;
  readonly emit: (name: SkillEventName, attributes: EventAttributes) => void;
  readonly answers: Map<string, boolean>;
  readonly redact: (text: string) => string;
  readonly entrusted: (names: readonly string[]) => Readonly<Record<string, string>>;
  readonly accepted: (skill: string) => Confinement | undefined;
}

/**
 * Returns the verdict if hooks refuse a call; otherwise undefined. Questions that a hook requires have already been
 * asked.
 */
export function findObjection({ verdict }: HookOutput): Verdict | undefined {
  return verdict === undefined || verdict.decision === "allow" ? undefined : verdict;
}

/** Tells the model which call was refused, which hook refused it, and why. */
export function hookRefusal({ tool }: ToolCall, { by, reason }: Verdict): string {
  const why = reason === "" ? "" : `: ${reason}`;
  return `The call of ${quoteUntrusted(tool)} was not made: ${by} refuses it${why}. Use what is allowed, or tell the user.`;
}

/** Wraps tools so that hooks run before and after each call. */
export function wrapToolsWithHooks(tools: readonly NeutralTool[], hooks: SessionHooks): readonly NeutralTool[] {
  return tools.map((tool) => ({
    name: tool.name,
    description: tool.description,
    input: tool.input,
    get jsonSchema() {
      return tool.jsonSchema;
    },
    execute: (input, context) =>
      hooks.idle ? tool.execute(input, context) : executeHooked(tool, input, context, hooks),
  }));
}

async function executeHooked(
  tool: NeutralTool,
  input: unknown,
  context: { readonly signal?: Cancelled | undefined } | undefined,
  hooks: SessionHooks,
): Promise<ToolResult> {
  const call: ToolCall = { tool: tool.name, input, actor: "model" };
  const signal = asStopSignal(context?.signal);
  const before = await hooks.beforeTool(call, signal);
  const objection = findObjection(before);
  if (objection) return { content: appendContext(hookRefusal(call, objection), before.context), isError: true };
  const result = await tool.execute(input, context);
  const after = await hooks.afterTool(call, result, signal);
  return { ...result, content: appendContext(result.content, [...before.context, ...hookRemarks(after)]) };
}

/** Converts refusals of hooks after a call into remarks. The call has already happened, so it cannot be refused. */
export function hookRemarks({ verdict, context }: HookOutput): readonly string[] {
  return verdict?.decision === "deny" ? [...context, `[${verdict.by}] ${verdict.reason}`] : context;
}

export function appendContext(content: string, context: readonly string[]): string {
  return [content, ...context].join("\n\n");
}
