/** A model with prepared calls, the same for every framework: it makes the calls one after the other and ends. */
import type { NeutralTool } from "../../../src/model/conversation/neutral-tool.ts";

export interface Call {
  readonly tool: string;
  readonly input: unknown;
}

/** The tool as the model saw it, and the result of its calls. */
export interface Played {
  readonly tools: readonly Shown[];
  readonly received: readonly Received[];
  /** The final text of the framework. */
  readonly said: string;
}

export interface Shown {
  readonly name: string;
  readonly description: string;
  readonly schema: unknown;
}

export interface Received {
  readonly content: string;
  /** Undefined if the API cannot mark an error. */
  readonly isError?: boolean;
}

export type Play = (tools: readonly NeutralTool[], calls: readonly Call[]) => Promise<Played>;

export const DONE = "done";
