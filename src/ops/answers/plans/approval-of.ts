import { createHash } from "node:crypto";
import { OperationError } from "../../../model/errors.ts";

/**
 * Identifies exactly the values that the user reviewed. A client that sends it back approves those and no later ones.
 */
export function approvalOf(shown: unknown): string {
  return `sha256:${createHash("sha256").update(JSON.stringify(shown)).digest("hex")}`;
}

/** Throws SK505 unless the approval matches the current values. */
export function checkApproval(now: unknown, approval: string): void {
  if (approvalOf(now) === approval) return;
  throw new OperationError("SK505", "the approval is for an earlier state", {
    hint: "review it again, with GET or `dryRun`",
  });
}
