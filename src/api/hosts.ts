/** Other hosts: their profiles, the skills that each of them sees and why, and skills rewritten for them. */
import type { LoadOptions } from "../catalog/load/load.ts";
import type { BudgetPlan, BudgetPlanOptions } from "../ops/budget/plan-budget.ts";
import type { CompiledSkill, CompileRequest } from "../ops/hosts/compile-skill.ts";
import type { HostAnswer, HostsOptions, HostViews } from "../ops/hosts/look-hosts.ts";

export { findProfile, PROFILES } from "../hosts/profiles/profiles.ts";
export type { HostProfile } from "../model/host-profile.ts";
export type { HostAnswer } from "../ops/hosts/look-hosts.ts";

/** Returns the view of each host, and a row for every skill with a cell for each host. */
export async function lookThrough(options?: HostsOptions): Promise<HostViews> {
  return (await import("../ops/hosts/look-hosts.ts")).lookThrough(options);
}

/** Explains for each host why it sees a skill or not, with the smallest fix. */
export async function explainEverywhere(
  asked: string,
  options: HostsOptions,
): Promise<HostViews & { answers: HostAnswer[] }> {
  return (await import("../ops/hosts/look-hosts.ts")).explainEverywhere(asked, options);
}

/** Rewrites a skill for another host. Throws SK480 to SK483 if safety would be lost and you did not accept that. */
export async function compileSkill(request: CompileRequest, options?: LoadOptions): Promise<CompiledSkill> {
  return (await import("../ops/hosts/compile-skill.ts")).compileSkill(request, options);
}

/** Finds ways to make the listing of a host fit its budget, and tries each on the real listing. */
export async function planBudget(options: BudgetPlanOptions): Promise<BudgetPlan> {
  return (await import("../ops/budget/plan-budget.ts")).planBudget(options);
}
