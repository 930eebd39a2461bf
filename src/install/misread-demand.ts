import type { Diagnostic } from "../model/diagnostics/diagnostic.ts";

const ABOUT_INSTALLING = /^`(?:install\b|\$SKILLWRIGHT_INSTALL_)/;

/**
 * [J31] What of the settings could not be understood and may have been a demand: on signatures, ages, how much a yes is
 * worth. A project's own file cannot make any.
 */
export function misreadDemand(diagnostics: readonly Diagnostic[], projectRoot: string): Diagnostic | undefined {
  return diagnostics.find(({ code, path, at, message }) => {
    const file = path ?? at?.path ?? "";
    if (file.startsWith(`${projectRoot}/.skillwright/`)) return false;
    return code === "SK030" || ((code === "SK031" || code === "SK032") && ABOUT_INSTALLING.test(message));
  });
}
