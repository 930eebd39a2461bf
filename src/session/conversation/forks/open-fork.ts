/** Opens a session for a subagent inside its parent session. Both sessions must allow each call. */
import type { Activation, SkillItem } from "../../../model/conversation/activation.ts";
import type { SubagentSession } from "../../../model/conversation/control.ts";
import type { NeutralTool } from "../../../model/conversation/neutral-tool.ts";
import type { AgentScope } from "../../../model/conversation/offer.ts";
import type { GuardOptions } from "../../../model/rules/permission.ts";
import type { ForkTask } from "./fork-task.ts";
import type { OpenedFork } from "./forks.ts";

/** The part of the parent session that also checks the subagent's calls. */
type ForkParent = Pick<SubagentSession, "guard" | "check" | "afterTool">;

/** The session of a subagent, with the methods that its parent session uses. */
export interface ForkSession extends ForkParent {
  preload(names: readonly string[]): Promise<readonly SkillItem[]>;
  adopt(activation: Activation): Promise<void>;
  narrow(scope: AgentScope): void;
  end(reason: string): Promise<void>;
}

/** The session of a subagent, with the methods that the host's runner uses. */
export interface ChildSession {
  readonly session: ForkSession;
  /** The tools that the subagent's model uses to load skills. */
  tools(): Promise<readonly NeutralTool[]>;
}

export async function openFork(
  parent: ForkParent,
  { session: child, tools }: ChildSession,
  activation: Activation,
  task: ForkTask,
): Promise<OpenedFork> {
  const preloaded = await child.preload(task.skills);
  await child.adopt(activation);
  const check: SubagentSession["check"] = async (call, options, signal) => {
    const outer = await parent.check(call, windowsOnly(options), signal);
    if (!outer.allowed) return outer;
    const inner = await child.check(call, options, signal);
    return inner.allowed ? { ...inner, context: [...(outer.context ?? []), ...(inner.context ?? [])] } : inner;
  };
  return {
    session: {
      preloaded,
      tools: (scope) => {
        if (scope) child.narrow(scope);
        return tools();
      },
      guard: (list, how) => parent.guard(child.guard(list, how), windowsOnly(how)),
      check,
      afterTool: async (call, result) => [
        ...(await child.afterTool(call, result)),
        ...(await parent.afterTool(call, result)),
      ],
    },
    close: () => child.end("done"),
  };
}

/**
 * Limits the parent session's check to its permission windows. The host's rules, and the grants of the skill that the
 * subagent runs, apply only in the inner session.
 */
function windowsOnly(options: GuardOptions = {}): GuardOptions {
  return { ...options, otherwise: "allow" };
}
