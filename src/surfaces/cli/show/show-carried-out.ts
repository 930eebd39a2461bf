/** Shows a plan before a person is asked, and what became of it: for `add`, `install`, `update` and `approve`. */
import type { Applied } from "../../../install/apply/apply.ts";
import type { Plan } from "../../../install/plan/plan.ts";
import type { CarriedOut } from "../../../ops/carry-out.ts";
import type { Context } from "../command.ts";
import { printable } from "../output/paint.ts";

/** Prints the skills of a plan that change. */
export async function reviewPlan({ plan, projectRoot }: CarriedOut, { err, paintErr }: Context): Promise<void> {
  const { skills, diagnostics } = plan;
  const open = skills.filter(({ action }) => action !== "same");
  const { showPlan } = await import("./show-plan.ts");
  showPlan({ skills: open, diagnostics }, { out: err, paint: paintErr, cwd: projectRoot });
}

export async function showCarriedOut(
  { plan, applied, removable, isDeclined, projectRoot, misread }: CarriedOut,
  context: Context,
  { dryRun = false }: { readonly dryRun?: boolean },
): Promise<void> {
  const { out, err, paint } = context;
  if (plan.skills.length + plan.diagnostics.length + applied.length + removable.length === 0)
    err.line("there is nothing to do");
  if (isDeclined) return err.line("nothing was changed");
  if (!dryRun)
    return showApplied(
      applied.map((each) => asSeen(each, plan)),
      projectRoot,
      context,
    );
  const { showPlan } = await import("./show-plan.ts");
  const diagnostics = misread ? [misread, ...plan.diagnostics] : plan.diagnostics;
  showPlan({ ...plan, diagnostics }, { out, paint, cwd: projectRoot });
  showApplied(removable, projectRoot, context, true);
}

/** A skill is unchanged if only its version in the lock is another one. */
function asSeen(applied: Applied, { skills }: Plan): Applied {
  const planned = skills.find(({ placed }) => placed.directory === applied.directory);
  return applied.action === "keep" && planned?.approvedBefore ? { ...applied, action: "same" } : applied;
}

const DONE: Readonly<Record<Applied["action"], string>> = {
  add: "added",
  replace: "replaced",
  keep: "approved",
  same: "unchanged",
  remove: "removed",
};

export function showApplied(
  applied: readonly Applied[],
  projectRoot: string,
  { out }: Context,
  isDryRun = false,
): void {
  for (const { name, directory, action } of applied) {
    const shown = directory.startsWith(`${projectRoot}/`) ? directory.slice(projectRoot.length + 1) : directory;
    const what = isDryRun ? `${printable(name)} would be ${DONE[action]}` : `${DONE[action]} ${printable(name)}`;
    out.line(`${what} ${action === "remove" ? "from" : "in"} ${printable(shown)}`);
  }
}
