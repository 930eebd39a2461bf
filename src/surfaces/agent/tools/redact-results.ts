/** Redacts secrets of the session and the endpoint's key from tool results. */
import type { NeutralTool, Session } from "../../../api/index.ts";

export type Redact = (text: string) => string;

export function createRedactor(session: Session, apiKey: string | undefined): Redact {
  return (text) => {
    const redactResults = session.secrets.redact(text);
    return apiKey === undefined ? redactResults : redactResults.replaceAll(apiKey, "***");
  };
}

export function redactTool(tool: NeutralTool, redact: Redact): NeutralTool {
  return {
    ...tool,
    get jsonSchema() {
      return tool.jsonSchema;
    },
    execute: async (input, context) => {
      const { content, isError } = await tool.execute(input, context);
      return { content: redact(content), isError };
    },
  };
}
