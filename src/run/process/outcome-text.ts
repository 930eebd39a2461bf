/** Describes the output and the end of a command, for a model or a user. */
import type { CommandOutcome } from "../../model/conversation/control.ts";
import { foreignText } from "../../model/text/foreign-text.ts";

/** Both streams: what a program complains about is often all that it has to say. */
export function outputText({ stdout, stderr, ended }: CommandOutcome): string {
  const [said, complained] = [stdout.trimEnd(), stderr.trimEnd()];
  return [
    ...(said === "" ? [] : [said]),
    ...(complained === "" ? [] : [`[stderr]\n${complained}`]),
    ...(ended === "too-much-output" ? ["[cut: it said more than is kept]"] : []),
  ].join("\n");
}

const MAX_COMPLAINT = 500;

/** One clause: why a command is not taken for a success. */
export function failureReason({ ended, code, stderr, stdout, reason }: CommandOutcome, timeoutMs: number): string {
  const complaint = stderr.trim() || stdout.trim();
  const said = complaint === "" ? "" : `; ${foreignText("it", complaint, MAX_COMPLAINT)}`;
  switch (ended) {
    case "exited":
      return `${code === null ? "it was killed" : `exit code ${code}`}${said}`;
    case "timed-out":
      return `it took longer than ${timeoutMs / 1000} seconds${said}`;
    case "too-much-output":
      return "it said more than is kept";
    case "aborted":
      return "it was stopped";
    case "not-started":
      return reason ?? "it could not be started";
  }
}
