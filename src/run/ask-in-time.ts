/** A question to a person, and what became of it. Nobody waits for ever: too late is an answer of its own. */
import type { Prompter, Question } from "../model/conversation/control.ts";
import type { StopSignal } from "../model/conversation/stop-signal.ts";
import { stopAfter } from "../platform/processes/stop-after.ts";

/** Why there is no answer: nobody can be asked or wanted to say, it took too long, or it was called off. */
export type Unanswered = "nobody" | "timed-out" | "cancelled";
export type Asked = { readonly answer: string } | { readonly unanswered: Unanswered };

export interface AskOptions {
  readonly timeoutMs: number;
  readonly signal?: StopSignal | undefined;
}

/** A prompter that fails, or that goes on waiting after it was told to stop, is nobody. */
export async function askInTime(
  prompter: Prompter | undefined,
  question: Question,
  { timeoutMs, signal }: AskOptions,
): Promise<Asked> {
  if (prompter === undefined) return { unanswered: "nobody" };
  const stop = stopAfter(timeoutMs, signal);
  const stopped = new Promise<undefined>((resolve) =>
    stop.signal.addEventListener("abort", () => resolve(undefined), { once: true }),
  );
  try {
    const answer = stop.signal.aborted
      ? undefined
      : await Promise.race([ask(prompter, question, stop.signal), stopped]);
    if (stop.signal.aborted) return { unanswered: stop.timedOut() ? "timed-out" : "cancelled" };
    return answer === undefined ? { unanswered: "nobody" } : { answer };
  } finally {
    stop.release();
  }
}

/** What a host's own code throws is no answer. */
async function ask(prompter: Prompter, question: Question, signal: StopSignal): Promise<string | undefined> {
  try {
    return await prompter.ask(question, signal);
  } catch {
    return undefined;
  }
}
