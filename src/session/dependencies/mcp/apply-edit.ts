/**
 * Applies a planned edit, and stores a note with which the edit can be undone. Undoing keeps later changes by others.
 */

import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { OperationError } from "../../../model/errors.ts";
import { boolean, type Infer, integer, isMap, list, object, string } from "../../../model/schema.ts";
import { nodeFiles } from "../../../platform/files/node-files.ts";
import { isMissing, readProblem } from "../../../platform/files/read-text.ts";
import { changeFiles } from "../../../platform/writing/change-files.ts";
import { readUndoNotes, writeUndoNotes } from "../../../platform/writing/undo-notes.ts";
import { editorOf, withoutInsertions } from "./insert-entry.ts";
import { findMcpHost } from "./mcp-hosts.ts";
import { MAX_CONFIG_BYTES, type McpEdit, toPlainJson } from "./plan-edit.ts";
import { readFormat } from "./read-format.ts";

/** The undo note of one edit: the inserted text and its position. It contains no other text of the file. */
const NOTE = object({
  host: string("the host whose file was edited"),
  name: string("the name of the server"),
  path: string("the edited file"),
  created: boolean("true if the edit created the file"),
  insertions: list(object({ at: integer("offset of the inserted text"), text: string("the inserted text") })),
  digest: string("digest of the text after the edit"),
});

type Note = Infer<typeof NOTE>;

export interface UndoneEdit {
  readonly name: string;
  readonly path: string;
  /** True if the edit created the file, and undoing the edit removed the file. */
  readonly removed: boolean;
}

/** Applies an edit. The undo note is written before the file, so that an interrupted edit can be undone. */
export function applyEdit(edit: McpEdit, notes: string): Promise<void> {
  const { host, name, path, created, before, after, insertions } = edit;
  return changeFiles([path, notes], (files) => {
    if (readText(path) !== (created ? undefined : before)) throw changedSince(path);
    const note: Note = { host, name, path, created, insertions, digest: digestOf(after) };
    writeUndoNotes(notes, [...readUndoNotes(notes, NOTE), note], files);
    files.write(path, after);
  });
}

/** Undoes the edit that last added a server of this name. Without a name, undoes the last edit. */
export async function undoEdit(notes: string, name?: string): Promise<UndoneEdit> {
  const { path } = lastNote(readUndoNotes(notes, NOTE), name);
  return changeFiles([path, notes], async (files) => {
    const all = readUndoNotes(notes, NOTE);
    const note = lastNote(all, name);
    if (note.path !== path) throw changedSince(notes);
    const text = readText(path);
    const before = text === undefined ? undefined : await withoutEdit(text, note);
    const removed = text !== undefined && before === "" && note.created;
    if (removed) files.remove(path);
    else if (before !== undefined && before !== text) files.write(path, before);
    const others = all.filter((each) => each !== note);
    writeUndoNotes(notes, others, files);
    return { name: note.name, path, removed };
  });
}

function lastNote(notes: readonly Note[], name: string | undefined): Note {
  const note = notes.findLast((each) => name === undefined || each.name === name);
  if (note !== undefined) return note;
  const what = name === undefined ? "edit" : `edit of \`${name}\``;
  throw new OperationError("SK693", `there is no ${what} to undo`, { hint: "nothing was changed" });
}

/**
 * Returns the text without the edit. If the file has not changed since the edit, the result is the original text.
 * Otherwise only the added entry is removed, if it is unchanged.
 */
async function withoutEdit(text: string, note: Note): Promise<string> {
  if (digestOf(text) === note.digest) return withoutInsertions(text, note.insertions);
  const host = findMcpHost(note.host);
  const settings = host && (await readFormat(text, host.format));
  const servers = settings?.[host?.key ?? ""];
  if (host === undefined || settings === undefined) throw changedSince(note.path);
  if (!isMap(servers) || !Object.hasOwn(servers, note.name)) return text;
  const { [note.name]: value, ...others } = servers;
  const entry = { key: host.key, name: note.name, value: value as Record<string, unknown> };
  const after = await (await editorOf(host.format)).remove(text, entry);
  const kept = after === undefined ? undefined : await readFormat(after, host.format);
  const wanted = { ...settings, [host.key]: others };
  const same = (each: unknown): boolean =>
    isDeepStrictEqual(toPlainJson(withoutEmpty(each, host.key)), toPlainJson(withoutEmpty(wanted, host.key)));
  if (after === undefined || !same(kept)) throw changedSince(note.path);
  return after;
}

/** Returns the settings without a mapping that is empty. An empty mapping has the same effect as a missing one. */
function withoutEmpty(settings: unknown, key: string): unknown {
  if (!isMap(settings)) return settings;
  const { [key]: servers, ...rest } = settings;
  return servers === null || (isMap(servers) && Object.keys(servers).length === 0) ? rest : settings;
}

function changedSince(path: string): OperationError {
  return new OperationError("SK464", `\`${path}\` has changed since, so it was not edited`, {
    hint: "check the file, and try again",
  });
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function readText(path: string): string | undefined {
  try {
    return Buffer.from(nodeFiles.readFile(path, MAX_CONFIG_BYTES)).toString("utf8");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw new OperationError("SK462", `\`${path}\` cannot be read (${readProblem(error)})`, {
      hint: "check the file and its permissions",
      cause: error,
    });
  }
}
