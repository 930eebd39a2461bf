/** The part of a session that reads the files of skills and runs their scripts, for the actor that loaded the skill. */
import type { ScriptRequest } from "../../../model/conversation/control.ts";
import type { Actor, OfferedSkill, PermissionCheck, Refusal } from "../../../model/conversation/offer.ts";
import type { StopSignal } from "../../../model/conversation/stop-signal.ts";
import { readResourceFromCatalog, runScriptFromCatalog } from "../../activate-from-catalog.ts";
import type { Conversation } from "../conversation.ts";
import { resourceAttributes } from "../events/events.ts";
import { reportRefusal } from "../events/report-refusal.ts";
import { notReadNote } from "../notes.ts";
import type { FileGateContext } from "../skill-gate.ts";
import type { SkillReply } from "./activate-in-session.ts";
import { commandAttributes, scriptReply } from "./script-answer.ts";

export interface FileRange {
  readonly offset?: number;
  readonly maxBytes?: number;
}

export async function readSkillFile(
  conversation: Conversation,
  asked: string,
  path: string,
  range: FileRange,
): Promise<SkillReply> {
  const { catalog, circumstances, events, turn } = conversation;
  const { actor, whyDenied } = readerOf(asked, conversation);
  const read = await readResourceFromCatalog(
    catalog,
    { asked, path, actor, ...range },
    { ...circumstances, whyDenied },
  );
  if ("refused" in read) {
    const refusal = { asked, candidates: [], ...read.refused };
    reportRefusal(refusal, actor, events, turn);
    return { text: notReadNote(path, refusal.reason, refusal.help), isError: true, refusal };
  }
  events.emit("resource-read", resourceAttributes(asked, path, read.bytes));
  const rest = read.next === undefined ? "" : `\n[cut: read on with offset ${read.next}]`;
  return { text: read.text + rest, isError: false };
}

export async function runSkillFile(
  conversation: Conversation,
  asked: string,
  request: ScriptRequest,
  signal?: StopSignal,
): Promise<SkillReply> {
  const { catalog, circumstances, events, turn } = conversation;
  const { actor, whyDenied } = readerOf(asked, conversation);
  const stopping = signal === undefined ? {} : { signal };
  const ran = await runScriptFromCatalog(
    catalog,
    { asked, actor, ...request },
    { ...circumstances, whyDenied, ...stopping },
  );
  const answer = scriptReply(asked, request.path, ran);
  if (answer.refusal) reportRefusal(answer.refusal, actor, events, turn);
  if ("outcome" in ran) events.emit("command", commandAttributes(asked, request.path, ran.outcome));
  return answer;
}

/**
 * Returns the actor that loaded the skill. If no actor has loaded it, returns the model. The gates check access to
 * files as if this actor loaded the skill.
 */
function readerOf(
  asked: string,
  conversation: Conversation,
): { readonly actor: Actor; readonly whyDenied: PermissionCheck } {
  const loaded = conversation.ledger.latest(asked);
  const actor = loaded?.actor ?? "model";
  const whyDenied = async (found: OfferedSkill): Promise<Refusal | undefined> => {
    const calling: FileGateContext = {
      asked,
      actor,
      given: loaded?.id === found.loaded.skill.id,
      emit: (name, attributes) => conversation.events.emit(name, attributes),
    };
    for (const gate of conversation.gates) {
      const objection = await gate.passFile?.(found, calling);
      if (objection) return objection;
    }
    return undefined;
  };
  return { actor, whyDenied };
}
