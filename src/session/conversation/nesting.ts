/** A skill that asks for another one: not in a circle, not too deep, and with the way back. */
import type { ActivationRequest } from "../../model/conversation/activation.ts";
import type { Refusal } from "../../model/conversation/offer.ts";
import { isActive, type Ledger, type LedgerEntry } from "./ledger.ts";
import { quoted } from "./notes.ts";

/** Skills that may lead to one another. Deeper, nobody remembers what the first one was for. */
export const MAX_DEPTH = 8;

export interface Nested {
  /** The skill that asks. */
  readonly parent?: LedgerEntry;
  /** The ids of all that led here, outermost first. */
  readonly chain: readonly string[];
}

export function nest({ asked, from }: ActivationRequest, ledger: Ledger): Nested | { readonly refusal: Refusal } {
  if (from === undefined) return { chain: [] };
  const parent = ledger.latest(from);
  if (parent === undefined || !isActive(parent))
    return {
      refusal: refusal(asked, `${quoted(from)} asks for it, and that skill is not at work here`, "load that one first"),
    };
  if (parent.chain.length + 1 > MAX_DEPTH)
    return {
      refusal: refusal(asked, `${MAX_DEPTH} skills have led to one another already`, "finish one of them first"),
    };
  return { parent, chain: [...parent.chain, parent.id] };
}

/** A skill that leads to itself, over others or at once. */
export function circle(asked: string, id: string, chain: readonly string[]): Refusal | undefined {
  if (!chain.includes(id)) return undefined;
  return refusal(asked, "it is itself waiting for this one", "go on with what it says, without loading it again");
}

function refusal(asked: string, reason: string, help: string): Refusal {
  return { code: "SK351", asked, reason, help, candidates: [] };
}
