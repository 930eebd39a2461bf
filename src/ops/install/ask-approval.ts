import { InputError } from "../../model/errors.ts";
import { checkApproval } from "../answers/plans/approval-of.ts";
import type { OperationContext } from "../operation.ts";

/**
 * Returns true if `yes` is set, or if a person approves the draft after a review. If no person can answer, `approval`
 * must be the digest of exactly these values; otherwise it throws SK505.
 */
export async function askApproval(
  { draft, now, question }: { readonly draft: unknown; readonly now: unknown; readonly question: string },
  { yes = false, approval }: { readonly yes?: boolean; readonly approval?: string },
  context: OperationContext,
): Promise<boolean> {
  if (context.review === undefined) {
    checkApproval(now, requireApproval(approval));
    return true;
  }
  return (await context.review(draft, yes ? undefined : question)) === "yes" || yes;
}

/** Throws if there is no approval. It is called on surfaces without a person to ask. */
export function requireApproval(approval: string | undefined): string {
  if (approval !== undefined) return approval;
  throw new InputError(
    "`approval` is missing",
    "send a GET request to this address: it returns the approval and the list to review",
  );
}
