/**
 * Listings of real hosts: their lines, their order, and what they cut. What they say around the list is theirs and does not
 * stand here; in its place stand words of ours. Skills come in as the view has them, and nothing here knows where from.
 */
import type { Coverage, ListedEntry, ListedSkill, Listing } from "../../../model/conversation/catalog-text.ts";
import { oneLine } from "../escape.ts";
import { lineText } from "../page/lines.ts";

/** The part of the text that is about one skill. */
export interface Row {
  readonly skill: ListedSkill;
  readonly coverage: Exclude<Coverage, "omitted">;
  readonly text: string;
}

/** `head` and `tail` are whole lines; the omitted are those of `skills` that have no row. */
export function hostPage(
  skills: readonly ListedSkill[],
  rows: readonly Row[],
  { head, between = "\n", tail = [] }: { head: readonly string[]; between?: string; tail?: readonly string[] },
): Listing {
  const listed = new Set(rows.map(({ skill }) => skill));
  const list = rows.map(({ text }) => text).join(between);
  return {
    text: [...head, list, ...tail].join("\n"),
    entries: [
      ...rows.map(({ skill, coverage, text }) => entry(skill, coverage, text)),
      ...skills.filter((skill) => !listed.has(skill)).map((skill) => entry(skill, "omitted", "")),
    ],
  };
}

function entry({ id, address }: ListedSkill, coverage: Coverage, text: string): ListedEntry {
  return { id, address, coverage, text };
}

/** A description in a line of plain text; the space at the end of a cut one stays, as hosts leave it. */
export function plain(text: string): string {
  const line = lineText(oneLine(text));
  return text.endsWith(" ") && line !== "" ? `${line} ` : line;
}

/** As hosts sort names that they show: by the rules of a language, which is always English here. */
export function byName(one: { readonly name: string }, other: { readonly name: string }): number {
  return COLLATOR.compare(one.name, other.name);
}

const COLLATOR = new Intl.Collator("en");

/** By UTF-8 bytes, which is by code points; UTF-16 would put the rarest characters before some others. */
export function compareBytes(one: string, other: string): number {
  if (one === other) return 0;
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
