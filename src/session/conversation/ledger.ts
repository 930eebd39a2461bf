/**
 * The skills that one conversation has received, oldest first. It stores no bodies: a body is read again when it is
 * needed. Only the ledger knows what is still in the model's context, and what a compaction removed.
 */
import { createHash } from "node:crypto";
import type { Actor } from "../../model/conversation/offer.ts";
import { isMap } from "../../model/schema.ts";
import type { Manifest } from "../../model/skills/skill.ts";

/** How long a skill is meant to last: for one call, until its task is done, or as long as the conversation. */
export const SURVIVALS = ["one-shot", "task", "session"] as const;
export type Survival = (typeof SURVIVALS)[number];

export interface LedgerEntry {
  readonly address: string;
  readonly id: string;
  /** Digest of the rendered text. */
  readonly digest: string;
  /** Digest of the file, independent of arguments. */
  readonly revision: string;
  /** Digest of the text that was sent. */
  readonly given: string;
  readonly arguments?: string;
  readonly turn: number;
  readonly actor: Actor;
  readonly survival: Survival;
  /** The ids of the skills that led to this one, outermost first. */
  readonly chain: readonly string[];
  /** It was there already, so only a note was given. */
  readonly repeated: boolean;
  readonly completed: boolean;
  /** Its text is still in the conversation: no compaction since. */
  readonly present: boolean;
}

/** The part of a skill that the conversation already has. */
export interface Standing {
  /** The very same text was given then. */
  readonly same?: LedgerEntry;
  /** Another text of the same skill was given then: its file has changed. */
  readonly changed?: LedgerEntry;
}

/** Skills that may lead to one another. A model forgets the purpose of the first one in a deeper chain. */
export const MAX_DEPTH = 8;

/** Activations that are remembered; beyond them the oldest is forgotten. */
export const MAX_ENTRIES = 2_000;

export class Ledger {
  #entries: LedgerEntry[];

  constructor(entries: readonly LedgerEntry[] = []) {
    this.#entries = [...entries];
  }

  get entries(): readonly LedgerEntry[] {
    return this.#entries;
  }

  record(entry: LedgerEntry): void {
    this.#entries.push(entry);
    if (this.#entries.length > MAX_ENTRIES) this.#entries.shift();
  }

  standing(now: Pick<LedgerEntry, "id" | "arguments" | "digest" | "revision">): Standing {
    const given = this.#entries.filter(({ id, present, repeated }) => present && !repeated && id === now.id);
    const last = given.at(-1);
    const alike = given.findLast((entry) => entry.arguments === now.arguments);
    if (last === undefined) return {};
    if (last.revision !== now.revision) return { changed: last };
    if (alike === undefined) return {};
    return alike.digest === now.digest ? { same: alike } : { changed: alike };
  }

  /** The newest activation of a skill, by id or address. */
  latest(asked: string): LedgerEntry | undefined {
    return this.#entries.findLast(({ id, address }) => id === asked || address === asked);
  }

  /** One activation of every skill, newest first: the newest that is meant to last, where there is one. */
  newestFirst(): LedgerEntry[] {
    const newest = new Map<string, LedgerEntry>();
    for (const entry of this.#entries.toReversed()) {
      const before = newest.get(entry.id);
      if (before === undefined || (!lasts(before) && lasts(entry))) newest.set(entry.id, entry);
    }
    return [...newest.values()];
  }

  /** Marks all activations of a skill as done. */
  complete(id: string): void {
    this.#entries = this.#entries.map((entry) => (entry.id === id ? { ...entry, completed: true } : entry));
  }

  /** From now on the model has nothing of all this before it. */
  forgetTexts(): void {
    this.#entries = this.#entries.map((entry) => ({ ...entry, present: false }));
  }
}

/** Returns whether a skill still applies: not after its one task is done. */
export function isActive({ survival, completed }: LedgerEntry): boolean {
  return survival === "session" || !completed;
}

/** Whether its text is worth having again after a compaction. */
export function lasts(entry: LedgerEntry): boolean {
  return entry.survival !== "one-shot" && isActive(entry);
}

/** Tells one text from another without keeping it. */
export function digestText(text: string): string {
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}

export interface Calling {
  readonly arguments?: string | undefined;
  /** Put there at the start, by an agent's definition. */
  readonly preloaded: boolean;
}

/**
 * Returns how long a skill stays: as it declares; else a preloaded skill stays; else a skill that was called with
 * arguments, or that only the user can start, is one task and not a guideline, so it does not run again.
 */
export function survivalOf(manifest: Manifest, { arguments: given, preloaded }: Calling): Survival {
  const declared = declaredSurvival(manifest.metadata);
  if (declared !== undefined) return declared;
  if (preloaded) return "session";
  return given !== undefined || manifest.disableModelInvocation === true ? "one-shot" : "task";
}

/** `metadata: {skillwright: {survival: session}}`, or flat as the specification wants it: `skillwright.survival: session`. */
function declaredSurvival(metadata: Manifest["metadata"]): Survival | undefined {
  const nested = metadata?.["skillwright"];
  const said = isMap(nested) ? nested["survival"] : metadata?.["skillwright.survival"];
  return SURVIVALS.find((each) => each === said);
}
