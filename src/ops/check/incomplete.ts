import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";

/** Codes that mean an incomplete search: a reached limit, or an unreadable directory. */
export const INCOMPLETE_CODES: readonly string[] = ["SK020", "SK021"];

/** Turns findings with one of these codes into errors. Other findings stay unchanged. */
export function raiseToErrors(
  diagnostics: readonly Diagnostic[],
  codes: readonly string[],
): [raised: Diagnostic[], others: Diagnostic[]] {
  const isRaised = ({ code }: Diagnostic): boolean => codes.includes(code);
  return [
    diagnostics.filter(isRaised).map((each) => ({ ...each, severity: "error" })),
    diagnostics.filter((each) => !isRaised(each)),
  ];
}

/** Returns an error for a limit that made a command ignore something. */
export function limitError(path: string, message: string, help: string): Diagnostic {
  return { ...diagnostic("SK020", { path, message, help }), severity: "error" };
}
