/**
 * Writes listings of real hosts, with the hosts' lines, order and cuts. Skillwright replaces the hosts' own sentences
 * by its own. The skills come from the host's view.
 */
import type { CatalogListing, Coverage, ListedEntry, ListedSkill } from "../../../model/conversation/catalog-text.ts";
import { oneLine } from "../escape.ts";
import { cleanDescription } from "../page/lines.ts";

/** The text about one skill. */
export interface ListingRow {
  readonly skill: ListedSkill;
  readonly coverage: Exclude<Coverage, "omitted">;
  readonly text: string;
  /** Lines before the text that belong to no skill. */
  readonly heading?: string;
}

/** Builds a listing from rows. `head` and `tail` are whole lines. Skills without a row are omitted. */
export function hostPage(
  skills: readonly ListedSkill[],
  rows: readonly ListingRow[],
  { head, between = "\n", tail = [] }: { head: readonly string[]; between?: string; tail?: readonly string[] },
): CatalogListing {
  const listed = new Set(rows.map(({ skill }) => skill));
  const list = rows.map(({ heading = "", text }) => heading + text).join(between);
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

/** Returns a description for a line of plain text. The space at the end of a cut description stays, as in hosts. */
export function plainDescription(text: string): string {
  const line = cleanDescription(oneLine(text));
  return text.endsWith(" ") && line !== "" ? `${line} ` : line;
}

/** Sorts names as hosts do for display: by English language rules on every machine. */
export function byName(one: { readonly name: string }, other: { readonly name: string }): number {
  return COLLATOR.compare(one.name, other.name);
}

const COLLATOR = new Intl.Collator("en");

/** Compares by UTF-8 bytes, which is the order of code points. UTF-16 orders rare characters differently. */
export function compareBytes(one: string, other: string): number {
  if (one === other) return 0;
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
