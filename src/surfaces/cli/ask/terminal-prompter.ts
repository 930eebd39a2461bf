import type { Prompter } from "../../../model/conversation/control.ts";
import type { Context } from "../command.ts";
import { printable } from "../output/paint.ts";
import { confirmed } from "./confirm.ts";

/** Asks at the terminal, with a no for everything but a yes, and that only for once. Nobody where there is no terminal. */
export function terminalPrompter(context: Context): Prompter {
  return {
    async ask({ title, details }, signal) {
      if (process.stdin.isTTY !== true) return undefined;
      for (const line of details) context.err.line(printable(line));
      return (await confirmed(printable(title), context, process.stdin, signal)) ? "once" : "no";
    },
  };
}
