/** The input and the output of the code that writes a catalog for a model. */
import type { Root, Scope } from "../skills/root.ts";
import type { SkillId } from "../skills/skill.ts";

/** The metadata of one skill in a listing. */
export interface ListedSkill {
  readonly id: SkillId;
  /** The name that the model uses to load the skill. It is unique within a listing. */
  readonly address: string;
  readonly name: string;
  /** The host's own id, if calls use it instead of the name. */
  readonly hostId?: string;
  /** The name as the host shows it, if that differs from `name`. */
  readonly shownName?: string;
  /** The description as the host shows it. */
  readonly description: string;
  /** The description in the file, if the host shows a different description. */
  readonly authored?: string;
  readonly whenToUse?: string;
  /** The path of the skill's SKILL.md. */
  readonly location: string;
  readonly directory: string;
  readonly scope: Scope;
  readonly root: Root;
  readonly triggers: readonly string[];
  /** True if the descriptions of other skills are shortened before this one. */
  readonly pinned: boolean;
  /** How often the skill is used, if the caller knows that. Skills with a higher number come first. */
  readonly rank: number;
}

/** The maximum size of a listing, and its unit. */
export interface Allowance {
  readonly amount: number;
  readonly unit: "characters" | "tokens";
  readonly count: (text: string) => number;
  /** Where the limit comes from, such as `2 % of 200000 tokens` or `SLASH_COMMAND_TOOL_CHAR_BUDGET`. */
  readonly from: string;
  /** Maximum characters of one description. */
  readonly perEntry?: number;
}

/**
 * The budget of Skillwright's own profile: a share of the model's context window, a fallback for unknown context
 * windows, and a limit for each description.
 */
export const DEFAULT_BUDGET = { maxPct: 0.02, fallbackChars: 16_000, maxEntryChars: 1536 } as const;

export interface ListingInput {
  /** The skills to list, in the order of the listing. */
  readonly skills: readonly ListedSkill[];
  readonly allowance: Allowance;
  /** All roots in the order in which the host reads them, for formats that number them. */
  readonly roots?: readonly Root[];
  /** The tools that load and search skills, if they are registered. */
  readonly tool?: string;
  readonly searchTool?: string;
  /** Returns the body of a skill, for the one format that inlines it. */
  readonly instructions?: (id: SkillId) => string;
}

/** The part of a skill's entry that the model sees. */
export const COVERAGES = ["full", "shortened", "name-only", "omitted"] as const;
export type Coverage = (typeof COVERAGES)[number];

export interface ListedEntry {
  readonly id: SkillId;
  readonly address: string;
  readonly coverage: Coverage;
  /** The skill's part of the text; empty if the skill is omitted. */
  readonly text: string;
}

/** A rendered listing. `entries` has every skill of the input in the order of the text; omitted skills come last. */
export interface CatalogListing {
  readonly text: string;
  readonly entries: readonly ListedEntry[];
}

/** Writes a listing. There is one function for each format. */
export type WriteListing = (input: ListingInput) => CatalogListing;
