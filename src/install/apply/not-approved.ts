/** Errors for a missing or insufficient approval. */
import { OperationError } from "../../model/errors.ts";
import type { PlannedSkill } from "../plan/plan.ts";

interface Asked {
  /** True if `--yes` was set. */
  readonly yes?: boolean;
  /** True if the plan also contains skills that could be installed. */
  readonly others: boolean;
}

// Maximum names in a message. The plan has already shown all names.
const MAX_NAMES = 10;
const MAX_REASONS = 8;

export function notApprovedError(refused: readonly PlannedSkill[], { yes = false, others }: Asked): OperationError {
  const denied = refused.filter(({ need }) => need.need === "denied");
  if (denied.length > 0) return deniedByPolicy(denied, others);
  const names = shortened(
    refused.map(({ name }) => `\`${name}\``),
    MAX_NAMES,
    ", ",
  );
  const enough = yes ? refused : refused.filter(({ need }) => need.need === "digest");
  const because = enough.flatMap(({ need }) => need.because);
  const message =
    because.length === 0
      ? `${names} ${refused.length === 1 ? "is" : "are"} not approved`
      : `${names}: ${yes ? "`--yes`" : "the answer `y`"} is not enough: ${shortened(because, MAX_REASONS, "; ")}`;
  return new OperationError("SK505", `${message}; nothing was changed`, {
    hint: `${wayIn(refused)}${others ? leaveOut(refused) : ""}`,
  });
}

/** Creates the error for skills that a policy denies. A named digest cannot override a policy. */
function deniedByPolicy(denied: readonly PlannedSkill[], others: boolean): OperationError {
  const each = denied.map(({ name, need }) => `\`${name}\`: ${need.because.join("; ")}`);
  return new OperationError("SK413", `${shortened(each, MAX_NAMES, "; ")}; nothing was changed`, {
    hint: `see \`skillwright config --policy\`${others ? leaveOut(denied) : ""}`,
  });
}

function leaveOut(refused: readonly PlannedSkill[]): string {
  const options = shortened(
    refused.map(({ name }) => `--except ${name}`),
    MAX_NAMES,
    " ",
  );
  return `; to add the others without ${refused.length === 1 ? "it" : "these"}: ${options}`;
}

function wayIn(refused: readonly PlannedSkill[]): string {
  const needs = new Set(refused.map(({ need }) => need.need));
  if (!needs.has("person") && !needs.has("digest"))
    return "answer `y` on a terminal, or review the plan with `--dry-run`, then add `--yes`";
  const digests = shortened(
    refused.map(({ digest }) => `--accept ${digest}`),
    MAX_NAMES,
    " ",
  );
  if (!needs.has("digest"))
    return `review the files and answer \`y\` on a terminal, or accept exactly these bytes: ${digests}`;
  return `read the files; if you still want them, accept exactly these bytes: ${digests}`;
}

function shortened(items: readonly string[], most: number, between: string): string {
  const shown = items.slice(0, most).join(between);
  return items.length > most ? `${shown}${between}and ${items.length - most} more` : shown;
}
