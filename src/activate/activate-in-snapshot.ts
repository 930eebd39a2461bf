/**
 * Activates a skill: looks it up, reads it from the disk, substitutes placeholders, lists its files, and wraps the text
 * for the model. The requested name is only compared with found skills and never becomes a path. A problem of a skill
 * is a refusal that the model can read, never an exception.
 */
import type { Activated, ActivationRequest } from "../model/conversation/activation.ts";
import type { OfferedSkill, Refusal, SkillRequester } from "../model/conversation/offer.ts";
import { OperationError } from "../model/errors.ts";
import type { Skill } from "../model/skills/skill.ts";
import type { Snapshot } from "../model/skills/snapshot.ts";
import { lookUpSkill } from "./access/look-up.ts";
import { callCommand } from "./commands/call-command.ts";
import { type ActivateContext, prepareSkill } from "./prepare/prepare-skill.ts";
import { splitArguments } from "./prepare/substitute/split-arguments.ts";
import { placeholderSyntaxOf } from "./prepare/substitute/substitute.ts";
import { refreshSkill } from "./refresh-skill.ts";
import { renderEnvelope } from "./render/render-envelope.ts";

export async function activateInSnapshot(request: ActivationRequest, context: ActivateContext): Promise<Activated> {
  const asking = askingOf(checkActivationRequest(request), context);
  const found = await find(request.asked, asking, context);
  if ("refusal" in found) return found;
  const current = await refreshSkill(found, request.asked, asking, context);
  if ("refusal" in current) return current;
  const objection = context.whyDenied && (await context.whyDenied(current));
  if (objection) return { refusal: objection, snapshot: current.snapshot };
  const { skill } = current.loaded;
  const call = mayCallCommand(skill, request)
    ? callCommand(
        skill,
        request,
        (typed) => splitArguments(typed, placeholderSyntaxOf(context.profile.arguments)).words,
      )
    : undefined;
  if (call && "refusal" in call) return { refusal: call.refusal, snapshot: current.snapshot };
  const made = await prepareSkill(current, call ? { ...request, arguments: call.arguments } : request, context, call);
  if ("refusal" in made) return { refusal: made.refusal, snapshot: current.snapshot };
  const { prepared, trailing } = made;
  const { text, role } = await renderEnvelope(prepared, context.profile);
  return { activation: Object.assign(prepared, { text: text + trailing, role }), snapshot: current.snapshot };
}

function mayCallCommand({ manifest: { commands = [] } }: Skill, { command }: ActivationRequest): boolean {
  return command !== undefined || commands.length > 0;
}

/** Checks the argument, because JavaScript callers can pass anything. Throws SK920 if it is not a request. */
export function checkActivationRequest(given: ActivationRequest): ActivationRequest {
  const { asked, arguments: typed = "", command = "" }: Partial<ActivationRequest> = Object(given);
  if ([asked, typed, command].every((each) => typeof each === "string")) return given;
  throw new OperationError("SK920", "expected `{ asked, actor }`", {
    hint: 'write `activate({ asked: "pdf", actor: "user" })`; `arguments` and `command` are strings',
  });
}

/** Returns a skill that the actor may use, without its text. */
export async function findSkill(
  request: Pick<ActivationRequest, "asked" | "actor">,
  context: ActivateContext,
): Promise<(OfferedSkill | { refusal: Refusal }) & { snapshot: Snapshot }> {
  const found = await find(request.asked, askingOf(request, context), context);
  const refusal = "refusal" in found ? undefined : await context.whyDenied?.(found);
  return refusal ? { refusal, snapshot: found.snapshot } : found;
}

/** Searches all roots once more if the skill is missing, because it may have been added since the load. */
async function find(
  asked: string,
  asking: SkillRequester,
  { snapshot, reload, profile }: ActivateContext,
): Promise<(OfferedSkill | { refusal: Refusal }) & { snapshot: Snapshot }> {
  if (profile.tool?.lookup) {
    const { findSkillFor } = await import("./access/dispatch.ts");
    return findSkillFor(asked, asking, snapshot, reload);
  }
  const looked = lookUpSkill(asked, snapshot, asking);
  if ("found" in looked) return { address: looked.found.address, loaded: looked.found.loaded, snapshot };
  if (isTraversal(asked)) return { refusal: { ...looked.refusal, reason: NOT_A_NAME }, snapshot };
  if (reload === undefined || looked.loaded !== undefined || looked.refusal.code === "SK310")
    return { refusal: looked.refusal, snapshot };
  const later = await reload();
  const again = lookUpSkill(asked, later, asking);
  return "found" in again ? { ...again.found, snapshot: later } : { refusal: again.refusal, snapshot: later };
}

const NOT_A_NAME = "the name contains `..`, a backslash or a NUL, so it is not a valid skill name";

function isTraversal(asked: string): boolean {
  return asked.includes("..") || asked.includes("\\") || asked.includes("\0");
}

function askingOf(
  { actor }: Pick<ActivationRequest, "actor">,
  { scope, files, asksForVariables = false, preview }: ActivateContext,
): SkillRequester {
  return scope || files || asksForVariables || preview
    ? {
        ...{ actor, asksForVariables, preview: preview === true },
        ...(scope ? { scope } : {}),
        ...(files ? { files } : {}),
      }
    : { actor };
}
