/** A schema that refuses nothing, for frameworks that would put a text of their own in the place of the tool's better answer. */
import type { ToolInput } from "../../api/index.ts";

/** Returns the same JSON Schema, with a validation that lets every input through to the call. */
export function anyInput<I>(input: ToolInput<I>): ToolInput<I> {
  return { "~standard": { ...input["~standard"], validate: (value) => ({ value: value as I }) } };
}
