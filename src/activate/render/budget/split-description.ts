/** Splits a description into two parts: what the skill does, and when to use it. */
import type { ListedSkill } from "../../../model/conversation/catalog-text.ts";
import { oneLine } from "../escape.ts";

export interface DescriptionParts {
  readonly what: string;
  /** The part that says when to use the skill; empty if no such part is recognized. */
  readonly when: string;
}

type Describing = Pick<ListedSkill, "description" | "whenToUse">;

/** Returns the description and `when_to_use` as one text. */
export function fullDescription({ description, whenToUse = "" }: Describing): string {
  const when = whenToUse === "" ? "" : oneLine(whenToUse);
  return when === "" ? oneLine(description) : joinParts({ what: sentence(oneLine(description)), when });
}

/**
 * Uses `when_to_use` if it exists; otherwise splits the description at the first sentence that says when to use the
 * skill.
 */
export function splitDescription({ description, whenToUse = "" }: Describing): DescriptionParts {
  const text = oneLine(description);
  const when = oneLine(whenToUse);
  if (when !== "") return { what: sentence(text), when };
  const found = WHEN.exec(text);
  if (!found) return { what: text, when: "" };
  const at = found.index + found[0].length - (found[1] as string).length;
  return { what: text.slice(0, at).trimEnd(), when: text.slice(at) };
}

export function joinParts({ what, when }: DescriptionParts): string {
  return what === "" || when === "" ? what + when : `${what} ${when}`;
}

function sentence(text: string): string {
  return text === "" || SENTENCE_END.test(text) ? text : `${text}.`;
}

const SENTENCE_END = /[.!?:;…。!?]$/;
const WHEN =
  /(?:^|[.!?;] |。)((?:this skill should be used|(?:use|invoke|apply|activate|load|run|triggers?|triggered) (?:this|it|when|whenever|for|if|on|by|proactively)|when|whenever)\b)/i;
