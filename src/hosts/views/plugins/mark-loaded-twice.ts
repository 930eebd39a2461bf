/** Marks a plugin's skill that the host also loads from another place. */
import { systemCode } from "../../../model/errors.ts";
import { baseName } from "../../../model/text/text.ts";
import type { Files } from "../../../platform/files/files.ts";
import type { ViewEntry } from "../host-view.ts";

export function markLoadedTwice(entries: readonly ViewEntry[], files: Files): readonly ViewEntry[] {
  const groups = new Map<string, ViewEntry[]>();
  if (!entries.some(({ root }) => root.plugin !== undefined)) return entries;
  for (const entry of entries) {
    if (entry.outcome !== "visible") continue;
    const key = baseName(entry.directory);
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  const twins = new Map<ViewEntry, ViewEntry>();
  for (const group of groups.values())
    if (group.length > 1 && group.some(({ root }) => root.plugin !== undefined)) findTwins(group, files, twins);
  return entries.map((entry) => {
    const twin = twins.get(entry);
    if (twin === undefined) return entry;
    const text = `the same skill is loaded a second time, from ${twin.path} as \`${twin.name}\``;
    return { ...entry, remarks: [...entry.remarks, { code: "SK744", text }] };
  });
}

function findTwins(group: readonly ViewEntry[], files: Files, twins: Map<ViewEntry, ViewEntry>): void {
  const first = new Map<string, ViewEntry>();
  for (const entry of group) {
    const bytes = readBytes(entry.file, files);
    const other = bytes === undefined ? undefined : first.get(bytes);
    if (bytes !== undefined && other === undefined) first.set(bytes, entry);
    if (other === undefined) continue;
    twins.set(entry, other);
    twins.set(other, entry);
  }
}

const MAX_BYTES = 1_048_576;

/** Returns the bytes of a file as comparable text; undefined if it cannot be read. */
function readBytes(file: string, files: Files): string | undefined {
  try {
    return Buffer.from(files.readFile(file, MAX_BYTES)).toString("latin1");
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return undefined;
  }
}
