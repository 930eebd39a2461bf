/**
 * Finds the skills that a message names, in stable order, and returns selected skills, refusals with reasons, and
 * suggestions. `access` decides about permissions. This file reads nothing and loads no skill, and its cost does not
 * grow with the number of skills.
 */
import type { SkillRequester } from "../../model/conversation/offer.ts";
import type { MentionRule } from "../../model/host-profile.ts";
import type { Loaded, Snapshot } from "../../model/skills/snapshot.ts";
import { addressesOf } from "../access/addresses.ts";
import { isKnownName } from "../access/look-up.ts";
import { relativeToProject, whyRefused } from "../access/why-refused.ts";
import { resolveCommand } from "../commands/command-table.ts";
import { orderMentions } from "./order-mentions.ts";
import type { MessageResolution, ResolveOptions, SuggestedSkill } from "./resolution.ts";
import { MentionResolver } from "./resolve-mention.ts";
import { ScannedMessage } from "./scan/message.ts";
import { scanMentions } from "./scan/scan-mentions.ts";
import { findTriggers } from "./scan/triggers.ts";
import { MAX_REQUESTED_SKILLS, Selection } from "./selection.ts";

export type {
  MentionForm,
  MessageResolution,
  RefusedMention,
  ResolveOptions,
  SelectedSkill,
  SuggestedSkill,
} from "./resolution.ts";

/** Maximum characters of a message that are scanned. Typed messages are about a thousand times shorter. */
export const MAX_MESSAGE = 1_000_000;
/** The mention rules for host profiles that define none. */
export const OUR_MENTIONS: MentionRule = { dollar: true, slash: "stacked", at: false };

export function resolveMessage(text: string, snapshot: Snapshot, options: ResolveOptions): MessageResolution {
  const message = new ScannedMessage(text.slice(0, MAX_MESSAGE));
  const rule = options.profile.mentions ?? OUR_MENTIONS;
  const asking = relativeToProject(askingOf(options), snapshot);
  const { mentions, prose } = scanMentions(
    message,
    rule,
    (name) => isKnownName(name, snapshot),
    (name) => isCommand(name, snapshot, options),
  );
  const settler = new MentionResolver(snapshot, options, asking, rule);
  const selection = new Selection(Math.min(rule.max ?? MAX_REQUESTED_SKILLS, MAX_REQUESTED_SKILLS));
  for (const wanted of orderMentions(message, mentions, options.picks ?? [], rule, settler)) selection.add(wanted);
  if (text.length > MAX_MESSAGE) selection.refuse(TOO_LONG, { start: MAX_MESSAGE, end: text.length });
  const chosen = new Set(selection.selected.map(({ offered }) => offered.loaded));
  const met = findTriggers(message, prose, snapshot, (loaded) => !chosen.has(loaded) && mayBeSuggested(loaded, asking));
  const addresses = addressesOf(snapshot);
  const suggested = met.map(
    ({ loaded, ...where }): SuggestedSkill => ({ address: addresses.get(loaded) ?? loaded.skill.id, ...where }),
  );
  return { selected: selection.selected, refused: selection.refused, suggested };
}

function isCommand(name: string, snapshot: Snapshot, { scope }: ResolveOptions): boolean {
  return resolveCommand(name, snapshot, scope) !== undefined;
}

function askingOf({ scope, files, asksForVariables = false }: ResolveOptions): SkillRequester {
  return { actor: "user", asksForVariables, ...(scope ? { scope } : {}), ...(files ? { files } : {}) };
}

const TOO_LONG = {
  code: "SK315",
  asked: "",
  reason: `only the first ${MAX_MESSAGE.toLocaleString("en")} characters of a message are searched`,
  help: "name the skill at the beginning",
  candidates: [],
};

/**
 * Suggests a skill only if the user or the model may load it. If the skill has `paths`, a file in use must match them.
 */
function mayBeSuggested(loaded: Loaded, asking: SkillRequester): boolean {
  const byModel = whyRefused(loaded, { ...asking, actor: "model" });
  return byModel === undefined || (byModel.code !== "SK313" && whyRefused(loaded, asking) === undefined);
}
