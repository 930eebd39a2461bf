import type { ListedSkill } from "../../../model/conversation/catalog-text.ts";

/** The syntax of a catalog format. The code that divides the budget does not depend on it. */
export interface ListingSyntax {
  /** Returns the text before the entries: the rules of use if they fit, and the opening of the list. */
  open(rules: boolean): string;
  /** Returns the text after the entries. `note` is for the model, and may be empty. */
  close(note: string): string;
  /** Returns one entry. An entry without a description has only the skill's address. */
  entry(skill: ListedSkill, description: string): string;
  readonly between: string;
  /** Escapes a description for its position in an entry. */
  escape(text: string): string;
  /** Returns the text that an entry shows instead of the description and `when_to_use`. */
  readonly inlined?: (skill: ListedSkill) => string;
}
