/**
 * Which skills of which servers the user has said yes to, and to which files: one file in the user's own configuration
 * directory. The key is the server, by label and by what is behind it, together with the skill's address.
 */

import { isMap } from "../../model/values/is-map.ts";
import type { Files } from "../../platform/files/files.ts";
import { changeFiles } from "../../platform/writing/change-files.ts";
import { readJson } from "./read-json.ts";

export type ServerApprovals = ReadonlyMap<string, string>;

/** A file that cannot be read, or is none of ours, approves nothing. */
export function readServerApprovals(path: string, files: Files): ServerApprovals {
  const list = readJson(path, files)?.["approvals"];
  const entries = Object.entries(isMap(list) ? list : {});
  return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

/** The same for whoever asks for one after the other: read again only when the file is another. */
export function approvalsIn(path: string, files: Files): () => ServerApprovals {
  let kept: { readonly stamp: string; readonly approvals: ServerApprovals } | undefined;
  return () => {
    const stamp = JSON.stringify(files.stamp(path) ?? null);
    if (kept?.stamp !== stamp) kept = { stamp, approvals: readServerApprovals(path, files) };
    return kept.approvals;
  };
}

export function approvalKey(server: string, uri: string): string {
  return `${server} ${uri}`;
}

/** [MC24] `undefined` takes an approval back. */
export function writeServerApproval(path: string, key: string, set: string | undefined, files: Files): Promise<void> {
  return changeFiles([path], (locked) => {
    const approvals = new Map(readServerApprovals(path, files));
    if (set === undefined) approvals.delete(key);
    else approvals.set(key, set);
    const sorted = Object.fromEntries([...approvals].sort(([a], [b]) => (a < b ? -1 : 1)));
    locked.write(path, `${JSON.stringify({ schema: 1, approvals: sorted }, null, 2)}\n`);
  });
}
