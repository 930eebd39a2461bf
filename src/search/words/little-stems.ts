/** The little words as the index knows them. */
import { LITTLE_WORDS } from "../../model/text/little-words.ts";
import { stem } from "./stem.ts";

export const LITTLE_STEMS: ReadonlySet<string> = new Set([...LITTLE_WORDS].map(stem));
