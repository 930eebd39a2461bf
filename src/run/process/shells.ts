/** Which shell reads a command, and which commands say "nothing found" by their exit code. */
import type { Environment } from "../../platform/environment.ts";
import type { Files } from "../../platform/files/files.ts";
import { programFinder } from "../../platform/processes/find-binary.ts";

interface Machine {
  readonly environment: Environment;
  readonly files: Files;
}

/** `shell: powershell` of the frontmatter, else bash, else whatever `sh` is. No start-up file is read. */
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

/** Of these, exit code 1 is an answer and no failure. */
const SEARCHES = /^\s*(?:grep|egrep|fgrep|rg|find|diff|test|\[|git\s+(?:diff|grep))(?:\s|$)/;

/** Only where the exit code is certainly theirs. */
export function findsNothing(command: string): boolean {
  return SEARCHES.test(command) && !/[;&|\n]/.test(command);
}
