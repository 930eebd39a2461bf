/** Conductor: everything that trust in a project's folder would let in, for a person who decides. It starts and writes nothing. */
import { type LoadOptions, loadSkills, prepare } from "../../catalog/load/load.ts";
import { loadAgents } from "../../catalog/load/load-agents.ts";
import { openProjectServers, type ProjectServers } from "../../catalog/servers/project-servers.ts";
import { type AuditedSkill, type Capabilities, FINDING_SEVERITIES, type Finding } from "../../model/rules/audit.ts";
import type { Skill } from "../../model/skills/skill.ts";
import { compareText } from "../../model/text/text.ts";
import { realPathIfAny } from "../../platform/files/files.ts";
import { nodeFiles } from "../../platform/files/node-files.ts";
import { isWithin } from "../../trust/approvals/trust-store.ts";
import { auditSkills } from "../audit/audit-skills.ts";

export interface SurveyedSkill {
  readonly name: string;
  readonly directory: string;
  /** True if only the project's settings lead to it. */
  readonly addedBySettings: boolean;
  /** Missing if the audit could not read the skill. */
  readonly capabilities?: Capabilities;
  readonly findings: readonly Pick<Finding, "code" | "severity" | "message" | "path">[];
  readonly moreFindings: number;
}

export interface ProjectSurvey {
  readonly projectRoot: string;
  readonly trusted: boolean;
  /** At most 50, those of the project's own directories first. */
  readonly skills: readonly SurveyedSkill[];
  readonly ownSkills: number;
  readonly addedSkills: number;
  /** True if the settings search more directories than the survey looked at. */
  readonly searchesMore: boolean;
  readonly agents: readonly string[];
  /** The configuration file of the project, if it has one. */
  readonly settings?: string;
  /** Each starts only after a yes of its own. */
  readonly servers: ProjectServers["servers"];
}

const MAX_SKILLS = 50;
const MAX_FINDINGS = 10;
/** A stranger's settings are no reason to go through the whole disk, whatever limits they bring along. */
const GLANCE = { "limits.max_directories": 2000, "limits.max_entries": 20_000, "limits.max_depth": 6 };

/** [T10] Looks at the project as it is now, and as it would be with trust. `servers` stores a yes to one of its servers. */
export async function surveyProject(
  directory: string,
  load: LoadOptions = {},
): Promise<{ readonly survey: ProjectSurvey; readonly servers: ProjectServers }> {
  const { files = nodeFiles } = load;
  const { snapshot: now } = await loadSkills({ ...load, cwd: directory, trust: () => false });
  const config = { ...load.config, ...GLANCE };
  const trusting = await loadSkills({ ...load, cwd: directory, trust: "all", config });
  const own = [...now.skills, ...now.shadowed.filter(({ withheld }) => withheld)]
    .map(({ skill }) => skill)
    .filter(({ scope }) => scope === "repo");
  const known = new Set(
    [...now.skills, ...now.shadowed, ...now.disabled, ...now.ineligible].map(({ skill }) => skill.id),
  );
  const added = [...trusting.snapshot.skills, ...trusting.snapshot.shadowed]
    .map(({ skill }) => skill)
    .filter(({ id }) => !known.has(id));
  const byName = (a: Skill, b: Skill): number => compareText(a.name, b.name);
  const listed = [...own.sort(byName), ...added.sort(byName)].slice(0, MAX_SKILLS);
  const directories = [...new Set(listed.map((skill) => skill.directory))];
  const audited =
    directories.length === 0
      ? []
      : (await auditSkills(directories, { ...load, cwd: directory, trust: () => false, allowEmpty: true })).skills;
  const { definitions } = await loadAgents({ ...load, cwd: directory, trust: "all" });
  const path = `${now.projectRoot}/.skillwright/config.yaml`;
  const servers = openProjectServers(trusting.config, load);
  const survey: ProjectSurvey = {
    projectRoot: now.projectRoot,
    trusted: (await prepare({ ...load, cwd: directory })).trusted,
    skills: listed.map((skill) => ({
      ...audit(realPathIfAny(skill.directory, files) ?? skill.directory, audited),
      ...{ name: skill.name, directory: skill.directory, addedBySettings: !own.includes(skill) },
    })),
    ownSkills: own.length,
    addedSkills: added.length,
    searchesMore: trusting.snapshot.diagnostics.some(({ code }) => code === "SK020"),
    agents: definitions.filter(({ scope }) => scope === "repo").map(({ id }) => id),
    ...(files.stamp(path) === undefined ? {} : { settings: path }),
    servers: servers.servers,
  };
  return { survey, servers };
}

/** The findings about a skill include those about skills inside it, because trust lets them in, too. */
function audit(
  directory: string,
  audited: readonly AuditedSkill[],
): Pick<SurveyedSkill, "capabilities" | "findings" | "moreFindings"> {
  const places = (each: AuditedSkill): readonly string[] => [each.directory, ...each.copies];
  const exact = audited.find((each) => places(each).includes(directory));
  const findings = audited
    .filter((each) => places(each).some((path) => isWithin(path, directory)))
    .flatMap((each) => each.findings)
    .sort((a, b) => FINDING_SEVERITIES.indexOf(a.severity) - FINDING_SEVERITIES.indexOf(b.severity))
    .map(({ code, severity, message, path }) => ({ code, severity, message, ...(path === undefined ? {} : { path }) }));
  return {
    ...(exact ? { capabilities: exact.capabilities } : {}),
    findings: findings.slice(0, MAX_FINDINGS),
    moreFindings: Math.max(0, findings.length - MAX_FINDINGS),
  };
}
