/** Conductor: everything that trust in a project's folder would let in, for a person who decides. It starts and writes nothing. */
import { type LoadOptions, loadSkills, prepare } from "../../catalog/load/load.ts";
import { openProjectServers, type ProjectServers } from "../../catalog/servers/project-servers.ts";
import { PROFILES } from "../../hosts/profiles/profiles.ts";
import { OperationError, systemCode } from "../../model/errors.ts";
import { type AuditedSkill, type Capabilities, FINDING_SEVERITIES, type Finding } from "../../model/rules/audit.ts";
import type { Skill } from "../../model/skills/skill.ts";
import { isInside } from "../../model/text/is-inside.ts";
import { compareText } from "../../model/text/text.ts";
import { nodeEnvironment } from "../../platform/environment.ts";
import type { Files } from "../../platform/files/files.ts";
import { nodeFiles } from "../../platform/files/node-files.ts";
import { hooksInFile } from "../../trust/audit/capabilities.ts";
import { readAuditedDirectory } from "../../trust/audit/read-audited-directory.ts";
import { digestFiles } from "../../trust/bundle/digest.ts";
import { approvalOf } from "../answers/approval-of.ts";
import { auditSkills } from "../audit/audit-skills.ts";
import { type CoveredSkill, realTarget, SURVEY_LIMITS, surveyBelow } from "./survey-below.ts";
import { type SurveyedSetting, surveySettings } from "./survey-settings.ts";
import { folderToTrust, setTrusted, type TrustChange } from "./trust-folder.ts";

export interface SurveyedSkill {
  readonly name: string;
  readonly directory: string;
  /** True if only the project's settings lead to it. */
  readonly addedBySettings: boolean;
  /** True if our own view does not find it from this directory: another host does, or another directory of the project. */
  readonly elsewhere: boolean;
  /** Missing if the audit could not read the skill. */
  readonly capabilities?: Capabilities;
  readonly findings: readonly Pick<Finding, "code" | "severity" | "message" | "path">[];
  readonly moreFindings: number;
}

export interface SurveyedHook {
  /** Empty if the file does not say it in a way that can be read. So is `command`. */
  readonly event: string;
  readonly command: string;
  /** The file that declares it. */
  readonly path: string;
  /** The skill that it belongs to. Without one, it is in a host's settings: Skillwright does not run it, the host may. */
  readonly skill?: string;
}

export interface ProjectSurvey {
  readonly projectRoot: string;
  readonly trusted: boolean;
  /** At most 50: first those of the project's own directories, then those that settings add, then those elsewhere. */
  readonly skills: readonly SurveyedSkill[];
  readonly ownSkills: number;
  readonly addedSkills: number;
  readonly elsewhereSkills: number;
  /** Repositories inside the project, at most 50. Trust covers them, too. */
  readonly repositories: readonly string[];
  readonly moreRepositories: number;
  /** True if there are more directories than the survey looked at. */
  readonly searchesMore: boolean;
  /** Each by its id, or by its directory if only another directory of the project has it. */
  readonly agents: readonly string[];
  /** The configuration file of the project, if it has one. */
  readonly settings?: string;
  /** Settings of the project's files, at most 50: keys of its configuration, registries of `.npmrc`, and the same of directories below it. */
  readonly sets: readonly SurveyedSetting[];
  readonly moreSettings: number;
  /** The policy file of the project, if it has one. It can only forbid. */
  readonly policy?: string;
  /** Hooks of `skills` and of hosts' settings in the project, at most 200. */
  readonly hooks: readonly SurveyedHook[];
  readonly moreHooks: number;
  /** Each starts only after a yes of its own. */
  readonly servers: ProjectServers["servers"];
  /** Stands for everything above with the bytes behind it, also for skills beyond the 50. */
  readonly digest: string;
}

const MAX_SKILLS = 50;
const MAX_FINDINGS = 10;
const MAX_HOOKS = 200;
const MAX_REPOSITORIES = 50;
const MAX_SETTINGS = 50;
/** A stranger's settings are no reason to go through the whole disk, whatever limits they bring along. */
const GLANCE = {
  "limits.max_directories": SURVEY_LIMITS.maxDirectories,
  "limits.max_entries": SURVEY_LIMITS.maxEntries,
  "limits.max_depth": 6,
};

/** Looks at the project as it is now, and as it would be with trust. `servers` stores a yes to one of its servers. */
export async function surveyProject(
  directory: string,
  load: LoadOptions = {},
): Promise<{ readonly survey: ProjectSurvey; readonly servers: ProjectServers }> {
  const { files = nodeFiles } = load;
  const { snapshot: now } = await loadSkills({ ...load, cwd: directory, trust: () => false });
  const config = { ...load.config, ...GLANCE };
  const trusting = await loadSkills({ ...load, cwd: directory, trust: "all", config });
  const hidden = [...now.shadowed.filter(({ withheld }) => withheld), ...now.disabled, ...now.ineligible];
  const own = [...now.skills, ...hidden].map(({ skill }) => skill).filter(({ scope }) => scope === "repo");
  const known = new Set(
    [...now.skills, ...now.shadowed, ...now.disabled, ...now.ineligible].map(({ skill }) => skill.id),
  );
  const added = [...trusting.snapshot.skills, ...trusting.snapshot.shadowed]
    .map(({ skill }) => skill)
    .filter(({ id }) => !known.has(id));
  const byName = (a: Skill, b: Skill): number => compareText(a.name, b.name) || compareText(a.directory, b.directory);
  const { projectRoot } = now;
  const below = await surveyBelow(projectRoot, [...own, ...added], { ...load, cwd: directory, config });
  const all: CoveredSkill[] = [...own.sort(byName), ...added.sort(byName), ...below.skills];
  const listed = all.slice(0, MAX_SKILLS);
  const directories = [...new Set(listed.map((skill) => realTarget(skill, files)))].filter((path) =>
    files.exists(path),
  );
  const audited =
    directories.length === 0
      ? []
      : (await auditSkills(directories, { ...load, cwd: directory, trust: () => false, allowEmpty: true })).skills;
  const path = `${projectRoot}/.skillwright/config.yaml`;
  const policy = `${projectRoot}/.skillwright/policy.yaml`;
  const { agents, sets } = await surveySettings([directory, projectRoot, ...below.configured], projectRoot, load);
  const servers = openProjectServers(trusting.config, load);
  const hosts = [projectRoot, ...below.configured].flatMap((each) => hostHooks(each, files));
  const hooks = [...listed.flatMap((skill) => hooksOf(skill, audited, files)), ...hosts];
  const shown = {
    projectRoot,
    skills: listed.map((skill) => ({
      ...audit(realTarget(skill, files), audited),
      ...{ name: skill.name, directory: skill.directory },
      addedBySettings: added.some((each) => each === skill),
      elsewhere: below.skills.includes(skill),
    })),
    ownSkills: own.length,
    addedSkills: added.length,
    elsewhereSkills: below.skills.length,
    repositories: below.repositories.slice(0, MAX_REPOSITORIES),
    moreRepositories: Math.max(0, below.repositories.length - MAX_REPOSITORIES),
    searchesMore: !below.isComplete || trusting.snapshot.diagnostics.some(({ code }) => code === "SK020"),
    agents: agents.map(({ shown }) => shown),
    ...(files.stamp(path) === undefined ? {} : { settings: path }),
    sets: sets.slice(0, MAX_SETTINGS),
    moreSettings: Math.max(0, sets.length - MAX_SETTINGS),
    ...(files.stamp(policy) === undefined ? {} : { policy }),
    hooks: hooks.slice(0, MAX_HOOKS),
    moreHooks: Math.max(0, hooks.length - MAX_HOOKS),
  };
  const behind = [
    all.map((skill) => [skill.directory, skill.path, bytesBehind(realTarget(skill, files), files)]),
    [...new Set([path, policy, ...sets.map((each) => each.path)])].map((each) => [each, readIfAny(each, files)]),
    [below.repositories, sets],
    servers.servers.map(({ digest, variables }) => [digest, variables]),
  ];
  const survey: ProjectSurvey = {
    ...shown,
    trusted: (await prepare({ ...load, cwd: directory })).trusted,
    servers: servers.servers,
    digest: approvalOf([shown, agents, hooks, behind]),
  };
  return { survey, servers };
}

/** Trusts the project of a directory. Throws SK505 if it brings anything else than the survey with this digest. */
export async function trustSurveyed(directory: string, digest: string, load: LoadOptions = {}): Promise<TrustChange> {
  const { survey } = await surveyProject(directory, load);
  if (survey.digest !== digest)
    throw new OperationError("SK505", `\`${survey.projectRoot}\` brings something else now than what was shown`, {
      hint: "look at it again, then answer",
    });
  const { environment = nodeEnvironment() } = load;
  return setTrusted(folderToTrust(directory, survey.projectRoot, environment), true, environment, []);
}

/** A digest of every file that can be read, and the reason for every other one. */
function bytesBehind(directory: string, files: Files): unknown {
  const single = readIfAny(directory, files);
  if (single !== null) return single;
  const { bundle, findings } = readAuditedDirectory(directory, files);
  const digest = digestFiles(bundle.files.map((file) => ({ ...file, path: Buffer.from(file.path) })));
  return [digest, findings.map(({ code, path, message }) => [code, path, message])];
}

const MAX_FILE_BYTES = 1_000_000;

function readIfAny(path: string, files: Files): string | null {
  try {
    return Buffer.from(files.readFile(path, MAX_FILE_BYTES)).toString("base64");
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return null;
  }
}

function hooksOf(skill: CoveredSkill, audited: readonly AuditedSkill[], files: Files): SurveyedHook[] {
  const directory = realTarget(skill, files);
  const found = audited.find((each) => [each.directory, ...each.copies].includes(directory));
  return (found?.hooks ?? []).map(({ path, event, command }) => ({
    ...{ event, command, skill: skill.name },
    path: path === undefined ? skill.path : `${skill.directory}/${path}`,
  }));
}

/** Files of hooks in those directories that hosts search for skills, such as `.claude`. */
function hostHooks(directory: string, files: Files): SurveyedHook[] {
  const places = PROFILES.flatMap(({ roots }) => roots.flatMap(({ path }) => HOST_DIRECTORY.exec(path)?.[1] ?? []));
  return [...new Set(places)].sort().flatMap((place) =>
    ["settings.json", "settings.local.json", "hooks.json"].flatMap((name) => {
      const path = `${directory}/${place}/${name}`;
      const text = Buffer.from(readIfAny(path, files) ?? "", "base64").toString("utf8");
      return text.includes('"hooks"') ? hooksInFile(text).map((hook) => ({ ...hook, path })) : [];
    }),
  );
}

const HOST_DIRECTORY = /^\{(?:project|cwd|root)\}\/(\.[^/]+)\//;

/** The findings about a skill include those about skills inside it, because trust lets them in, too. */
function audit(
  directory: string,
  audited: readonly AuditedSkill[],
): Pick<SurveyedSkill, "capabilities" | "findings" | "moreFindings"> {
  const places = (each: AuditedSkill): readonly string[] => [each.directory, ...each.copies];
  const exact = audited.find((each) => places(each).includes(directory));
  const findings = audited
    .filter((each) => places(each).some((path) => isInside(path, directory)))
    .flatMap((each) => each.findings)
    .sort((a, b) => FINDING_SEVERITIES.indexOf(a.severity) - FINDING_SEVERITIES.indexOf(b.severity))
    .map(({ code, severity, message, path }) => ({ code, severity, message, ...(path === undefined ? {} : { path }) }));
  return {
    ...(exact ? { capabilities: exact.capabilities } : {}),
    findings: findings.slice(0, MAX_FINDINGS),
    moreFindings: Math.max(0, findings.length - MAX_FINDINGS),
  };
}
