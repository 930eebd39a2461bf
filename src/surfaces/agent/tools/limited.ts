/** Tools of which not too many run at the same time: a model may ask for any number in one answer. */
import type { NeutralTool } from "../../../api/index.ts";

/** Calls under way at once; more than any task needs. */
const MAX_AT_ONCE = 32;

export class Limit {
  #running = 0;

  /** A call too many is answered, and not made. */
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
