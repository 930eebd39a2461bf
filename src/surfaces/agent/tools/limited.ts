/** Limits the concurrent calls of tools. A model may request any number of calls in one answer. */
import type { NeutralTool } from "../../../api/index.ts";

/** Maximum concurrent calls. No task needs more calls. */
const MAX_AT_ONCE = 32;

export class CallLimiter {
  #running = 0;

  /** Returns the tool with a limit. A call above the limit is not run, and its answer names the limit. */
  limited(tool: NeutralTool): NeutralTool {
    return {
      ...tool,
      get jsonSchema() {
        return tool.jsonSchema;
      },
      execute: async (input, context) => {
        if (this.#running >= MAX_AT_ONCE)
          return { content: `not called: at most ${MAX_AT_ONCE} calls at once; call it again`, isError: true };
        this.#running++;
        try {
          return await tool.execute(input, context);
        } finally {
          this.#running--;
        }
      },
    };
  }
}
