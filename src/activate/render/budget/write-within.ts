/** Writes a text within an allowance, which may be in characters, bytes or tokens. */
import type { Allowance, CatalogListing } from "../../../model/conversation/catalog-text.ts";
import { BYTES_PER_TOKEN, estimateTokens } from "./allowance.ts";
import type { MeasureSize } from "./shorten.ts";

/** A unit of size, such as characters. The size of a text in this unit is the sum of the sizes of its parts. */
export interface AdditiveUnit {
  readonly size: MeasureSize;
  readonly room: number;
}

export interface WrittenListing {
  readonly listing: CatalogListing;
  /** True if a larger budget would not make the text longer. */
  readonly whole: boolean;
}

const inCharacters: MeasureSize = (text) => text.length;
const inBytes: MeasureSize = (text) => Buffer.byteLength(text);

/**
 * Writes a text that fits into the allowance. Sizes in characters and bytes can be added, but tokens cannot. For an
 * allowance in tokens, the function allots characters and then counts the tokens of the result.
 */
export function writeWithin(allowance: Allowance, write: (ruler: AdditiveUnit) => WrittenListing): CatalogListing {
  const { amount, unit, count } = allowance;
  if (unit === "characters") return write({ size: inCharacters, room: amount }).listing;
  if (count === estimateTokens) return write({ size: inBytes, room: amount * BYTES_PER_TOKEN }).listing;
  return approach(allowance, write);
}

/** Maximum rounds for a tokenizer. Then the best fitting result is used. */
const MAX_ROUNDS = 16;
/** Maximum rounds to improve a result that fits. */
const MORE_ROUNDS = 4;
const CLOSE_ENOUGH = 0.97;

function approach({ amount, count }: Allowance, write: (ruler: AdditiveUnit) => WrittenListing): CatalogListing {
  let room = amount * BYTES_PER_TOKEN;
  let best: CatalogListing | undefined;
  for (let round = 0; round < MAX_ROUNDS && !(best && round >= MORE_ROUNDS); round++) {
    const { listing, whole } = write({ size: inCharacters, room });
    const used = count(listing.text);
    if (used <= amount) {
      best = best && best.text.length > listing.text.length ? best : listing;
      if (whole || used >= amount * CLOSE_ENOUGH) break;
    }
    room = Math.floor(room * Math.min(2, (amount / Math.max(used, 1)) * 0.99));
  }
  return best ?? write({ size: inCharacters, room: 0 }).listing;
}
