import { dirname } from "node:path";
import { systemCode } from "../../../model/errors.ts";
import { isMap } from "../../../model/schema.ts";
import type { Namer } from "../../../model/skills/root.ts";
import { parseJsonc } from "../../../model/text/data-formats/parse-jsonc.ts";
import { isMissing } from "../../../platform/files/read-text.ts";
import type { Machine, Remark, SettingsContent, SettingsFile, ViewEntry } from "../host-view.ts";

const MAX_BYTES = 1_048_576;

export function settingsFile(path: string, namedBy: Namer): SettingsFile {
  return { path, namedBy, namedIn: dirname(path) };
}

/** Describes a settings file in the user's directory, or in a directory that a variable moves. */
export function userSettingsFile(path: string, variable: string | undefined): SettingsFile {
  return settingsFile(path, variable ? "environment" : "user");
}

/** Returns a host's settings file as a map. The map is empty if the file is missing, unreadable or without effect. */
export function readSettings(file: SettingsFile, machine: Machine): Readonly<Record<string, unknown>> {
  const text = readHostSettings(file.path, machine);
  const value = text === undefined || machine.honours?.(file) === false ? undefined : parseJsonc(text);
  return isMap(value) ? value : {};
}

/** Returns the text of a settings file; undefined if the file is missing. An unreadable file is reported. */
export function readHostSettings(
  path: string,
  { files, onUnread }: Pick<Machine, "files" | "onUnread">,
): string | undefined {
  try {
    return Buffer.from(files.readFile(path, MAX_BYTES)).toString("utf8");
  } catch (error) {
    if (systemCode(error) === "") throw error;
    if (!isMissing(error)) onUnread?.(path, error);
    return undefined;
  }
}

/** Returns the value under a path such as `a.b`; undefined if a map on the path is missing. */
export function settingAt(settings: unknown, key: string): unknown {
  return key.split(".").reduce<unknown>((value, part) => (isMap(value) ? value[part] : undefined), settings);
}

const OFF: Remark = { code: "SK738", text: "the host's own settings disable it" };

/** Hides a skill from the model because of the host's settings. The skill stays loaded. */
export function hideFromModel(entry: ViewEntry): ViewEntry {
  if (entry.outcome !== "visible") return entry;
  return { ...entry, shown: "not", remarks: [...entry.remarks, OFF] };
}

/** Rejects a skill that the host's settings turn off. */
export function rejectEntry(entry: ViewEntry): ViewEntry {
  return { ...entry, outcome: "rejected", shown: "not", because: OFF };
}

/** Rejects a visible skill, because the host does not trust the folder. */
export function rejectUntrusted(entry: ViewEntry): ViewEntry {
  if (entry.outcome !== "visible") return entry;
  return { ...entry, outcome: "rejected", shown: "not", because: UNTRUSTED };
}

const UNTRUSTED: Remark = { code: "SK727", text: "the folder is not trusted" };

/** Rejects a skill because of a settings file that the host cannot read. Such a host lists no skills. */
export function hideForInvalidSettings(entry: ViewEntry, { path, invalid }: SettingsContent): ViewEntry {
  const because: Remark = { code: "SK731", text: `the host lists nothing because of \`${path}\`: ${invalid}` };
  return { ...entry, outcome: "rejected", shown: "not", because };
}
