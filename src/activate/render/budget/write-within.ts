/** An allowance in whatever unit → a text within it. */
import type { Allowance, Listing } from "../../../model/conversation/catalog-text.ts";
import { BYTES_PER_TOKEN, estimateTokens } from "./allowance.ts";
import type { Size } from "./shorten.ts";

/** A measure that adds up: a text is as large as its parts together. */
export interface Ruler {
  readonly size: Size;
  readonly room: number;
}

export interface Written {
  readonly listing: Listing;
  /** More room would not make it longer. */
  readonly whole: boolean;
}

const inCharacters: Size = (text) => text.length;
const inBytes: Size = (text) => Buffer.byteLength(text);

/** Characters add up, and so do bytes. Tokens do not: there, characters are handed out and the outcome is counted. */
export function writeWithin(allowance: Allowance, write: (ruler: Ruler) => Written): Listing {
  const { amount, unit, count } = allowance;
  if (unit === "characters") return write({ size: inCharacters, room: amount }).listing;
  if (count === estimateTokens) return write({ size: inBytes, room: amount * BYTES_PER_TOKEN }).listing;
  return approach(allowance, write);
}

/** A tokenizer can be strange; after so many tries what fits best is taken. */
const MAX_ROUNDS = 16;
/** Once something fits, so many tries to come closer. */
const MORE_ROUNDS = 4;
const CLOSE_ENOUGH = 0.97;

function approach({ amount, count }: Allowance, write: (ruler: Ruler) => Written): Listing {
  let room = amount * BYTES_PER_TOKEN;
  let best: Listing | undefined;
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
