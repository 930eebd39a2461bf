import { DEFAULT_LIMITS } from "../../model/limits.ts";
import { type Parsed, parseCareful } from "./parse-careful.ts";
import { unplaced } from "./unplaced.ts";

/** A skill file that is in memory and on no disk yet. */
export function parseUnplaced(name: string, bytes: Uint8Array): Parsed {
  return parseCareful(unplaced(name), bytes, DEFAULT_LIMITS.maxFrontmatterBytes);
}
