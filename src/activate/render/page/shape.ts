import type { ListedSkill } from "../../../model/conversation/catalog-text.ts";

/** How a format writes things. Who gets how much is decided without knowing any of it. */
export interface Shape {
  /** Returns the text before the entries: the rules of use if they fit, and the opening of the list. */
  open(rules: boolean): string;
  /** All that stands after them; `note` is for the model, and empty where there is nothing to say. */
  close(note: string): string;
  /** One entry; without a description only how the skill is called. */
  entry(skill: ListedSkill, description: string): string;
  readonly between: string;
  /** A description, harmless in its place in an entry. */
  escape(text: string): string;
  /** Text of an entry in place of its description and `when_to_use`. */
  readonly inlined?: (skill: ListedSkill) => string;
}
