/**
 * The directories whose exact bytes the user has approved, in one file of the user's configuration directory. Unlike a
 * lock, an approval can allow a skill of an untrusted folder. Files of a repository therefore cannot add approvals.
 */
import type { ApprovedFiles } from "../../model/rules/approval.ts";
import { isMap, readShape } from "../../model/schema.ts";
import type { Files } from "../../platform/files/files.ts";
import { APPROVED_SCHEMA, digestsIn, formatFile, parseSchema, readStateText } from "../locks/skills-lock.ts";

/** Approvals by directory. The keys are real, absolute paths. */
export type Approvals = ReadonlyMap<string, ApprovedFiles>;

const MAX_BYTES = 64 * 1024 * 1024;

/** Reads the approvals. Throws SK504 for an invalid file. An invalid entry approves nothing. */
export function readApprovals(path: string, files: Files): Approvals {
  const approvals = new Map<string, ApprovedFiles>();
  const list = readFileOfApprovals(path, files)?.["approvals"];
  for (const [directory, value] of Object.entries(isMap(list) ? list : {})) {
    const approved = readShape(value, APPROVED_SCHEMA);
    if (approved) approvals.set(directory, approved);
  }
  return approvals;
}

/** Reads only the approved digest of each directory, not the list of files. */
export function readApprovalDigests(path: string, files: Files): ReadonlyMap<string, string> {
  const file = readFileOfApprovals(path, files);
  return file === undefined ? new Map() : digestsIn(file["approvals"], path);
}

function readFileOfApprovals(path: string, files: Files): ReturnType<typeof parseSchema> | undefined {
  const text = readStateText(path, files, MAX_BYTES);
  return text === undefined ? undefined : parseSchema(text, path);
}

/** Returns the text of the approval file. The same approvals give the same bytes. */
export function formatApprovals(approvals: Approvals): string {
  const entries = [...approvals].sort(([a], [b]) => (a < b ? -1 : 1));
  return formatFile({
    approvals: Object.fromEntries(entries.map(([directory, { digest, files }]) => [directory, { digest, files }])),
  });
}
