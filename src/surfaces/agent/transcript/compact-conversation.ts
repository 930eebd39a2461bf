/** Compacts a long conversation into the model's summary and the active skills. */
import type { LanguageModel, ModelMessage } from "ai";
import { type Session, type SkillItem, skillItemName, withoutSkillItems } from "../../../api/index.ts";
import type { Endpoint } from "../model/choose-endpoint.ts";
import { runTurn } from "../run-turn.ts";
import { textsOf } from "./context-report.ts";

export interface CompactedConversation {
  readonly messages: readonly ModelMessage[];
  /** Skills whose texts were added to the compacted conversation. */
  readonly skills: readonly string[];
}

const REQUEST =
  "Summarize this conversation so that you can continue without it: what the user wants, what was decided, what was done " +
  "and found, with the names of files and commands, and what is still to do. Leave out the texts of skills, because they are loaded again.";

export interface CompactInput {
  readonly model: LanguageModel;
  readonly endpoint: Endpoint;
  readonly messages: readonly ModelMessage[];
  readonly session: Session;
  readonly signal: AbortSignal;
}

/** Replaces a conversation by a summary and the active skills. If this throws SK493, the conversation is unchanged. */
export async function compactConversation(input: CompactInput): Promise<CompactedConversation> {
  const { messages, session } = input;
  // The messages are formatted as one text. An endpoint would reject messages with tool calls if it does not get the
  // tools.
  const told = withoutSkillItems(messages).map((message) => `${message.role}: ${textsOf(message).join("\n")}`);
  const summary = await sumUp(told.join("\n\n"), input);
  const items = await session.compact();
  return {
    messages: [{ role: "user", content: `Summary of the conversation so far:\n\n${summary}` }, ...items.map(toMessage)],
    skills: items.flatMap(({ text }) => skillItemName(text) ?? []).filter((name) => name !== "earlier_skills"),
  };
}

async function sumUp(told: string, { model, endpoint, signal }: CompactInput): Promise<string> {
  // The limits of an answer do not apply, because a summary that is cut off would lose the rest of the conversation.
  const { temperature, maxTokens, ...unlimited } = endpoint;
  const { text, error } = await runTurn({
    model,
    endpoint: unlimited,
    system: "",
    messages: [{ role: "user", content: `${told}\n\n---\n\n${REQUEST}` }],
    tools: {},
    maxSteps: 1,
    emit: () => undefined,
    onStep: () => undefined,
    signal,
  });
  signal.throwIfAborted();
  if (error !== undefined) throw error;
  return text;
}

/**
 * Converts a text about skills into a message of the user. `user` is the only role that every endpoint accepts at any
 * position.
 */
export function toMessage({ text }: SkillItem): ModelMessage {
  return { role: "user", content: text };
}
