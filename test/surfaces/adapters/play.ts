/** A model that does as it is told, the same for every framework: it makes these calls one after the other and is done. */
import type { NeutralTool } from "../../../src/model/conversation/neutral-tool.ts";

export interface Call {
  readonly tool: string;
  readonly input: unknown;
}

/** What the model was told of a tool, and what came back to it. */
export interface Played {
  readonly tools: readonly Shown[];
  readonly received: readonly Received[];
  /** What the program has in hand at the end. */
  readonly said: string;
}

export interface Shown {
  readonly name: string;
  readonly description: string;
  readonly schema: unknown;
}

export interface Received {
  readonly content: string;
  /** Undefined where the API has no word for it. */
  readonly isError?: boolean;
}

export type Play = (tools: readonly NeutralTool[], calls: readonly Call[]) => Promise<Played>;

export const DONE = "done";
