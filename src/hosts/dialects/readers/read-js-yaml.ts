/** Parses YAML with js-yaml 4 and limits the library's work. It never throws. */
import { load } from "js-yaml-4";
import { nestsTooDeep } from "./nesting.ts";

const MAX_HEADER = 1 << 20;
/** Maximum product of aliases and length if there are merge keys, because the library copies every key of an alias. */
const MAX_MERGING = 100_000_000;

/** Returns the value, or undefined if the text is not valid YAML. */
export function readJsYaml(header: string): unknown {
  if (header.length > MAX_HEADER || nestsTooDeep(header) || mergesTooMuch(header)) return undefined;
  try {
    return load(header) ?? null;
  } catch {
    // The errors are not distinguished, because hosts treat every error alike.
    return undefined;
  }
}

function mergesTooMuch(header: string): boolean {
  return header.includes("<<") && (header.split("*").length - 1) * header.length > MAX_MERGING;
}
