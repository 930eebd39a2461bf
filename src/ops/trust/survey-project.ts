/**
 * Collects everything that trust in a project's folder would allow, so that a person can decide. It starts and writes
 * nothing.
 */

import { type LoadOptions, loadSkills, prepareLoad } from "../../catalog/load/load.ts";
import { openProjectServers, type ProjectServers } from "../../catalog/servers/project-servers.ts";
import { PROFILES } from "../../hosts/profiles/profiles.ts";
import { OperationError, systemCode } from "../../model/errors.ts";
import { type AuditedSkill, type Capabilities, FINDING_SEVERITIES, type Finding } from "../../model/rules/audit.ts";
import type { Skill } from "../../model/skills/skill.ts";
import { skillsOfEveryOutcome } from "../../model/skills/snapshot.ts";
import { isInside } from "../../model/text/is-inside.ts";
import { compareText } from "../../model/text/text.ts";
import { nodeEnvironment } from "../../platform/environment.ts";
import type { Files } from "../../platform/files/files.ts";
import { nodeFiles } from "../../platform/files/node-files.ts";
import { hooksInFile } from "../../trust/audit/capabilities.ts";
import { readAuditedDirectory } from "../../trust/audit/read-audited-directory.ts";
import { digestFiles } from "../../trust/bundle/digest.ts";
import { digestForApproval } from "../answers/plans/approval-of.ts";
import { auditSkills } from "../check/audit-skills.ts";
import { type CoveredSkill, realPathOfSkill, SURVEY_LIMITS, surveyBelow } from "./survey-below.ts";
import { type SurveyedSetting, surveySettings } from "./survey-settings.ts";
import { folderToTrust, setTrusted, type TrustChange } from "./trust-folder.ts";

export interface SurveyedSkill {
  readonly name: string;
  readonly directory: string;
  /** True if only the project's settings name the skill's directory. */
  readonly addedBySettings: boolean;
  /**
   * True if Skillwright does not find the skill from this directory. It is found by another host, or from another
   * directory of the project.
   */
  readonly elsewhere: boolean;
  /** Capabilities that the audit found; undefined if the audit could not read the skill. */
  readonly capabilities?: Capabilities;
  readonly findings: readonly Pick<Finding, "code" | "severity" | "message" | "path">[];
  readonly moreFindings: number;
}

export interface SurveyedHook {
  /**
   * The event of the hook; empty if the file does not contain a readable event. `command` is empty for the same reason.
   */
  readonly event: string;
  readonly command: string;
  /** The file that declares the hook. */
  readonly path: string;
  /**
   * The skill that owns the hook. Undefined if the hook is in a host's settings; the host may then run it, but
   * Skillwright does not.
   */
  readonly skill?: string;
}

export interface ProjectSurvey {
  readonly projectRoot: string;
  readonly trusted: boolean;
  /**
   * At most 50 skills, in this order: skills of the project's own directories, skills that settings add, and others.
   */
  readonly skills: readonly SurveyedSkill[];
  readonly ownSkills: number;
  readonly addedSkills: number;
  readonly elsewhereSkills: number;
  /** Nested repositories to which trust also applies, at most 50. */
  readonly repositories: readonly string[];
  readonly moreRepositories: number;
  /** True if the project has directories that the survey did not search. */
  readonly searchesMore: boolean;
  /**
   * Agents by id. If an agent is found only from another directory of the project, its own directory is listed instead
   * of the id.
   */
  readonly agents: readonly string[];
  /** The configuration file of the project, if it exists. */
  readonly settings?: string;
  /**
   * Settings in the project's files, at most 50: configuration keys, and registries in `.npmrc`. Settings of
   * subdirectories are included.
   */
  readonly sets: readonly SurveyedSetting[];
  readonly moreSettings: number;
  /** Files of the project that decide which skills other hosts see, at most 50. */
  readonly hostSettings: readonly string[];
  readonly moreHostSettings: number;
  /** The policy file of the project, if it exists. It can only restrict. */
  readonly policy?: string;
  /** Hooks of `skills` and of hosts' settings in the project, at most 200. */
  readonly hooks: readonly SurveyedHook[];
  readonly moreHooks: number;
  /** MCP servers of the project. In addition to trust, each server needs its own approval before it starts. */
  readonly servers: ProjectServers["servers"];
  /** A digest of everything in the survey, with the bytes of the files. It includes the skills beyond the first 50. */
  readonly digest: string;
}

const MAX_SKILLS = 50;
const MAX_FINDINGS = 10;
const MAX_HOOKS = 200;
const MAX_REPOSITORIES = 50;
const MAX_SETTINGS = 50;
/** Limits for the survey. A project's configuration cannot change them, because the project is not trusted. */
const GLANCE = {
  "limits.max_directories": SURVEY_LIMITS.maxDirectories,
  "limits.max_entries": SURVEY_LIMITS.maxEntries,
  "limits.max_depth": 6,
};

/** Surveys the project as it is now, and as it would be with trust. `servers` stores the approvals of its servers. */
export async function surveyProject(
  directory: string,
  load: LoadOptions = {},
): Promise<{ readonly survey: ProjectSurvey; readonly servers: ProjectServers }> {
  const { files = nodeFiles } = load;
  const { snapshot: now } = await loadSkills({ ...load, cwd: directory, trust: () => false });
  const config = { ...load.config, ...GLANCE };
  const trusting = await loadSkills({ ...load, cwd: directory, trust: "all", config });
  const hidden = [...now.overridden.filter(({ withheld }) => withheld), ...now.disabled, ...now.ineligible];
  const own = [...now.skills, ...hidden].map(({ skill }) => skill).filter(({ scope }) => scope === "repo");
  const known = new Set(skillsOfEveryOutcome(now).map(({ id }) => id));
  const added = [...trusting.snapshot.skills, ...trusting.snapshot.overridden]
    .map(({ skill }) => skill)
    .filter(({ id }) => !known.has(id));
  const byName = (a: Skill, b: Skill): number => compareText(a.name, b.name) || compareText(a.directory, b.directory);
  const { projectRoot } = now;
  const below = await surveyBelow(projectRoot, [...own, ...added], { ...load, cwd: directory, config });
  const all: CoveredSkill[] = [...own.sort(byName), ...added.sort(byName), ...below.skills];
  const listed = all.slice(0, MAX_SKILLS);
  const directories = [...new Set(listed.map((skill) => realPathOfSkill(skill, files)))].filter((path) =>
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
  const hookFiles = new Set([...[projectRoot, ...below.configured].flatMap(hostHookFiles), ...below.hooks]);
  const hosts = [...hookFiles].flatMap((each) => hostHooks(each, files));
  const hooks = [...listed.flatMap((skill) => hooksOf(skill, audited, files)), ...hosts];
  const shown = {
    projectRoot,
    skills: listed.map((skill) => ({
      ...audit(realPathOfSkill(skill, files), audited),
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
    hostSettings: below.hostSettings.slice(0, MAX_SETTINGS),
    moreHostSettings: Math.max(0, below.hostSettings.length - MAX_SETTINGS),
    ...(files.stamp(policy) === undefined ? {} : { policy }),
    hooks: hooks.slice(0, MAX_HOOKS),
    moreHooks: Math.max(0, hooks.length - MAX_HOOKS),
  };
  const behind = [
    all.map((skill) => [skill.directory, skill.path, bytesBehind(realPathOfSkill(skill, files), files)]),
    [...new Set([path, policy, ...sets.map((each) => each.path), ...below.hostSettings, ...hookFiles])].map((each) => [
      each,
      readIfAny(each, files) ?? stampOf(each, files),
    ]),
    [below.repositories, sets],
    servers.servers.map(({ digest, variables }) => [digest, variables]),
  ];
  const survey: ProjectSurvey = {
    ...shown,
    trusted: (await prepareLoad({ ...load, cwd: directory })).trusted,
    servers: servers.servers,
    digest: digestForApproval([shown, agents, hooks, behind]),
  };
  return { survey, servers };
}

/** Trusts the project of a directory. Throws SK505 if the project no longer matches the survey with this digest. */
export async function trustSurveyed(directory: string, digest: string, load: LoadOptions = {}): Promise<TrustChange> {
  const { survey } = await surveyProject(directory, load);
  if (survey.digest !== digest)
    throw new OperationError("SK505", `\`${survey.projectRoot}\` has changed since it was shown`, {
      hint: "review the project again, then send the new `approval`",
    });
  const { environment = nodeEnvironment() } = load;
  return setTrusted(folderToTrust(directory, survey.projectRoot, environment), true, environment, []);
}

/**
 * Returns a value that changes with the content of a directory. It is a digest of the readable files, with the finding
 * and the stamp of every other entry.
 */
function bytesBehind(directory: string, files: Files): unknown {
  const single = readIfAny(directory, files);
  if (single !== null) return single;
  const { bundle, findings } = readAuditedDirectory(directory, files);
  const digest = digestFiles(bundle.files.map((file) => ({ ...file, path: Buffer.from(file.path) })));
  const others = findings.map(({ code, path = "", message }) => [
    ...[code, path, message],
    stampOf(path === "" ? directory : `${directory}/${path}`, files),
  ]);
  return [digest, others];
}

/** Returns the stamp of a path, which changes with the file. If the path cannot be examined, returns the error code. */
function stampOf(path: string, files: Files): unknown {
  try {
    return files.stamp(path) ?? null;
  } catch (error) {
    const code = systemCode(error);
    if (code === "") throw error;
    return code;
  }
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
  const directory = realPathOfSkill(skill, files);
  const found = audited.find((each) => [each.directory, ...each.copies].includes(directory));
  return (found?.hooks ?? []).map(({ path, event, command }) => ({
    ...{ event, command, skill: skill.name },
    path: path === undefined ? skill.path : `${skill.directory}/${path}`,
  }));
}

/** Returns the paths of files that can contain hooks, in directories of hosts such as `.claude`. */
function hostHookFiles(directory: string): string[] {
  const places = PROFILES.flatMap(({ roots }) => roots.flatMap(({ path }) => HOST_DIRECTORY.exec(path)?.[1] ?? []));
  const names = ["settings.json", "settings.local.json", "hooks.json"];
  return [...new Set(places)].sort().flatMap((place) => names.map((name) => `${directory}/${place}/${name}`));
}

/**
 * Returns the hooks in a host's file. A file that cannot be read now is reported as one unknown hook, because the host
 * may be able to read it later.
 */
function hostHooks(path: string, files: Files): SurveyedHook[] {
  const bytes = readIfAny(path, files);
  if (bytes === null) return stampOf(path, files) === null ? [] : [{ event: "", command: "", path }];
  const text = Buffer.from(bytes, "base64").toString("utf8");
  return text.includes('"hooks"') ? hooksInFile(text).map((hook) => ({ ...hook, path })) : [];
}

const HOST_DIRECTORY = /^\{(?:project|cwd|root)\}\/(\.[^/]+)\//;

/** Audits a skill. The findings include those about nested skills, because trust covers these skills too. */
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
