/**
 * Functions about other hosts: their profiles, the skills that each host sees and why, and conversions of skills for a
 * host.
 */
import type { LoadOptions } from "../catalog/load/load.ts";
import { findProfile as find } from "../hosts/profiles/profiles.ts";
import type { HostProfile } from "../model/host-profile.ts";
import type { BudgetPlan, BudgetPlanOptions } from "../ops/budget/plan-budget.ts";
import { checkLoadOptions, checkRequest, checkText } from "../ops/check-options.ts";
import type { CompiledSkill, CompileRequest } from "../ops/hosts/compile-skill.ts";
import type { HostAnswer, HostsOptions, HostViews } from "../ops/hosts/look-hosts.ts";

export { PROFILES } from "../hosts/profiles/profiles.ts";
export type { HostProfile } from "../model/host-profile.ts";
export type { HostAnswer } from "../ops/hosts/look-hosts.ts";

/** Returns the profile of `codex`, or with `codex@0.166.0` the profile with the facts of that version. */
export function findProfile(asked: string): HostProfile | undefined {
  checkText("findProfile", asked);
  return find(asked);
}

/** Returns every host's view of the skills, and a matrix with a row for each skill and a cell for each host. */
export async function viewAsHosts(options: HostsOptions = {}): Promise<HostViews> {
  checkLoadOptions("viewAsHosts", options);
  return (await import("../ops/hosts/look-hosts.ts")).viewAsHosts(options);
}

/** Explains for each host why it sees a skill or not, with the smallest fix. */
export async function explainEverywhere(
  asked: string,
  options: HostsOptions = {},
): Promise<HostViews & { answers: HostAnswer[] }> {
  checkText("explainEverywhere", asked);
  checkLoadOptions("explainEverywhere", options);
  return (await import("../ops/hosts/look-hosts.ts")).explainEverywhere(asked, options);
}

/**
 * Rewrites a skill for another host. Throws SK480 to SK483 if the result would be less safe and you did not accept the
 * loss.
 */
export async function compileSkill(request: CompileRequest, options: LoadOptions = {}): Promise<CompiledSkill> {
  checkRequest("compileSkill", request, ["skill", "to"]);
  checkLoadOptions("compileSkill", options);
  return (await import("../ops/hosts/compile-skill.ts")).compileSkill(request, options);
}

/** Finds ways to make the listing of a host fit its budget, and tests each of them with the real listing. */
export async function planBudget(options: BudgetPlanOptions): Promise<BudgetPlan> {
  checkLoadOptions("planBudget", options);
  return (await import("../ops/budget/plan-budget.ts")).planBudget(options);
}
