import { readFileSync } from "node:fs";
import { systemCode } from "../../model/errors.ts";
import { isMap } from "../../model/values/is-map.ts";

/** What was noted of earlier changes, for taking them back: `{ "notes": […] }`. What is no note of this kind is left out. */
export function readNotes<Note>(path: string, isNote: (value: unknown) => value is Note): Note[] {
  try {
    const said: unknown = JSON.parse(readFileSync(path, "utf8"));
    return isMap(said) && Array.isArray(said["notes"]) ? said["notes"].filter(isNote) : [];
  } catch (error) {
    if (error instanceof SyntaxError || systemCode(error) === "ENOENT") return [];
    throw error;
  }
}
