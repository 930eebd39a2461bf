/**
 * The directories that the user has approved byte for byte, in one file of the user's configuration directory. Unlike a
 * lock, an approval can allow a skill of an untrusted folder, so no file of a repository affects it.
 */
import type { Approved } from "../../model/rules/approval.ts";
import { isMap } from "../../model/schema.ts";
import type { Files } from "../../platform/files/files.ts";
import { digestsIn, formatFile, isDigest, parseSchema, readFileList, readStateText } from "../locks/skills-lock.ts";

/** Approvals by real, absolute directory. */
export type Approvals = ReadonlyMap<string, Approved>;

const MAX_BYTES = 64 * 1024 * 1024;

/** Throws SK504 for an invalid file. Invalid entries approve nothing. */
export function readApprovals(path: string, files: Files): Approvals {
  const text = readStateText(path, files, MAX_BYTES);
  const approvals = new Map<string, Approved>();
  if (text === undefined) return approvals;
  const list = parseSchema(text, path)["approvals"];
  for (const [directory, value] of Object.entries(isMap(list) ? list : {})) {
    if (!isMap(value)) continue;
    const { digest } = value;
    const named = readFileList(value["files"]);
    if (isDigest(digest) && named !== undefined) approvals.set(directory, { digest, files: named });
  }
  return approvals;
}

/** Reads only the digest of each directory. */
export function readApprovalDigests(path: string, files: Files): ReadonlyMap<string, string> {
  const text = readStateText(path, files, MAX_BYTES);
  return text === undefined ? new Map() : digestsIn(parseSchema(text, path)["approvals"], path);
}

/** The same approvals give the same bytes. */
export function formatApprovals(approvals: Approvals): string {
  const entries = [...approvals].sort(([a], [b]) => (a < b ? -1 : 1));
  return formatFile({
    approvals: Object.fromEntries(entries.map(([directory, { digest, files }]) => [directory, { digest, files }])),
  });
}
