import type { Diagnostic } from "../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../model/diagnostics/make-diagnostic.ts";

/** Codes of findings that say that not everything was searched: a limit, and a directory that cannot be read. */
export const INCOMPLETE: readonly string[] = ["SK020", "SK021"];

/** The findings that have one of these codes, as errors, and the others as they are. */
export function raise(
  diagnostics: readonly Diagnostic[],
  codes: readonly string[],
): [raised: Diagnostic[], others: Diagnostic[]] {
  const isRaised = ({ code }: Diagnostic): boolean => codes.includes(code);
  return [
    diagnostics.filter(isRaised).map((each) => ({ ...each, severity: "error" })),
    diagnostics.filter((each) => !isRaised(each)),
  ];
}

/** A limit that kept a command from considering everything, as an error. */
export function limitError(path: string, message: string, help: string): Diagnostic {
  return { ...diagnostic("SK020", { path, message, help }), severity: "error" };
}
