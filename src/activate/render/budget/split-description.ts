/** Splits a description into two parts: what the skill does, and when to use it. */
import type { ListedSkill } from "../../../model/conversation/catalog-text.ts";
import { oneLine } from "../escape.ts";

export interface DescriptionParts {
  readonly what: string;
  /** The part that a model chooses by; empty where nothing is recognised. */
  readonly when: string;
}

type Describing = Pick<ListedSkill, "description" | "whenToUse">;

/** The two together. */
export function fullDescription({ description, whenToUse = "" }: Describing): string {
  const when = whenToUse === "" ? "" : oneLine(whenToUse);
  return when === "" ? oneLine(description) : joinParts({ what: sentence(oneLine(description)), when });
}

/** `when_to_use` where there is one, else the description from its first sentence of that kind on. */
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
