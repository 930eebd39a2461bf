/** Commands that were found in a text, and what became of each: what the model reads in their place, and what people are told. */
import type { ShellExpression, ShellResult } from "../../../model/conversation/activation.ts";
import type { FoundShell } from "./find-shell.ts";
import type { Piece } from "./pieces.ts";

/** Why no command of a skill is run unless somebody has said so. */
export const NOT_RUN = "no policy allows commands of skills to run";

/** With the place of each in the body. */
export type PlacedExpression = ShellExpression & { readonly at: number };

const NONE: ShellResult = { refused: NOT_RUN };

/** A command without a result was not run. One that was has taken the arguments that it names. */
export function shellPieces(
  found: readonly FoundShell[],
  results: readonly ShellResult[],
  names: readonly string[],
): readonly Piece[] {
  return found.map(({ start, end, marker, command }, at) => {
    const result = results[at] ?? NONE;
    if ("output" in result) return { start, end, value: result.output, receives: takesArguments(command, names) };
    const value = "failed" in result ? marker("failed", result.failed) : marker("not run", result.refused);
    return { start, end, value };
  });
}

function takesArguments(command: string, names: readonly string[]): boolean {
  if (/\$\{?(?:ARGUMENTS|[\d@*])/.test(command)) return true;
  return names.some((name) => command.includes(`$${name}`) || command.includes(`\${${name}}`));
}

export function shellNotes(found: readonly FoundShell[], results: readonly ShellResult[]): readonly PlacedExpression[] {
  return found.map(({ command, form, line, start }, at) => {
    const { output: _, ...why } = { output: "", ...(results[at] ?? NONE) };
    return { command, form, line, ...why, at: start };
  });
}
