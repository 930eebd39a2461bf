/** Limits the concurrent calls of tools, because a model may request any number in one answer. */
import type { NeutralTool } from "../../../api/index.ts";

/** Maximum concurrent calls. No task needs more. */
const MAX_AT_ONCE = 32;

export class CallLimiter {
  #running = 0;

  /** Returns a tool that is limited. A call above the limit is answered without being run. */
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
