/** Functions that install skills (plan, review and apply), and that audit, place and publish skills. */
import type { AuditReport, AuditSkillsOptions } from "../ops/check/audit-skills.ts";
import { checkLoadOptions, checkObject, checkRequest, checkTexts } from "../ops/check-options.ts";
import type { HostsOptions } from "../ops/hosts/look-hosts.ts";
import type { Placed, PlaceRequest } from "../ops/hosts/place-skills.ts";
import type { Published, PublishOptions, PublishRequest } from "../ops/install/publish-skills.ts";
import type { Installer, InstallerOptions } from "../ops/open-installer.ts";

export type { Approval } from "../install/apply/apply.ts";
export type { Plan } from "../install/plan/plan.ts";
export type { Origin } from "../model/skills/origin.ts";
export type { Installer } from "../ops/open-installer.ts";

/** Opens an installer for a project and a user. */
export async function openInstaller(options: InstallerOptions = {}): Promise<Installer> {
  checkLoadOptions("openInstaller", options);
  return (await import("../ops/open-installer.ts")).openInstaller(options);
}

/** Reads skills and returns their capabilities and risky content. It runs nothing. */
export async function auditSkills(paths: readonly string[], options: AuditSkillsOptions = {}): Promise<AuditReport> {
  checkTexts("auditSkills", paths);
  checkLoadOptions("auditSkills", options);
  return (await import("../ops/check/audit-skills.ts")).auditSkills(paths, options);
}

/**
 * Plans the symlinks that make skills visible to other hosts, and creates them if requested. Throws SK301 or SK310 for
 * an unclear name.
 */
export async function placeSkills(request: PlaceRequest, options: HostsOptions = {}): Promise<Placed> {
  checkObject("placeSkills", request);
  checkTexts("placeSkills", request.skills);
  checkLoadOptions("placeSkills", options);
  return (await import("../ops/hosts/place-skills.ts")).placeSkills(request, options);
}

/** Packs skills for a registry. Throws SK690 and publishes nothing if one of the skills cannot be published. */
export async function publishSkills(request: PublishRequest, options: PublishOptions = {}): Promise<Published> {
  checkRequest("publishSkills", request, ["from", "to"]);
  checkLoadOptions("publishSkills", options);
  return (await import("../ops/install/publish-skills.ts")).publishSkills(request, options);
}
