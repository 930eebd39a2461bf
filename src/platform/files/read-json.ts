import { systemCode } from "../../model/errors.ts";
import { isMap, parseJson } from "../../model/schema.ts";
import type { Files } from "./files.ts";

const MAX_BYTES = 16 * 1024 * 1024;

/** Returns the object in a JSON file; undefined if the file is missing, unreadable or invalid. */
export function readJson(path: string, files: Files): Record<string, unknown> | undefined {
  try {
    const value = parseJson(files.readFile(path, MAX_BYTES));
    return isMap(value) ? value : undefined;
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return undefined;
  }
}
