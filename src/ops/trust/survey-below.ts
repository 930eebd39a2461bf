/**
 * Finds contents of a project's folder that trust covers besides the known skills. These are nested repositories, and
 * skills that Skillwright does not find from the working directory. It computes the view of every host and walks
 * through the folder.
 */
import { type LoadOptions, loadSkills } from "../../catalog/load/load.ts";
import { PROFILES } from "../../hosts/profiles/profiles.ts";
import { readSourceTree } from "../../install/fetch/local/source-tree.ts";
import { isSkillFile, type Skill } from "../../model/skills/skill.ts";
import { isInside } from "../../model/text/is-inside.ts";
import { baseName, compareText } from "../../model/text/text.ts";
import { type Environment, nodeEnvironment } from "../../platform/environment.ts";
import { type Files, realPathIfAny } from "../../platform/files/files.ts";
import { nodeFiles } from "../../platform/files/node-files.ts";

/** A skill, or a file that a host treats as a skill. */
export type CoveredSkill = Pick<Skill, "name" | "directory" | "path">;

export interface NestedContents {
  /** Skills sorted by path. Each real path appears once, and skills that the caller already knows are left out. */
  readonly skills: readonly CoveredSkill[];
  /** Absolute paths of nested repositories, sorted. */
  readonly repositories: readonly string[];
  /** Directories with their own agent settings, as absolute and sorted paths; at most 30. */
  readonly configured: readonly string[];
  /** JSON files in directories named `hooks` outside of skills, absolute and sorted, at most 200. */
  readonly hooks: readonly string[];
  /**
   * The project's files besides skills that decide what other hosts see: settings and manifests. The paths are absolute
   * and sorted.
   */
  readonly hostSettings: readonly string[];
  /** False if a limit or an unreadable directory ended the search. */
  readonly isComplete: boolean;
}

/** Maximum directories with settings, because the view of every host is computed for each directory. */
const MAX_CONFIGURED = 30;
/** Maximum files with hooks to read. */
const MAX_HOOK_FILES = 200;

export const SURVEY_LIMITS = { maxDirectories: 2000, maxEntries: 20_000 };

/**
 * [T10] Finds everything below a project that trust also covers. `known` are the skills that our own view already
 * found.
 */
export async function surveyBelow(
  projectRoot: string,
  known: readonly Skill[],
  load: LoadOptions,
): Promise<NestedContents> {
  const { files = nodeFiles, environment = nodeEnvironment() } = load;
  const { skills, ...tree } = inTree(projectRoot, environment, files);
  const read = new Set<string>();
  const hosts: LoadOptions = { ...load, files: recordReads(files, read) };
  const candidates = [...(await inHosts(hosts)), ...skills];
  for (const cwd of tree.configured)
    candidates.push(...(await inHosts({ ...hosts, cwd })), ...(await added(load, cwd)));
  const seen = new Set(known.map((skill) => realPathOfSkill(skill, files)));
  const rest = candidates.filter((skill) => {
    const target = realPathOfSkill(skill, files);
    return !seen.has(target) && seen.add(target);
  });
  const covered = [...known, ...candidates].flatMap((skill) => [skill.path, realPathOfSkill(skill, files)]);
  const hostSettings = [...read].filter(
    (path) =>
      isInside(path, projectRoot) &&
      !OURS.test(path.slice(projectRoot.length)) &&
      !covered.some((each) => isInside(path, each)),
  );
  return {
    skills: rest.sort((a, b) => compareText(a.path, b.path)),
    ...tree,
    hostSettings: hostSettings.sort(compareText),
  };
}

/**
 * Matches files of git and of Skillwright itself, such as `skills.lock`. Other parts of the survey list these files, or
 * the files can only restrict what skills may do.
 */
const OURS = /\/(?:\.git|\.skillwright|skills\.lock)(?:\/|$)/;

/** Returns `Files` that work like the given files, and record in `into` every existing file that is read completely. */
function recordReads(files: Files, into: Set<string>): Files {
  return {
    ...files,
    readFile(path, maxBytes) {
      if (files.exists(path)) into.add(path);
      return files.readFile(path, maxBytes);
    },
  };
}

/** Returns the real path of a skill's directory, or of the file if a host treats a single file as a skill. */
export function realPathOfSkill({ directory, path }: CoveredSkill, files: Files): string {
  const target = isSkillFile(baseName(path)) || path === directory ? directory : path;
  return realPathIfAny(target, files) ?? target;
}

/**
 * Returns the skills of any host that are withheld only because the folder is not trusted. This includes skills that
 * the project's files point to.
 */
async function inHosts(load: LoadOptions): Promise<CoveredSkill[]> {
  const found: CoveredSkill[] = [];
  for (const { name } of PROFILES) {
    const { snapshot } = await loadSkills({ ...load, host: name, trust: () => false, servers: false });
    for (const { skill, withheld } of [...snapshot.skills, ...snapshot.overridden])
      if (withheld?.code === "SK501" || !skill.root.trusted) found.push(skill);
  }
  return found;
}

/** Returns the skills that the settings of a nested repository would add. */
async function added(load: LoadOptions, cwd: string): Promise<CoveredSkill[]> {
  const { snapshot } = await loadSkills({ ...load, cwd, trust: "all", servers: false });
  return [...snapshot.skills, ...snapshot.overridden].map(({ skill }) => skill).filter(({ scope }) => scope === "repo");
}

/** Returns the skills at any depth below the folder. It follows symlinks that lead out of the folder. */
function inTree(projectRoot: string, environment: Environment, files: Files): Omit<NestedContents, "hostSettings"> {
  const tree = readSourceTree(projectRoot, { files, environment, limits: SURVEY_LIMITS });
  const at = (path: string): string => (path === "" ? projectRoot : `${projectRoot}/${path}`);
  const skills = tree.skills.map(({ directory, path }) => ({
    name: baseName(at(directory)),
    directory: at(directory),
    path: at(path),
  }));
  const links = tree.links.map(({ path }) => ({ name: baseName(path), directory: path, path }));
  const { limit, unreadable } = tree.walked;
  return {
    skills: [...skills, ...links.filter(({ path }) => isInside(path, projectRoot))],
    repositories: tree.repositories.map(at).sort(compareText),
    configured: tree.configured.map(at).sort(compareText).slice(0, MAX_CONFIGURED),
    hooks: tree.hooks.map(at).sort(compareText).slice(0, MAX_HOOK_FILES),
    isComplete:
      limit === undefined &&
      unreadable.length === 0 &&
      tree.configured.length <= MAX_CONFIGURED &&
      tree.hooks.length <= MAX_HOOK_FILES,
  };
}
