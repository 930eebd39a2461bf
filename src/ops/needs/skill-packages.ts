/**
 * Lists or installs the packages that skills need on this machine. An installation uses exactly the listed values and
 * reads no skill again. Packages of a withheld skill are not installed.
 */
import { type LoadOptions, prepareLoad } from "../../catalog/load/load.ts";
import { loadWithServers } from "../../catalog/servers/load-with-servers.ts";
import { runInstall } from "../../install/packages/install-executor.ts";
import {
  type ExecutorContext,
  type InstallResult,
  type InstallSpec,
  installSpecs,
} from "../../install/packages/install-spec.ts";
import type { StopSignal } from "../../model/conversation/stop-signal.ts";
import { OperationError } from "../../model/errors.ts";
import type { Skill } from "../../model/skills/skill.ts";
import type { Snapshot, Withheld } from "../../model/skills/snapshot.ts";
import { platformDirectories } from "../../platform/environment.ts";
import type { Fetch } from "../../platform/network/fetch.ts";
import { binaryFinder } from "../../platform/processes/find-binary.ts";
import type { Spawn } from "../../platform/processes/spawn.ts";
import { findNamedSkill } from "../use/named-skill.ts";

export interface PackagesOptions extends LoadOptions {
  readonly spawn?: Spawn;
  readonly fetch?: Fetch;
  readonly signal?: StopSignal;
  /** Called before a command runs, because a command may take minutes. */
  readonly onRun?: (command: readonly string[]) => void;
}

/** One package, with its plan or its result. */
export interface WantedPackage {
  readonly spec: InstallSpec;
  readonly result: InstallResult;
}

export interface SkillPackages {
  readonly name: string;
  readonly path: string;
  /** The reason why the package cannot be installed: the folder is not trusted, or the skill has changed. */
  readonly withheld?: Withheld;
  readonly packages: readonly WantedPackage[];
}

interface Candidate {
  readonly skill: Skill;
  readonly withheld?: Withheld;
}

/**
 * Returns the packages of the named skills. Without names, returns the packages of all usable or ineligible skills that
 * declare packages.
 */
export async function skillPackages(
  asked: readonly string[],
  options: PackagesOptions = {},
): Promise<readonly SkillPackages[]> {
  const { snapshot } = await loadWithServers(options);
  const known: readonly Candidate[] = [...snapshot.skills, ...snapshot.ineligible];
  const chosen = asked.length === 0 ? known : asked.map((name) => candidate(name, snapshot));
  const context = await executorContext(options);
  const found: SkillPackages[] = [];
  for (const { skill, withheld = skill.root.foreign ? FOREIGN : undefined } of chosen) {
    const packages = await Promise.all(
      installSpecs(skill.manifest).map(async (spec) => ({ spec, result: await runInstall(spec, context) })),
    );
    const about = { name: skill.name, path: skill.path, ...(withheld ? { withheld } : {}) };
    if (packages.length > 0 || asked.length > 0) found.push({ ...about, packages });
  }
  return found;
}

const FOREIGN: Withheld = {
  code: "SK430",
  reason: "another server provides the skill, and Skillwright installs no packages for such a skill",
  help: "to use the packages that this skill lists, install them yourself",
};

/** Runs the plan in order. If two skills need the same package, it is installed once. */
export async function installPackages(
  wanted: readonly SkillPackages[],
  options: PackagesOptions = {},
): Promise<readonly SkillPackages[]> {
  const withheld = wanted.find((each) => each.withheld !== undefined);
  if (withheld?.withheld)
    throw new OperationError(withheld.withheld.code, `\`${withheld.name}\`: ${withheld.withheld.reason}`, {
      hint: withheld.withheld.help ?? "review the skill first; nothing was installed",
    });
  const tried = new Map<string, InstallResult>();
  const install = async ({ spec, result }: WantedPackage): Promise<InstallResult> => {
    const key = `${spec.kind} ${spec.package}`;
    if (result.status !== "planned") return result;
    if (!tried.has(key)) options.onRun?.(result.command);
    // Before each command, checks again whether the package is needed. An earlier package may already provide the
    // program.
    const now = tried.get(key) ?? (await runInstall(spec, await executorContext(options), { approved: true }));
    tried.set(key, now);
    return now;
  };
  const done: SkillPackages[] = [];
  for (const each of wanted) {
    const packages: WantedPackage[] = [];
    for (const one of each.packages) packages.push({ spec: one.spec, result: await install(one) });
    done.push({ ...each, packages });
  }
  return done;
}

/**
 * Finds a skill whose packages should be installed. A disabled skill is treated as withheld. So is an overridden skill
 * that no actor may select.
 */
function candidate(asked: string, snapshot: Snapshot): Candidate {
  const { skill, state, withheld } = findNamedSkill(asked, snapshot);
  if (withheld) return { skill, withheld };
  const disabled = snapshot.disabled.find((each) => each.skill === skill);
  if (disabled) return { skill, withheld: { code: "SK203", reason: disabled.reason } };
  const overridden = state === "overridden" ? snapshot.overridden.find((each) => each.skill === skill) : undefined;
  if (overridden && !overridden.selectable)
    return {
      skill,
      withheld: { code: "SK201", reason: overridden.reason, help: `\`${overridden.by}\` is used instead` },
    };
  return { skill };
}

/** Returns the functions and directories that the installation of packages needs on this machine. */
export async function executorContext(options: PackagesOptions): Promise<ExecutorContext> {
  const { environment, files } = await prepareLoad(options);
  return {
    environment,
    spawn: options.spawn ?? (await import("../../platform/processes/node-spawn.ts")).nodeSpawn,
    fetch: options.fetch ?? (await import("../../platform/network/node-fetch.ts")).openFetch(),
    hasBinary: binaryFinder(environment, files),
    programs: `${platformDirectories(environment).data}/programs`,
    ...(options.signal ? { signal: options.signal } : {}),
  };
}
