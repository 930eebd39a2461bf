/** Tools that only record their calls. */
import type { Question } from "../../../src/model/conversation/control.ts";
import type { NeutralTool } from "../../../src/model/conversation/neutral-tool.ts";
import { makeTool } from "../../../src/session/tools/make-tool.ts";

export interface Calls {
  readonly tools: readonly NeutralTool[];
  /** `name {"input":…}` of each call, in order. */
  readonly made: string[];
}

const FIELD = { type: "string", description: "What." } as const;

export function tools(...names: readonly string[]): Calls {
  const made: string[] = [];
  return {
    made,
    tools: names.map((name) =>
      makeTool({
        name,
        description: `Does ${name}.`,
        fields: { command: FIELD, path: FIELD, url: FIELD },
        run: (given) => {
          made.push(`${name} ${JSON.stringify(given)}`);
          return { content: "done", isError: false };
        },
      }),
    ),
  };
}

/** A user with prepared answers. Records the questions. */
export function person(...answers: readonly (string | undefined)[]) {
  const asked: Question[] = [];
  return {
    asked,
    ask: async (question: Question): Promise<string | undefined> => answers[asked.push(question) - 1],
  };
}
