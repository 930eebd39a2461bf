import { InputError } from "../../model/errors.ts";
import { checkApproval } from "../answers/plans/approval-of.ts";
import type { OperationContext } from "../operation.ts";

/**
 * Returns whether `now` is approved: by `yes`, or by a person who reviews the draft. On a surface without a person,
 * `approval` must be the digest of exactly these values (otherwise SK505).
 */
export async function askApproval(
  { draft, now, question }: { readonly draft: unknown; readonly now: unknown; readonly question: string },
  { yes = false, approval }: { readonly yes?: boolean; readonly approval?: string },
  context: OperationContext,
): Promise<boolean> {
  if (context.review === undefined) {
    checkApproval(now, needApproval(approval));
    return true;
  }
  return (await context.review(draft, yes ? undefined : question)) === "yes" || yes;
}

/** Throws if a surface without a person sends no approval. */
export function needApproval(approval: string | undefined): string {
  if (approval !== undefined) return approval;
  throw new InputError("`approval` is missing", "a GET of this address returns the approval with the list to review");
}
