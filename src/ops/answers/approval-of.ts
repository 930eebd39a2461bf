import { createHash } from "node:crypto";
import { OperationError } from "../../model/errors.ts";

/**
 * Identifies exactly the values that the user reviewed. A client that sends it back approves those and no later ones.
 */
export function approvalOf(shown: unknown): string {
  return `sha256:${createHash("sha256").update(JSON.stringify(shown)).digest("hex")}`;
}

/** Throws SK505 unless the approval is for what is there now. */
export function checkApproval(now: unknown, approval: string): void {
  if (approvalOf(now) === approval) return;
  throw new OperationError("SK505", "the approval is not for what would be done now", {
    hint: "look at it again, with GET or `dryRun`",
  });
}
