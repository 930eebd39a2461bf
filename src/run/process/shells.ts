/** Selects the shell for a command, and recognizes commands whose exit code means "nothing found". */
import type { Environment } from "../../platform/environment.ts";
import type { Files } from "../../platform/files/files.ts";
import { programFinder } from "../../platform/processes/find-binary.ts";

interface Machine {
  readonly environment: Environment;
  readonly files: Files;
}

/**
 * Returns the shell: PowerShell if the frontmatter says `shell: powershell`, otherwise bash or `sh`. The shell reads no
 * start-up file.
 */
export function shellOf(
  wanted: string | undefined,
  command: string,
  { environment, files }: Machine,
): { readonly program: string; readonly args: readonly string[] } {
  const find = programFinder(environment, files);
  if (wanted === "powershell")
    return { program: find("pwsh") ?? "pwsh", args: ["-NoProfile", "-NonInteractive", "-Command", command] };
  const bash = find("bash");
  if (bash === undefined && wanted !== "bash") return { program: "/bin/sh", args: ["-c", command] };
  return { program: bash ?? "bash", args: ["--noprofile", "--norc", "-c", command] };
}

/** The programs whose exit code 1 means "nothing found". */
const SEARCHES = /^\s*(?:grep|egrep|fgrep|rg|find|diff|test|\[|git\s+(?:diff|grep))(?:\s|$)/;

/** Returns true if exit code 1 of this command certainly means "nothing found". */
export function meansNothingFound(command: string): boolean {
  return SEARCHES.test(command) && !/[;&|\n]/.test(command);
}
