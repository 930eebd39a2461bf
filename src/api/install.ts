/** Installing: plan, review and apply; audit, place and publish. */

export type { Approval } from "../install/apply/apply.ts";
export type { Plan } from "../install/plan/plan.ts";
export type { Origin } from "../model/skills/origin.ts";
export { auditSkills } from "../ops/audit/audit-skills.ts";
export { Installer, openInstaller } from "../ops/open-installer.ts";
export { placeSkills } from "../ops/place-skills.ts";
export { publishSkills } from "../ops/publish-skills.ts";
