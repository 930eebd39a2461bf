/**
 * Describes the changes between two catalogs for a model that has read the first catalog, so that the model's prompt
 * can stay unchanged.
 */
import { checkArgument } from "../../model/errors.ts";
import { quoteIfUnclear } from "./escape.ts";

/** The parts of a catalog that are compared. */
export interface ComparableCatalog {
  readonly text: string;
  readonly revision: string;
  readonly entries: readonly { readonly address: string; readonly text: string; readonly said: string }[];
}

export interface CatalogDelta {
  /** The revisions of the earlier and the later catalog. */
  readonly from: string;
  readonly to: string;
  /** Addresses, in the order of the catalogs. */
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** Text for the model; empty without changes. */
  readonly text: string;
}

/** Compares full descriptions. A description that was only shortened differently has not changed. */
export function catalogDelta(before: ComparableCatalog, after: ComparableCatalog): CatalogDelta {
  const isListed = [before, after].every((each) => Array.isArray(each?.entries));
  checkArgument(isListed, "catalogDelta", "two catalogs");
  const old = new Map(before.entries.map((entry) => [entry.address, entry]));
  const now = new Map(after.entries.map((entry) => [entry.address, entry]));
  const added = after.entries.filter(({ address }) => !old.has(address));
  const changed = after.entries.filter(({ address, said }) => {
    const told = old.get(address)?.said ?? "";
    return told !== "" && said !== "" && told !== said;
  });
  const removed = before.entries.filter(({ address }) => !now.has(address)).map(({ address }) => address);
  return {
    from: before.revision,
    to: after.revision,
    added: added.map(({ address }) => address),
    changed: changed.map(({ address }) => address),
    removed,
    text: wordsFor({ added, changed, removed }, before, after),
  };
}

type Entry = ComparableCatalog["entries"][number];

interface Changes {
  readonly added: readonly Entry[];
  readonly changed: readonly Entry[];
  readonly removed: readonly string[];
}

function wordsFor({ added, changed, removed }: Changes, before: ComparableCatalog, after: ComparableCatalog): string {
  if (added.length + changed.length + removed.length === 0) return "";
  if (before.text === "") return after.text;
  if (after.text === "") return "The skills that were listed are no longer available.";
  const text = [
    "The list of skills has changed.",
    ...part("Added:", added.map(shown)),
    ...part("Changed; earlier descriptions of these no longer apply:", changed.map(shown)),
    ...part(
      "No longer available:",
      removed.map((address) => `- ${quoteIfUnclear(address)}`),
    ),
  ].join("\n");
  // If nearly every skill is new, the complete list is shorter than a list of changes.
  return text.length <= after.text.length
    ? text
    : `The list of skills has changed. This one replaces it.\n\n${after.text}`;
}

function part(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines];
}

/** Returns the catalog's own text of a skill, or its name if the budget left no text. */
function shown({ text, address }: Entry): string {
  return text === "" ? `- ${quoteIfUnclear(address)}` : text;
}
