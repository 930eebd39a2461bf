/**
 * Which skills of which servers the user has said yes to, and to which files: one file in the user's own configuration
 * directory. The key is the server, by label and by what is behind it, together with the skill's address.
 */

import { systemCode } from "../model/errors.ts";
import { isMap } from "../model/is-map.ts";
import type { Files } from "../platform/files.ts";
import { writeFileAtomically } from "../platform/write-file.ts";

export type ServerApprovals = ReadonlyMap<string, string>;

const MAX_BYTES = 16 * 1024 * 1024;

/** A file that cannot be read, or is none of ours, approves nothing. */
export function readServerApprovals(path: string, files: Files): ServerApprovals {
  const list = readJson(path, files)?.["approvals"];
  const entries = Object.entries(isMap(list) ? list : {});
  return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

export function approvalKey(server: string, uri: string): string {
  return `${server} ${uri}`;
}

/** [MC24] `undefined` takes an approval back. */
export function writeServerApproval(path: string, key: string, set: string | undefined, files: Files): void {
  const approvals = new Map(readServerApprovals(path, files));
  if (set === undefined) approvals.delete(key);
  else approvals.set(key, set);
  const sorted = Object.fromEntries([...approvals].sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileAtomically(path, `${JSON.stringify({ schema: 1, approvals: sorted }, null, 2)}\n`);
}

function readJson(path: string, files: Files): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(files.readFile(path, MAX_BYTES)).toString("utf8"));
    return isMap(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || systemCode(error) !== "") return undefined;
    throw error;
  }
}
