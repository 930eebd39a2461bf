/** Describes the output and the end of a command, for a model or a user. */
import type { CommandOutcome } from "../../model/conversation/control.ts";
import { foreignText } from "../../model/text/display/foreign-text.ts";

/** Returns the standard output and the error output. Many commands write only to the error output. */
export function outputText({ stdout, stderr, ended }: CommandOutcome): string {
  const [said, complained] = [stdout.trimEnd(), stderr.trimEnd()];
  return [
    ...(said === "" ? [] : [said]),
    ...(complained === "" ? [] : [`[stderr]\n${complained}`]),
    ...(ended === "too-much-output" ? ["[cut: the output is longer than the limit]"] : []),
  ].join("\n");
}

const MAX_COMPLAINT = 500;

/** Returns one clause that says why a command failed. */
export function failureReason({ ended, code, stderr, stdout, reason }: CommandOutcome, timeoutMs: number): string {
  const complaint = stderr.trim() || stdout.trim();
  const said = complaint === "" ? "" : `; ${foreignText("it", complaint, MAX_COMPLAINT)}`;
  switch (ended) {
    case "exited":
      return `${code === null ? "it was killed" : `exit code ${code}`}${said}`;
    case "timed-out":
      return `it took longer than ${timeoutMs / 1000} seconds${said}`;
    case "too-much-output":
      return "its output is longer than the limit";
    case "aborted":
      return "it was stopped";
    case "not-started":
      return reason ?? "it could not be started";
  }
}
