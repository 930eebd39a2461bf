/** Formats the result of a script as text for a model and as an event. */
import type { CommandOutcome, ScriptAnswer } from "../../../model/conversation/control.ts";
import type { Refusal } from "../../../model/conversation/offer.ts";
import type { EventAttributes } from "../events/events.ts";
import { cutBetweenCharacters, notRunNote, quoteUntrusted } from "../notes.ts";
import type { SkillReply } from "./activate-in-session.ts";

/** Returns a text for the model. It always contains both output streams of the script. */
export function scriptReply(asked: string, path: string, answer: ScriptAnswer): SkillReply {
  if ("refused" in answer) {
    const refusal: Refusal = { asked, candidates: [], ...answer.refused };
    return { text: notRunNote(path, refusal.reason, refusal.help), isError: true, refusal };
  }
  const { said, failed } = answer;
  if (failed !== undefined)
    return { text: `The script ${quoteUntrusted(path)} failed: ${failed}.\n\n${said}`.trimEnd(), isError: true };
  return { text: said === "" ? `The script ${quoteUntrusted(path)} succeeded without output.` : said, isError: false };
}

const MAX_WHAT = 200;

/** Returns the attributes of a command event. They contain sizes, never the output. */
export function commandAttributes(
  name: string,
  what: string,
  { ended, code, stdout, stderr }: CommandOutcome,
): EventAttributes {
  return {
    "skill.name": name,
    "command.kind": "script",
    "command.what": cutBetweenCharacters(what, MAX_WHAT),
    "command.ended": ended === "exited" ? (code === 0 ? "well" : "failed") : ended,
    ...(code === null ? {} : { "command.code": code }),
    "command.output.characters": stdout.length + stderr.length,
  };
}
