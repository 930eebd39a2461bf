import type { Prompter } from "../../../model/conversation/control.ts";
import { printableLine } from "../../../model/text/display/printable.ts";
import type { Context } from "../command.ts";
import { askToConfirm } from "./confirm.ts";

/**
 * Asks questions at the terminal. Every answer except a yes means no, and a yes applies only once. Without a terminal,
 * no user can be asked.
 */
export function terminalPrompter(context: Context): Prompter {
  return {
    async ask({ title, details }, signal) {
      if (process.stdin.isTTY !== true) return undefined;
      for (const line of details) context.err.line(printableLine(line));
      return (await askToConfirm(printableLine(title), context, process.stdin, signal)) ? "once" : "no";
    },
  };
}
