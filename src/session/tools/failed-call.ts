/** A host's own text for a call that failed, with what was asked for and the reason in their places. */
import type { ToolResult } from "../../model/conversation/neutral-tool.ts";
import { brief, failure } from "./make-tool.ts";

/** One pass over the host's text: what was asked for cannot bring a placeholder of its own. */
export function failedCall(text: string, asked: string, reason: string): ToolResult {
  return failure(text.replaceAll(/\{asked\}|\{reason\}/g, (key) => brief(key === "{asked}" ? asked : reason)));
}
