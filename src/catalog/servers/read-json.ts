import { systemCode } from "../../model/errors.ts";
import { isMap } from "../../model/schema.ts";
import type { Files } from "../../platform/files/files.ts";

const MAX_BYTES = 16 * 1024 * 1024;

/** Reads a JSON file that Skillwright wrote. Returns undefined if it is missing, unreadable or invalid. */
export function readJson(path: string, files: Files): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(files.readFile(path, MAX_BYTES)).toString("utf8"));
    return isMap(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || systemCode(error) !== "") return undefined;
    throw error;
  }
}
