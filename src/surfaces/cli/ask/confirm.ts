import { createInterface } from "node:readline";
import type { StopSignal } from "../../../model/conversation/stop-signal.ts";
import type { Context } from "../command.ts";

type Input = NodeJS.ReadableStream & { readonly isTTY?: boolean };

/**
 * Asks a question if a user can answer. Every answer except a clear yes means no. The result is also no without a user,
 * at the end of the input, and after a signal.
 */
export async function askToConfirm(
  question: string,
  { err }: Pick<Context, "err">,
  input: Input = process.stdin,
  signal?: StopSignal,
): Promise<boolean> {
  if (input.isTTY !== true) return false;
  err.write(`${question} [y/N] `);
  err.flush();
  const reader = createInterface({ input });
  const calledOff = (): void => reader.close();
  signal?.addEventListener("abort", calledOff, { once: true });
  try {
    const answer = await new Promise<string | undefined>((resume) => {
      reader.once("line", resume);
      reader.once("close", () => resume(undefined));
    });
    // If the user typed no line end, ends the line of the question here.
    if (answer === undefined) err.line();
    return /^y(?:es)?$/i.test(answer?.trim() ?? "");
  } finally {
    signal?.removeEventListener("abort", calledOff);
    reader.close();
  }
}
