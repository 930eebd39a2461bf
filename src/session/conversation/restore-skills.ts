/**
 * Builds the messages that restore skills after a compaction, newest first and within the budget. Texts are read from
 * the disk again. Their arguments are left out, because an earlier request must not run again.
 */
import { boundaryOf, escapeXml, oneLine } from "../../activate/render/escape.ts";
import type { Activation, SkillItem } from "../../model/conversation/activation.ts";
import type { Refusal } from "../../model/conversation/offer.ts";
import { type LedgerEntry, shouldRestore } from "./ledger.ts";
import { cutBetweenCharacters, quoteUntrusted } from "./notes.ts";

export interface CompactOptions {
  /** Maximum estimated tokens of all restored skills (default: 25,000). */
  readonly maxTokens?: number;
  /** Maximum tokens of one skill (default: 5,000). */
  readonly maxTokensPerSkill?: number;
  /** The model's own tokenizer (default: four bytes per token). */
  readonly countTokens?: (text: string) => number;
}

export interface Compaction extends CompactOptions {
  /** One entry for each skill, newest first. If a skill has several entries, only its newest entry is here. */
  readonly entries: readonly LedgerEntry[];
  /** The skill as it is now, without arguments. */
  readonly read: (entry: LedgerEntry) => Promise<{ readonly activation: Activation } | { readonly refusal: Refusal }>;
  readonly countTokens: (text: string) => number;
  readonly role: SkillItem["role"];
  /** Tells the model where skills are listed and how to load them. */
  readonly pointer: string;
}

const BUDGET = 25_000;
const PER_SKILL = 5_000;
/** Minimum tokens for the text of a skill. If fewer tokens are left, the skill is only named. */
const MIN_TOKENS = 100;
/** Maximum number of skills that are listed by name only. */
const MAX_NAMED = 50;

export async function restoreSkills(compaction: Compaction): Promise<SkillItem[]> {
  const { entries, maxTokens = BUDGET, maxTokensPerSkill = PER_SKILL, countTokens, role, pointer } = compaction;
  if (entries.length === 0 && pointer === "") return [];
  const shown: string[] = [];
  const named: string[] = [];
  // The room for the names is reserved first, because the model must know which skills it used, even if their texts do
  // not fit.
  let left = maxTokens - countTokens(head(compaction, entries.map(nameOnly)));
  for (const entry of entries) {
    const text = await show(entry, Math.min(maxTokensPerSkill, left), compaction);
    if (text === undefined) named.push(nameOnly(entry));
    else shown.push(text);
    left -= text === undefined ? 0 : countTokens(text);
  }
  const used = shown.reduce((sum, text) => sum + countTokens(text), 0);
  const first = [head(compaction, named), head(compaction, [])].find((text) => used + countTokens(text) <= maxTokens);
  return first === undefined ? [] : [first, ...shown].map((text) => ({ role, text }));
}

/**
 * Returns the text to restore. Returns undefined for a skill that is only named, because it was one-shot, is complete,
 * no longer exists, or does not fit.
 */
async function show(entry: LedgerEntry, room: number, compaction: Compaction): Promise<string | undefined> {
  if (!shouldRestore(entry) || room < MIN_TOKENS) return undefined;
  const now = await compaction.read(entry);
  return "activation" in now ? fitInto(entry, now.activation, room, compaction.countTokens) : undefined;
}

/** Returns the whole body if it fits, otherwise as many of its first lines as fit. */
function fitInto(
  entry: LedgerEntry,
  now: Activation,
  room: number,
  count: (text: string) => number,
): string | undefined {
  const whole = earlier(entry, now, now.body, now.cutFrom);
  if (count(whole) <= room) return whole;
  const spare = room - count(earlier(entry, now, "", now.body.length));
  let body = now.body;
  // Each step shortens the text. With a tokenizer of the caller, several steps may be necessary.
  while (body !== "") {
    body = cutLines(body, Math.min(body.length - 1, Math.floor((body.length * spare) / Math.max(1, count(body)))));
    const text = earlier(entry, now, body, now.cutFrom ?? now.body.length);
    if (count(text) <= room) return text;
  }
  return undefined;
}

function cutLines(body: string, length: number): string {
  const cut = cutBetweenCharacters(body, length);
  const line = cut.lastIndexOf("\n");
  return line > 0 ? cut.slice(0, line) : cut;
}

/** Tells the model that the earlier call had arguments. The arguments themselves are not quoted. */
function earlier(entry: LedgerEntry, now: Activation, body: string, cutFrom: number | undefined): string {
  const line = `=== ${boundaryOf(body)} ===`;
  return [
    `<earlier_skill name="${attribute(entry.address)}" turn="${entry.turn}" directory="${attribute(now.directory)}">`,
    "This skill was loaded earlier; do not run it again. The text between the two lines was loaded before the compaction. Follow this text where it still applies.",
    ...(entry.arguments === undefined
      ? []
      : ["The skill's arguments applied to that turn only. They are left out and are not input."]),
    ...(now.revision === entry.revision ? [] : ["The skill's file has changed since; this is its earlier text."]),
    line,
    body,
    line,
    ...(cutFrom === undefined
      ? []
      : [`[cut: ${body.length} of ${cutFrom} characters; load the skill to read all of it]`]),
    "</earlier_skill>",
  ].join("\n");
}

function head({ pointer, entries }: Compaction, named: readonly string[]): string {
  const rest = named.length - MAX_NAMED;
  return [
    "<earlier_skills>",
    ...(entries.length === 0 ? [] : [WARNING]),
    ...(named.length === 0
      ? []
      : [
          `These skills were used too; their text is not repeated here: ${named.slice(0, MAX_NAMED).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}.`,
        ]),
    ...(pointer === "" ? [] : [pointer]),
    "</earlier_skills>",
  ].join("\n");
}

const WARNING =
  "The conversation was compacted. The skills named here were used before it; no request for them is open now. Do not run them again and do not repeat their work, unless the user asks for it again.";

function nameOnly({ address, turn }: LedgerEntry): string {
  return escapeXml(quoteUntrusted(address)) + (turn === 0 ? "" : ` (turn ${turn})`);
}

function attribute(text: string): string {
  return escapeXml(oneLine(text));
}
