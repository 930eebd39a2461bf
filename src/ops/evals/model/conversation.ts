/** A conversation with a model, independent of the provider. */

export interface ModelTool {
  readonly name: string;
  readonly description: string;
  /** The input as JSON Schema. */
  readonly schema: Readonly<Record<string, unknown>>;
}

export interface ModelCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

export interface ModelReply {
  readonly text: string;
  readonly calls: readonly ModelCall[];
  readonly tokens: Tokens;
}

export interface Tokens {
  readonly input: number;
  readonly output: number;
}

export type EvalMessage =
  | { readonly role: "user"; readonly text: string }
  | { readonly role: "model"; readonly reply: ModelReply }
  | { readonly role: "tools"; readonly results: readonly { readonly call: ModelCall; readonly text: string }[] };

export interface EvalConversation {
  readonly system: string;
  readonly tools: readonly ModelTool[];
  readonly messages: readonly EvalMessage[];
}

/** Sends the conversation once, and returns the model's answer. Throws an `OperationError` if there is no answer. */
export type AskModel = (conversation: EvalConversation) => Promise<ModelReply>;

/** Converts conversations between our format and the API of one provider. */
export interface ProviderWire {
  /** The path of the API below the base URL. */
  readonly path: string;
  headers(key: string | undefined): Readonly<Record<string, string>>;
  body(conversation: EvalConversation, model: string): unknown;
  /** Reads an answer. Returns undefined if the body is not a valid answer. */
  reply(body: unknown): ModelReply | undefined;
}
