/** Asks the user about a call if a hook requires a question. The returned verdict needs no further question. */
import type { SessionControl, ToolCall } from "../../model/conversation/control.ts";
import type { HookOutput } from "../../model/conversation/hook.ts";
import type { StopSignal } from "../../model/conversation/stop-signal.ts";
import { oneLine } from "../../model/text/text.ts";
import { askInTime } from "../../run/ask-in-time.ts";

const PATIENCE_MS = 300_000;

/** Asks the user and returns the verdict. Without a user, the call is denied. */
export async function askBeforeCall(
  word: HookOutput,
  { tool }: ToolCall,
  { prompter, promptTimeoutMs = PATIENCE_MS }: Pick<SessionControl, "prompter" | "promptTimeoutMs">,
  signal?: StopSignal,
): Promise<HookOutput> {
  const { verdict, context } = word;
  if (verdict?.decision !== "ask") return word;
  const question = {
    kind: "choice" as const,
    title: `let the model use \`${oneLine(tool)}\`?`,
    details: [`${verdict.by} asks you to decide${verdict.reason === "" ? "" : `: ${verdict.reason}`}`],
    choices: [
      { value: "no", label: "no" },
      { value: "once", label: "yes, this once" },
    ],
  };
  const asked = await askInTime(prompter, question, { timeoutMs: promptTimeoutMs, signal });
  if ("answer" in asked && asked.answer === "once") return { context };
  return { verdict: { ...verdict, decision: "deny", code: "SK444" }, context };
}
