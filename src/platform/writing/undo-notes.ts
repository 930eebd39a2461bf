/** Reads and writes `{ "notes": […] }`: records of earlier changes, with which the changes can be undone. */
import { hasShape, isMap, parseJson, type Schema } from "../../model/schema.ts";
import { readTextIfAny } from "../files/read-text.ts";
import type { LockedFiles } from "./change-files.ts";

// Maximum size of the file: enough for the notes of a hundred edits with their texts.
const MAX_BYTES = 16 * 1024 * 1024;

const MAX_NOTES = 100;

/** Ignores invalid notes, and a file that is not JSON. */
export function readUndoNotes<Note>(path: string, schema: Schema<Note>): Note[] {
  const value = parseJson(readTextIfAny(path, MAX_BYTES) ?? "{}");
  const notes: readonly unknown[] = isMap(value) && Array.isArray(value["notes"]) ? value["notes"] : [];
  return notes.filter((note): note is Note => hasShape(note, schema));
}

/** Writes the latest notes. */
export function writeUndoNotes(path: string, notes: readonly unknown[], files: LockedFiles): void {
  files.write(path, `${JSON.stringify({ schema: 1, notes: notes.slice(-MAX_NOTES) }, null, 2)}\n`);
}
