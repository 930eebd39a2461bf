import { systemCode } from "../../model/errors.ts";
import type { Files } from "./files.ts";

/** Whether something has this name: also a link that leads nowhere, and what nobody lets us look at. */
export function isThere(path: string, files: Pick<Files, "stamp">): boolean {
  try {
    return files.stamp(path) !== undefined;
  } catch (error) {
    const code = systemCode(error);
    if (code === "") throw error;
    return code !== "ENOENT" && code !== "ENOTDIR";
  }
}
