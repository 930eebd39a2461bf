/** Other hosts: their profiles, the skills that each of them sees and why, and skills rewritten for them. */

export { findProfile, PROFILES } from "../hosts/profiles/profiles.ts";
export type { HostProfile } from "../model/host-profile.ts";
export { planBudget } from "../ops/budget/plan-budget.ts";
export { compileSkill } from "../ops/compile-skill.ts";
export { explainEverywhere, type HostAnswer, lookThrough } from "../ops/look-hosts.ts";
