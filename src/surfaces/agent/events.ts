/**
 * Events of a running agent. A terminal shows them, or prints each as one line of JSON. Texts are complete and not
 * escaped.
 */
import type { SkillEvent } from "../../api/index.ts";
import type { ContextReport } from "./transcript/context-report.ts";

export type AgentEvent =
  /** The conversation starts, or an earlier one is resumed. */
  | {
      readonly type: "session";
      readonly id: string;
      readonly agent: string;
      readonly provider: string;
      readonly model: string;
      readonly host: string;
      readonly cwd: string;
      /** Number of messages that the resumed conversation already has. */
      readonly resumed: number;
    }
  /** The skills that were found. `failed` is set if the search failed, and is the reason. */
  | {
      readonly type: "skills";
      readonly offered: number;
      readonly rejected: number;
      readonly withheld: number;
      readonly failed?: string;
    }
  /** A message of the user starts a turn. */
  | { readonly type: "turn"; readonly message: string }
  | { readonly type: "warning"; readonly code: string; readonly message: string; readonly help?: string }
  /** Information that is not an error. */
  | { readonly type: "note"; readonly message: string; readonly help?: string }
  /** A subagent that runs a skill made progress. */
  | {
      readonly type: "subagent";
      /** The skill's address. */
      readonly skill: string;
      readonly agent: string;
      readonly depth: number;
      readonly event: AgentEvent;
    }
  /** A server requires the user to log in at this address. */
  | { readonly type: "login"; readonly server: string; readonly address: string }
  /** An event of the session, such as a loaded or refused skill. */
  | { readonly type: "skill"; readonly event: SkillEvent }
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "reasoning"; readonly text: string }
  | { readonly type: "tool-call"; readonly id: string; readonly tool: string; readonly input: unknown }
  | {
      readonly type: "tool-result";
      readonly id: string;
      readonly tool: string;
      readonly isError: boolean;
      readonly content: string;
    }
  /** One step, which is one answer of the model, is complete. */
  | { readonly type: "step"; readonly step: number; readonly usage: TokenUsage }
  /** A hook makes the model continue after its answer. */
  | { readonly type: "continued"; readonly why: string }
  | { readonly type: "compacted"; readonly before: number; readonly after: number; readonly skills: readonly string[] }
  /** The user requested the context report: the content of the model's context, and the tokens of each part. */
  | { readonly type: "context"; readonly report: ContextReport }
  /** The turn has ended. */
  | {
      readonly type: "done";
      readonly ended: TurnEnding;
      readonly steps: number;
      readonly text: string;
      readonly usage: TokenUsage;
    }
  | { readonly type: "error"; readonly code: string; readonly message: string; readonly help?: string };

/** The reason why a turn ended: the model finished, it reached the step limit, the user stopped it, or it failed. */
const TURN_ENDINGS = ["answered", "step-limit", "stopped", "failed"] as const;
export type TurnEnding = (typeof TURN_ENDINGS)[number];

export interface TokenUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export type EmitEvent = (event: AgentEvent) => void;
