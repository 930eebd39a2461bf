/**
 * The user's approvals for skills of servers, in one file of the user's configuration directory. The key is the server
 * (its label and definition) and the skill's address; the value identifies the approved files.
 */
import type { Files } from "../../platform/files/files.ts";
import { readDecisionMap, SERVER_APPROVALS } from "../../trust/folders/decisions.ts";

export type ServerApprovals = ReadonlyMap<string, string>;

/** Reads the approvals again only if the file has changed. A damaged file approves nothing. */
export function approvalsIn(configDirectory: string, files: Files): () => ServerApprovals {
  let kept: { readonly stamp: string; readonly approvals: ServerApprovals } | undefined;
  return () => {
    const stamp = JSON.stringify(files.stamp(`${configDirectory}/${SERVER_APPROVALS.name}`) ?? null);
    if (kept?.stamp !== stamp) kept = { stamp, approvals: readDecisionMap(SERVER_APPROVALS, configDirectory, files) };
    return kept.approvals;
  };
}

export function approvalKey(server: string, uri: string): string {
  return `${server} ${uri}`;
}
