/** Asks the user a question with a deadline. If the time is over, the result is `timed-out`, so no caller waits forever. */
import type { Prompter, Question } from "../model/conversation/control.ts";
import type { StopSignal } from "../model/conversation/stop-signal.ts";
import { stopAfter } from "../platform/processes/stop-after.ts";

/**
 * The reason why there is no answer. `nobody`: no user can be asked, or the user declined. `timed-out`: the time limit
 * passed. `cancelled`: the question was cancelled.
 */
export type Unanswered = "nobody" | "timed-out" | "cancelled";
export type AnswerInTime = { readonly answer: string } | { readonly unanswered: Unanswered };

export interface AskOptions {
  readonly timeoutMs: number;
  readonly signal?: StopSignal | undefined;
}

/**
 * Asks a question with a time limit. If the prompter fails or ignores the stop signal, the result is the same as
 * without a user.
 */
export async function askInTime(
  prompter: Prompter | undefined,
  question: Question,
  { timeoutMs, signal }: AskOptions,
): Promise<AnswerInTime> {
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

/** Asks the host's prompter. An exception in the host's code is treated as no answer. */
async function ask(prompter: Prompter, question: Question, signal: StopSignal): Promise<string | undefined> {
  try {
    return await prompter.ask(question, signal);
  } catch {
    return undefined;
  }
}
