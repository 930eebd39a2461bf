import { systemCode } from "../../../model/errors.ts";
import { parseJsonc } from "../../../model/text/jsonc.ts";
import { isMap } from "../../../model/values/is-map.ts";
import type { Files } from "../../../platform/files/files.ts";

const MAX_BYTES = 1_048_576;

/** A host's own settings file as a map; empty where there is none, or none that can be read. */
export function readSettings(path: string, files: Files): Readonly<Record<string, unknown>> {
  const text = readText(path, files);
  const value = text === undefined ? undefined : parseJsonc(text);
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
