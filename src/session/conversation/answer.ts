/** The one shape in which a session answers, and how an activation and a refusal become it. */
import type { Activation } from "../../model/conversation/activation.ts";
import type { Refusal } from "../../model/conversation/offer.ts";
import type { Standing } from "./ledger.ts";
import { alreadyLoaded, changedSince, notLoaded } from "./notes.ts";

/** Always a text that can be shown to a model, never an exception. */
export interface Answer {
  readonly text: string;
  readonly isError: boolean;
  readonly activation?: Activation;
  /** It was there already; the text only says where. */
  readonly repeated?: boolean;
  readonly refusal?: Refusal;
}

/** The envelope, or a note in its place; what else there is to know comes after it. */
export function given(activation: Activation, { same, changed }: Standing, notes: readonly string[]): Answer {
  const text = [
    same ? alreadyLoaded(same, activation.actor) : activation.text,
    ...(changed ? [changedSince(changed)] : []),
    ...notes,
  ].join("\n\n");
  return { text, isError: false, activation, ...(same ? { repeated: true } : {}) };
}

export function refused(refusal: Refusal): Answer {
  return { text: notLoaded(refusal), isError: true, refusal };
}
