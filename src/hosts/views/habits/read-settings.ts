import { dirname } from "node:path";
import { systemCode } from "../../../model/errors.ts";
import type { Namer } from "../../../model/skills/root.ts";
import { parseJsonc } from "../../../model/text/jsonc.ts";
import { isMap } from "../../../model/values/is-map.ts";
import type { Files } from "../../../platform/files/files.ts";
import type { Machine, SettingsFile } from "../host-view.ts";

const MAX_BYTES = 1_048_576;

export function settingsFile(path: string, namedBy: Namer): SettingsFile {
  return { path, namedBy, namedIn: dirname(path) };
}

/** A file in a directory that the user has, or that a variable moves. */
export function ownFile(path: string, variable: string | undefined): SettingsFile {
  return settingsFile(path, variable ? "environment" : "user");
}

/** Returns a host's settings file as a map. A file that is missing, unreadable or not honoured is empty. */
export function readSettings(file: SettingsFile, { files, honours }: Machine): Readonly<Record<string, unknown>> {
  const text = readText(file.path, files);
  const value = text === undefined || honours?.(file) === false ? undefined : parseJsonc(text);
  return isMap(value) ? value : {};
}

export function readText(path: string, files: Files): string | undefined {
  try {
    return files.exists(path) ? Buffer.from(files.readFile(path, MAX_BYTES)).toString("utf8") : undefined;
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return undefined;
  }
}

/** The value under `a.b`, if there are such maps. */
export function at(settings: unknown, key: string): unknown {
  return key.split(".").reduce<unknown>((value, part) => (isMap(value) ? value[part] : undefined), settings);
}

export function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === "string") : [];
}
