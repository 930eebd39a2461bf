/** A long conversation becomes a short one: what the model sums up of it, and the skills that still count. */
import { generateText, type LanguageModel, type ModelMessage } from "ai";
import { type Session, type SkillItem, skillItemName, withoutSkillItems } from "../../../api/index.ts";
import type { Endpoint } from "../model/choose-endpoint.ts";
import { explainFailure } from "../model/explain-failure.ts";
import { textsOf } from "./context-report.ts";

export interface Compacted {
  readonly messages: readonly ModelMessage[];
  /** The skills that are before the model again. */
  readonly skills: readonly string[];
}

const REQUEST =
  "Sum up this conversation for yourself, so that you can go on without it: what the user wants, what was decided, what was done " +
  "and found, with the names of files and commands, and what is still to do. Leave out the texts of skills; they are given again.";

export interface CompactInput {
  readonly model: LanguageModel;
  readonly endpoint: Endpoint;
  readonly messages: readonly ModelMessage[];
  readonly session: Session;
  readonly signal: AbortSignal;
}

/** Throws SK493; then nothing has changed. */
export async function compactConversation({
  model,
  endpoint,
  messages,
  session,
  signal,
}: CompactInput): Promise<Compacted> {
  // As one text: without its tools an endpoint does not take messages that call them.
  const told = withoutSkillItems(messages).map((message) => `${message.role}: ${textsOf(message).join("\n")}`);
  const summary = await sumUp(told.join("\n\n"), model, endpoint, signal);
  const items = await session.compact();
  return {
    messages: [
      { role: "user", content: `What happened so far, in your own words:\n\n${summary}` },
      ...items.map(toMessage),
    ],
    skills: items.flatMap(({ text }) => skillItemName(text) ?? []).filter((name) => name !== "earlier_skills"),
  };
}

async function sumUp(told: string, model: LanguageModel, endpoint: Endpoint, signal: AbortSignal): Promise<string> {
  try {
    const { text } = await generateText({ model, prompt: `${told}\n\n---\n\n${REQUEST}`, abortSignal: signal });
    return text;
  } catch (error) {
    throw explainFailure(error, endpoint);
  }
}

/** `user` is the only role that every endpoint accepts at any position. */
export function toMessage({ text }: SkillItem): ModelMessage {
  return { role: "user", content: text };
}
