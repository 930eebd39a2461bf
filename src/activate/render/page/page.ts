/** Measures the parts of a listing in one format and unit, and builds the listing. */
import type {
  CatalogListing,
  Coverage,
  ListedEntry,
  ListedSkill,
  ListingInput,
} from "../../../model/conversation/catalog-text.ts";
import { cutWords, type MeasureSize, shorten } from "../budget/shorten.ts";
import { fullDescription, splitDescription } from "../budget/split-description.ts";
import type { AdditiveUnit } from "../budget/write-within.ts";
import { closingLine, type OmittedSkillCounts } from "./closing-line.ts";
import type { ListingSyntax } from "./listing-syntax.ts";

/** The text about one skill. */
export interface SkillPortion {
  readonly skill: ListedSkill;
  readonly coverage: Exclude<Coverage, "omitted">;
  /** The escaped description. */
  readonly description: string;
}

export function entryWithoutDescription(skill: ListedSkill): SkillPortion {
  return { skill, coverage: "name-only", description: "" };
}

/** The budget is divided by this number to get the maximum size of the rules of use. */
const RULES_PART = 4;

export class Page {
  readonly input: ListingInput;
  readonly shape: ListingSyntax;
  readonly size: MeasureSize;
  /** The budget for entries and the closing line. */
  readonly room: number;
  readonly #open: string;
  readonly #closeSize: number;

  constructor(input: ListingInput, shape: ListingSyntax, { size, room }: AdditiveUnit) {
    this.input = input;
    this.shape = shape;
    this.size = size;
    const bare = shape.open(false);
    const full = shape.open(true);
    this.#open = (size(full) - size(bare)) * RULES_PART <= room ? full : bare;
    this.#closeSize = size(shape.close(""));
    this.room = room - size(this.#open) - this.#closeSize;
  }

  entrySize(skill: ListedSkill, description: string): number {
    return this.size(this.shape.entry(skill, description)) + this.shape.between.length;
  }

  noteSize(missing: OmittedSkillCounts): number {
    return this.size(this.shape.close(this.#note(missing))) - this.#closeSize;
  }

  /** Returns the text about a skill with its full description, regardless of the budget. */
  whole(skill: ListedSkill): SkillPortion {
    const { shape, input } = this;
    const { perEntry = Number.POSITIVE_INFINITY } = input.allowance;
    const text = shape.inlined ? shape.inlined(skill) : fullDescription(skill);
    if (text === "") return entryWithoutDescription(skill);
    if (text.length <= perEntry) return { skill, coverage: "full", description: shape.escape(text) };
    const inCharacters: MeasureSize = (part) => part.length;
    const cut = shape.inlined
      ? cutWords(text, perEntry, inCharacters)
      : shorten(splitDescription(skill), perEntry, inCharacters);
    return { skill, coverage: "shortened", description: shape.escape(cut) };
  }

  /** Returns an entry for every skill of the input in the order of the text. Omitted skills come last. */
  write(portions: readonly SkillPortion[], undescribed: number): CatalogListing {
    const { shape, input } = this;
    const entries = portions.map(({ skill, coverage, description }): ListedEntry => {
      return { id: skill.id, address: skill.address, coverage, text: shape.entry(skill, description) };
    });
    const note = this.#note({ omitted: input.skills.length - entries.length, undescribed });
    const text = this.#open + entries.map((entry) => entry.text).join(shape.between) + shape.close(note);
    return { text, entries: entries.length < input.skills.length ? [...entries, ...this.#omitted(portions)] : entries };
  }

  #note(missing: OmittedSkillCounts): string {
    return closingLine(missing, this.input.searchTool);
  }

  #omitted(portions: readonly SkillPortion[]): ListedEntry[] {
    const listed = new Set(portions.map(({ skill }) => skill));
    return this.input.skills
      .filter((skill) => !listed.has(skill))
      .map(({ id, address }) => ({ id, address, coverage: "omitted", text: "" }));
  }
}
