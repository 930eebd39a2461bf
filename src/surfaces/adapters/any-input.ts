/** Accepts any input, for frameworks that would otherwise replace the tool's better error message. */
import type { ToolInput } from "../../api/index.ts";

/** Returns the same JSON Schema, with a validation that lets every input through to the call. */
export function anyInput<I>(input: ToolInput<I>): ToolInput<I> {
  return { "~standard": { ...input["~standard"], validate: (value) => ({ value: value as I }) } };
}
