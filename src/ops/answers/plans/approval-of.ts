import { createHash } from "node:crypto";
import { OperationError } from "../../../model/errors.ts";

/**
 * Returns a digest of exactly the values that the user reviewed. By returning this digest, a client approves those
 * values, but no later changes.
 */
export function digestForApproval(shown: unknown): string {
  return `sha256:${createHash("sha256").update(JSON.stringify(shown)).digest("hex")}`;
}

/** Throws SK505 unless the approval matches the current values. */
export function checkApproval(now: unknown, approval: string): void {
  if (digestForApproval(now) === approval) return;
  throw new OperationError("SK505", "the approval is for an earlier version of this content", {
    hint: "review the content again, with GET or `dryRun`",
  });
}
