/**
 * Passes any input of a model to the tool, because the tool's own error message is better than that of a framework.
 * Also checks the arguments of the adapters, because JavaScript callers can pass anything.
 */
import type { CallGuard, NeutralTool, ToolInput } from "../../api/index.ts";

/** Returns the same JSON Schema with a validation that accepts every input. */
export function anyInput<I>(input: ToolInput<I>): ToolInput<I> {
  return { "~standard": { ...input["~standard"], validate: (value) => ({ value: value as I }) } };
}

/** Throws SK920 unless the argument is a list of tools. Passing a session instead is a likely mistake. */
export function requireTools(owner: string, given: readonly NeutralTool[]): void {
  const isTool = (tool: Partial<NeutralTool> | null | undefined): boolean =>
    typeof tool?.name === "string" && typeof tool.execute === "function" && tool.input !== undefined;
  if (!Array.isArray(given) || !given.every(isTool))
    throw wrong(`\`${owner}\` takes a list of tools`, `write \`${owner}(await skills.tools(session))\``);
}

/** Throws SK920 unless the argument is a session. */
export function requireSession(owner: string, given: CallGuard): void {
  if (typeof (given as Partial<CallGuard> | null | undefined)?.check !== "function")
    throw wrong(`\`${owner}\` takes a session`, `write \`${owner}(await skills.session(), …)\``);
}

/** Throws SK920 unless `fits` is true. `what` describes the expected argument. */
export function requireArgument(fits: boolean, owner: string, what: string): void {
  if (!fits) throw wrong(`\`${owner}\` takes ${what}`, "see the declaration in docs/api.md");
}

/**
 * Makes an error that has the name, the code and the hint of an `OperationError`. The class itself is not imported by
 * adapters.
 */
function wrong(message: string, hint: string): Error {
  return Object.assign(new Error(message), { name: "OperationError", code: "SK920", hint });
}
