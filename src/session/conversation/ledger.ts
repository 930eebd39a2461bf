/**
 * Records the skills that one conversation received, oldest first. It stores no bodies, because a body is read again
 * when it is needed. Only the ledger knows which texts are still in the model's context, and which texts a compaction
 * removed.
 */
import { createHash } from "node:crypto";
import type { Actor } from "../../model/conversation/offer.ts";
import { isMap } from "../../model/schema.ts";
import type { Manifest } from "../../model/skills/skill.ts";

/** How long a skill applies: for one call, until its task is done, or for the whole conversation. */
export const SKILL_LIFETIMES = ["one-shot", "task", "session"] as const;
export type SkillLifetime = (typeof SKILL_LIFETIMES)[number];

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
  readonly survival: SkillLifetime;
  /** Ids of the skills that led to this activation, outermost first. Each of these skills requested the next skill. */
  readonly chain: readonly string[];
  /** True if the text was already in the context. The model then received only a note. */
  readonly repeated: boolean;
  readonly completed: boolean;
  /** True if the text is still in the context, because no compaction followed. */
  readonly present: boolean;
}

/** Earlier activations of a skill whose texts are still in the context. */
export interface EarlierActivations {
  /** The activation that sent exactly the same text. */
  readonly same?: LedgerEntry;
  /** An activation that sent a different text of the same skill, because the skill's file has changed since then. */
  readonly changed?: LedgerEntry;
}

/**
 * Maximum nesting of skills that request one another. In a deeper chain, the model would forget the original purpose.
 */
export const MAX_DEPTH = 8;

/** Maximum number of stored activations. The oldest activation is dropped first. */
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

  standing(now: Pick<LedgerEntry, "id" | "arguments" | "digest" | "revision">): EarlierActivations {
    const given = this.#entries.filter(({ id, present, repeated }) => present && !repeated && id === now.id);
    const last = given.at(-1);
    const alike = given.findLast((entry) => entry.arguments === now.arguments);
    if (last === undefined) return {};
    if (last.revision !== now.revision) return { changed: last };
    if (alike === undefined) return {};
    return alike.digest === now.digest ? { same: alike } : { changed: alike };
  }

  /** Returns the newest activation of a skill, by id or address. */
  latest(asked: string): LedgerEntry | undefined {
    return this.#entries.findLast(({ id, address }) => id === asked || address === asked);
  }

  /**
   * Returns one activation of each skill, newest first. A lasting activation takes precedence over a one-shot
   * activation.
   */
  newestFirst(): LedgerEntry[] {
    const newest = new Map<string, LedgerEntry>();
    for (const entry of this.#entries.toReversed()) {
      const before = newest.get(entry.id);
      if (before === undefined || (!shouldRestore(before) && shouldRestore(entry))) newest.set(entry.id, entry);
    }
    return [...newest.values()];
  }

  /** Marks all activations of a skill as done. */
  complete(id: string): void {
    this.#entries = this.#entries.map((entry) => (entry.id === id ? { ...entry, completed: true } : entry));
  }

  /** Marks every text as removed from the model's context. */
  forgetTexts(): void {
    this.#entries = this.#entries.map((entry) => ({ ...entry, present: false }));
  }
}

/** Returns true if a skill still applies, because its task is not done. */
export function isActive({ survival, completed }: LedgerEntry): boolean {
  return survival === "session" || !completed;
}

/** Returns true if the text should be restored after a compaction. */
export function shouldRestore(entry: LedgerEntry): boolean {
  return entry.survival !== "one-shot" && isActive(entry);
}

/** Returns a digest that identifies a text without storing it. */
export function digestText(text: string): string {
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}

export interface CallDetails {
  readonly arguments?: string | undefined;
  /** True if an agent's definition loaded the skill at the start. */
  readonly preloaded: boolean;
}

/**
 * Returns how long a skill applies. If the skill declares a lifetime, that lifetime is used. A preloaded skill applies
 * for the whole conversation. A skill with arguments is a single task and does not run again. The same is true for a
 * skill that only the user can load.
 */
export function lifetimeOf(manifest: Manifest, { arguments: given, preloaded }: CallDetails): SkillLifetime {
  const declared = declaredSurvival(manifest.metadata);
  if (declared !== undefined) return declared;
  if (preloaded) return "session";
  return given !== undefined || manifest.disableModelInvocation === true ? "one-shot" : "task";
}

/**
 * Reads `metadata: {skillwright: {survival: session}}`, or the flat key `skillwright.survival: session` of the
 * specification.
 */
function declaredSurvival(metadata: Manifest["metadata"]): SkillLifetime | undefined {
  const nested = metadata?.["skillwright"];
  const said = isMap(nested) ? nested["survival"] : metadata?.["skillwright.survival"];
  return SKILL_LIFETIMES.find((each) => each === said);
}
