/** A catalog as a model reads it: what a renderer is given, and what it gives back. */
import type { Root, Scope } from "../skills/root.ts";
import type { SkillId } from "../skills/skill.ts";

/** One skill as a listing sees it: metadata only. */
export interface ListedSkill {
  readonly id: SkillId;
  /** What the model writes to get it; no two skills of a listing share it. */
  readonly address: string;
  readonly name: string;
  /** The host's own id, if calls use it instead of the name. */
  readonly hostId?: string;
  /** As the host shows it, where that is not the name alone. */
  readonly shownName?: string;
  /** As the host shows it. */
  readonly description: string;
  readonly whenToUse?: string;
  /** The path of its SKILL.md. */
  readonly location: string;
  readonly directory: string;
  readonly scope: Scope;
  readonly root: Root;
  readonly triggers: readonly string[];
  /** Never shortened before the others. */
  readonly pinned: boolean;
  /** How often it is used, where the caller says so; more comes first. */
  readonly rank: number;
}

/** How much a listing may take, and how that is counted. */
export interface Allowance {
  readonly amount: number;
  readonly unit: "characters" | "tokens";
  readonly count: (text: string) => number;
  /** Where the amount comes from: `2 % of 200000 tokens`, `SLASH_COMMAND_TOOL_CHAR_BUDGET`. */
  readonly from: string;
  /** Characters of one description. */
  readonly perEntry?: number;
}

/** What our own profile allows: a share of the window, characters where that is not known, characters of one description. */
export const DEFAULT_BUDGET = { maxPct: 0.02, fallbackChars: 16_000, maxEntryChars: 1536 } as const;

export interface ListingInput {
  /** In listing order. */
  readonly skills: readonly ListedSkill[];
  readonly allowance: Allowance;
  /** Every root, in the order in which the host reads them; a format that numbers them needs it. */
  readonly roots?: readonly Root[];
  /** The tool that loads a skill, and the one that searches, where they are registered. */
  readonly tool?: string;
  readonly searchTool?: string;
  /** The body of a skill, for the one format that inlines it. */
  readonly instructions?: (id: SkillId) => string;
}

/** How much of a skill the model is told. */
export const COVERAGES = ["full", "shortened", "name-only", "omitted"] as const;
export type Coverage = (typeof COVERAGES)[number];

export interface ListedEntry {
  readonly id: SkillId;
  readonly address: string;
  readonly coverage: Coverage;
  /** Its own part of the text; empty where it is omitted. */
  readonly text: string;
}

/** A rendered listing; `entries` has every skill of the input, in the order of the text, the omitted ones last. */
export interface Listing {
  readonly text: string;
  readonly entries: readonly ListedEntry[];
}

/** Writes a listing; one function for each format. */
export type WriteListing = (input: ListingInput) => Listing;
