/** The sentences that a session sends to a model. Untrusted text in them is short and on one line. */
import { escapeXml, oneLine } from "../../activate/render/escape.ts";
import type { SkillItem } from "../../model/conversation/activation.ts";
import type { Actor, Refusal } from "../../model/conversation/offer.ts";
import type { LedgerEntry } from "./ledger.ts";

const MAX_QUOTED = 200;

/** Quotes untrusted text, so that it cannot contain a line end or close its quotation marks. */
export function quoteUntrusted(text: string): string {
  const line = oneLine(text).replaceAll("`", "'");
  return `\`${cutBetweenCharacters(line, MAX_QUOTED)}${line.length > MAX_QUOTED ? "…" : ""}\``;
}

/** Cuts a text, but never splits a character. */
export function cutBetweenCharacters(text: string, length: number): string {
  const cut = text.slice(0, Math.max(0, length));
  return cut.length < text.length && /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}

/**
 * Tells the model that a skill is already loaded. If the user calls a skill again, the model should repeat its task. If
 * the model calls a skill again, it may have forgotten that the skill is loaded.
 */
export function alreadyLoadedNote({ address, turn, arguments: args }: LedgerEntry, actor: Actor): string {
  const same = args === undefined ? "" : ", with the same arguments";
  return [
    `The skill ${quoteUntrusted(address)} is loaded already${turn === 0 ? "" : `, since turn ${turn}`}${same}.`,
    "It has not changed, and its instructions are still in the conversation.",
    actor === "user"
      ? "The user calls the skill again now: follow its instructions from the beginning."
      : "Follow these instructions.",
  ].join(" ");
}

export function changedSkillNote({ address, turn }: LedgerEntry): string {
  const when = turn === 0 ? "it was loaded" : `turn ${turn}`;
  return `The skill ${quoteUntrusted(address)} has changed since ${when}; the text above replaces the earlier one.`;
}

export function resumeNote({ address, turn }: LedgerEntry, path: string | undefined): string {
  const place = [
    ...(path === undefined ? [] : [quoteUntrusted(path)]),
    ...(turn === 0 ? [] : [`loaded in turn ${turn}`]),
  ];
  const where = place.length === 0 ? "" : ` (${place.join(", ")})`;
  return `When that skill's task is done, continue with the skill ${quoteUntrusted(address)}${where} where you stopped.`;
}

export function notLoadedNote({ asked, reason, help }: Refusal): string {
  return `The skill ${quoteUntrusted(asked)} was not loaded: ${oneLine(reason)}.${help === undefined ? "" : ` ${sentence(help)}`}`;
}

export function notReadNote(path: string, reason: string, help?: string): string {
  return `The file ${quoteUntrusted(path)} was not read: ${oneLine(reason)}.${help === undefined ? "" : ` ${sentence(help)}`}`;
}

export function notRunNote(path: string, reason: string, help?: string): string {
  return `The script ${quoteUntrusted(path)} was not run: ${oneLine(reason)}.${help === undefined ? "" : ` ${sentence(help)}`}`;
}

/** Tells the model where to find the skills after a compaction. */
export function catalogPointer(skills: number, catalog: string | undefined): string {
  if (skills === 0) return "";
  const listed = catalog === undefined ? "" : `; the catalog of revision ${quoteUntrusted(catalog)} lists them`;
  return `${skills === 1 ? "1 skill" : `${skills} skills`} can be loaded as before${listed}.`;
}

/** Creates a note as a message of the conversation. `isSkillItem` recognizes it. */
export function makeNoteItem(name: string, text: string, role: SkillItem["role"]): SkillItem {
  return {
    role,
    text: `<skill_note name="${escapeXml(cutBetweenCharacters(oneLine(name), MAX_QUOTED))}">\n${escapeXml(text)}\n</skill_note>`,
  };
}

/** A skill that matches a message. Only its name and description are used. */
interface Fitting {
  readonly address: string;
  readonly description: string;
}

/** Maximum characters of a description. */
const MAX_DESCRIPTION = 500;

export function makeRelevantItem(
  skills: readonly Fitting[],
  tool: string | undefined,
  role: SkillItem["role"],
): SkillItem | undefined {
  if (skills.length === 0) return undefined;
  const lines = skills.map(
    ({ address, description }) =>
      `<skill><name>${escapeXml(oneLine(address))}</name><description>${escapeXml(cutBetweenCharacters(oneLine(description), MAX_DESCRIPTION))}</description></skill>`,
  );
  const how = tool === undefined ? "" : ` If one of them does, load it with the \`${tool}\` tool.`;
  return {
    role,
    text: [
      "<relevant_skills>",
      `Perhaps one of these skills fits the last message.${how}`,
      ...lines,
      "</relevant_skills>",
    ].join("\n"),
  };
}

function sentence(text: string): string {
  const line = oneLine(text);
  return `${line.slice(0, 1).toUpperCase()}${line.slice(1)}${/[.?!]$/.test(line) ? "" : "."}`;
}
