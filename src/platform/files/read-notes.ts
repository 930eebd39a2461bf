import { isMap } from "../../model/values/is-map.ts";
import { readTextIfAny } from "./read-text.ts";

// Notes of a hundred edits, each with the text that it added.
const MAX_BYTES = 16 * 1024 * 1024;

/** Reads `{ "notes": […] }`, which records earlier changes so that they can be undone. Ignores notes of another form. */
export function readNotes<Note>(path: string, isNote: (value: unknown) => value is Note): Note[] {
  try {
    const value: unknown = JSON.parse(readTextIfAny(path, MAX_BYTES) ?? "{}");
    return isMap(value) && Array.isArray(value["notes"]) ? value["notes"].filter(isNote) : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}
