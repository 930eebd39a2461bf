/**
 * Loads directories into a snapshot. This file is the pipeline: roots → scan → parse → check → catalog. All differences
 * between hosts come from the profile.
 */
import { checkSkillFile } from "../../format/check/check.ts";
import { checkEligibility, type EligibilityContext, requirementsOf } from "../../format/eligibility.ts";
import { directoryName, nameByDirectory, skillId } from "../../format/parse/build-skill.ts";
import { HEAD_BYTES } from "../../format/parse/quick/parse-quick.ts";
import { pulledRoots, resolveRoots, withDefaultSkills } from "../../hosts/roots/resolve-roots.ts";
import type { Interruption } from "../../install/journal/interruption.ts";
import type { StopSignal } from "../../model/conversation/stop-signal.ts";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { OperationError } from "../../model/errors.ts";
import type { HostProfile, WalkRule } from "../../model/host-profile.ts";
import type { Limits } from "../../model/limits.ts";
import type { PolicyFile } from "../../model/rules/policy.ts";
import type { Root } from "../../model/skills/root.ts";
import type { Rejected, Skill } from "../../model/skills/skill.ts";
import type { SkillSource } from "../../model/skills/skill-source.ts";
import type { Snapshot, Withheld } from "../../model/skills/snapshot.ts";
import { type Environment, environmentOf, packageRoot } from "../../platform/environment.ts";
import type { Files } from "../../platform/files/files.ts";
import { nodeFiles } from "../../platform/files/node-files.ts";
import { machineFacts } from "../../platform/processes/find-binary.ts";
import { type VouchContext, vouchForRoots } from "../../trust/folders/vouch-for-root.ts";
import type { Config } from "../config/config.ts";
import { loadConfig, omitFindingsBelowBrokenDirectories, type TrustOption } from "../config/load-config.ts";
import { hashHeader, readPlainSkill, readRulesOf, sidecarsOf } from "../read/read-plain-skill.ts";
import { fetchMetadata } from "../read/read-source.ts";
import type { FoundFile, ScanOptions } from "../scan/found-file.ts";
import { type Scanner, scanRoots } from "../scan/scan.ts";
import { buildSnapshot } from "../snapshot/build-snapshot.ts";
import { Revision } from "../snapshot/revision.ts";
import type { OpenPolicy } from "../withhold/open-policy.ts";
import {
  findInterruption,
  findPolicy,
  findVerifier,
  reportDamage,
  verifySkills,
  whyWithheld,
  withholdLoaded,
} from "../withhold/withhold-skills.ts";

/** The places to load skills from, the host, and settings that override configuration files. */
export interface LoadOptions {
  readonly cwd?: string;
  /** Additional directories with the highest precedence. The caller trusts them by naming them. */
  readonly roots?: readonly string[];
  /** Skills from other sources. */
  readonly sources?: readonly SkillSource[];
  readonly host?: string;
  /** Additional project directories, for hosts that support them (`--add-dir`). */
  readonly added?: readonly string[];
  readonly trust?: TrustOption;
  /** If false, only `roots` and `sources` are used, and the home, variables and configuration are ignored. */
  readonly ambient?: boolean;
  /**
   * `inside`: symlinks that leave their root are not followed (default with `ambient: false`). `follow`: symlinks are
   * followed as in the host (default otherwise).
   */
  readonly links?: "inside" | "follow";
  /** True to load the embedded skills (default: the value of `ambient`). */
  readonly defaultSkills?: boolean;
  /** If false, configured servers are not queried for skills. */
  readonly servers?: boolean;
  /**
   * Timeout for each server (default: 10 seconds for a list of skills, 30 seconds for a file). With a timeout, a load
   * waits until the timeout instead of `mcp_wait_seconds`.
   */
  readonly serverTimeoutMs?: number;
  /**
   * Called with the names of the sources before they are queried. It returns a function that receives the diagnostics
   * of these sources at the end.
   */
  readonly onServers?: (sources: readonly string[]) => (said: readonly Diagnostic[]) => void;
  /** Called on every load with diagnostics of damaged files that withhold skills, and of interrupted installations. */
  readonly onDamage?: (findings: readonly Diagnostic[]) => void;
  /** If true, skills are loaded even if this machine does not meet their requirements. */
  readonly ineligible?: boolean;
  /** Configuration values that override every file. The keys are as in a file. */
  readonly config?: Readonly<Record<string, unknown>>;
  readonly environment?: Environment;
  readonly files?: Files;
  readonly logger?: Logger;
  /** Aborts the load. */
  readonly signal?: StopSignal;
}

/** A logger with the methods of `console`. */
export interface Logger {
  debug(message: string): void;
}

export interface Loading {
  readonly snapshot: Snapshot;
  readonly config: Config;
  /** The profile of the host that the skills were loaded for. */
  readonly profile: HostProfile;
  /** The policy files that apply here. */
  readonly policy: readonly PolicyFile[];
  /** Ids of skills for which a policy requires a question to the user. */
  readonly asked: ReadonlySet<string>;
  /**
   * The files from which skills are read. Set only if an interrupted installation has moved a skill's directory aside.
   */
  readonly files?: Files;
}

const NOBODY: ReadonlySet<string> = new Set();

export async function loadSkills(options: LoadOptions = {}): Promise<Loading> {
  return loadFoundFiles(scanRoots, options);
}

/** Loads the skill files that `find` finds in the roots. */
export async function loadFoundFiles(find: Scanner, options: LoadOptions): Promise<Loading> {
  const context = await prepareLoad(options);
  if (context.profile.runtime !== "engine") return loadThroughHost(context, options);
  const { config, roots, files } = context;
  const said = new Revision();
  const found = await readRoots(context, said, find);
  const fromSources = await readSources(options.sources ?? [], context, said);
  const verifier = options.ambient === false ? undefined : await findVerifier(context, context.interruption);
  const policy = options.ambient === false ? undefined : await findPolicy(context);
  const held = verifySkills(found.skills, verifier);
  const diagnostics = omitFindingsBelowBrokenDirectories(
    [
      ...context.diagnostics,
      ...(verifier?.diagnostics ?? []),
      ...(policy?.diagnostics ?? []),
      ...fromSources.diagnostics,
    ],
    context.environment,
  );
  const all = reportDamage(diagnostics, options.onDamage);
  const reasons = { all, changed: held.changed, bySource: fromSources.withheld, policy };
  let known: EligibilityContext | undefined;
  const machine = (): EligibilityContext => {
    known ??= { ...machineFacts(context.environment, files), settings: config.settings };
    return known;
  };
  const snapshot = buildSnapshot({
    host: context.profile.name,
    cwd: context.cwd,
    projectRoot: context.projectRoot,
    trusted: context.trusted,
    roots: [...fromSources.roots, ...roots],
    skills: [...fromSources.skills, ...held.skills],
    rejected: [...fromSources.rejected, ...found.rejected],
    said,
    diagnostics: [...diagnostics, ...found.diagnostics],
    severities: config.severities,
    switches: config.switches,
    requirements: (skill) => (options.ineligible ? undefined : requirementsOf(skill.manifest)),
    missing: (rules) => checkEligibility(rules, machine()),
    withheld: (skill) => whyWithheld(skill, reasons),
  });
  options.logger?.debug(`${snapshot.skills.length} skills loaded, revision ${snapshot.revision}`);
  return loadingOf(snapshot, context, policy);
}

function loadingOf(
  snapshot: Snapshot,
  { config, profile, interruption, files }: LoadContext,
  policy?: OpenPolicy,
): Loading {
  const loading = { snapshot, config, profile, policy: policy?.files ?? [], asked: policy?.asked ?? NOBODY };
  return interruption ? { ...loading, files } : loading;
}

/**
 * Loads another host's view. The host's trust decides what the view contains. Skillwright's trust decides which of its
 * skills are given out.
 */
async function loadThroughHost(context: LoadContext, options: LoadOptions): Promise<Loading> {
  const { profile, environment, cwd, trusted, config } = context;
  const [{ loadHost }, { openMachine }] = await Promise.all([
    import("./load-host.ts"),
    import("../../hosts/views/machine.ts"),
  ]);
  const machine = openMachine({
    environment,
    files: context.files,
    cwd,
    extra: options.roots ?? [],
    added: options.added ?? [],
  });
  const addsSkills = profile.embeddedSkills === "on-request" && options.defaultSkills === true;
  const verifier = options.ambient === false ? undefined : await findVerifier(context, context.interruption);
  const policy = options.ambient === false ? undefined : await findPolicy(context);
  const diagnostics = omitFindingsBelowBrokenDirectories(
    [...context.diagnostics, ...(verifier?.diagnostics ?? []), ...(policy?.diagnostics ?? [])],
    context.environment,
  );
  const all = reportDamage(diagnostics, options.onDamage);
  const { snapshot, disclosure } = await loadHost({
    profile: linkRules(addsSkills ? withDefaultSkills(profile, `${packageRoot()}/skills`) : profile, options),
    machine,
    vouch: context.vouch,
    trusted,
    limits: config.limits,
    diagnostics,
    settings: config.settings,
    ...(options.ineligible ? { ineligible: true } : {}),
    ...(options.onDamage ? { onDamage: options.onDamage } : {}),
    withhold: (loaded) => withholdLoaded(loaded, { all, verifier, policy }),
  });
  return loadingOf(snapshot, { ...context, profile: { ...profile, disclosure } }, policy);
}

/** Restricts a host's symlink rules to symlinks that stay in their root. */
function linkRules(profile: HostProfile, options: LoadOptions): HostProfile {
  if (!staysInside(options)) return profile;
  const narrow = (walk: Partial<WalkRule>): Partial<WalkRule> => ({
    ...walk,
    ...(walk.directoryLinks === "followed" ? { directoryLinks: "inside" } : {}),
    ...(walk.fileLinks === "followed" ? { fileLinks: "inside" } : {}),
  });
  return {
    ...profile,
    walk: { ...profile.walk, ...narrow(profile.walk) },
    roots: profile.roots.map((root) => (root.walk ? { ...root, walk: narrow(root.walk) } : root)),
  };
}

/** The facts that are known before the search for skills starts. */
export interface LoadContext {
  readonly profile: HostProfile;
  readonly environment: Environment;
  readonly files: Files;
  readonly cwd: string;
  readonly projectRoot: string;
  readonly trusted: boolean;
  /** The facts that decide whether the user trusts a root. */
  readonly vouch: VouchContext;
  /** The interrupted installation, if any. `files` shows moved directories in their original places. */
  readonly interruption: Interruption | undefined;
  readonly config: Config;
  readonly roots: readonly Root[];
  readonly diagnostics: readonly Diagnostic[];
  readonly logger: Logger | undefined;
}

export async function prepareLoad(options: LoadOptions): Promise<LoadContext> {
  const given = options.files ?? nodeFiles;
  const ambient = options.ambient ?? true;
  const environment = environmentOf(options);
  const cwd = canonicalDirectory(options.cwd ?? environment.cwd, given);
  const overrides = {
    ...options.config,
    ...(options.defaultSkills === undefined ? {} : { default_skills: options.defaultSkills }),
    ...(options.host === undefined ? {} : { host: options.host }),
  };
  const trust = options.trust ?? "store";
  const loaded = await loadConfig({ environment, files: given, cwd, ambient, trust, overrides });
  const { config, profile, projectRoot, trusted, trusts } = loaded;
  const interruption = ambient ? await findInterruption({ environment, projectRoot, files: given }) : undefined;
  const files = interruption?.restore(given) ?? given;
  const wantsSystem = config.defaultSkills && (ambient || options.defaultSkills === true);
  const pulled = pulledRoots(profile.runtime === "engine" ? config.urls : [], environment, files);
  const named = (options.roots ?? []).map((path) => ({ path, from: "`--root`", namedBy: "caller" as const }));
  const extra = [...named, ...config.roots, ...pulled.value];
  const vouch = { projectRoot, home: environment.home, files, trusts };
  const resolved = resolveRoots({
    profile: ambient ? profile : { ...profile, roots: [] },
    environment,
    files,
    cwd,
    projectRoot,
    extra,
    systemSkills: wantsSystem ? `${packageRoot()}/skills` : undefined,
  });
  const vouched = vouchForRoots(resolved.value, vouch);
  const roots = staysInside(options) ? vouched.map((root): Root => ({ ...root, linksInside: true })) : vouched;
  for (const root of roots) options.logger?.debug(`root ${root.scope} ${root.path}${root.exists ? "" : " (missing)"}`);
  return {
    profile,
    environment,
    files,
    cwd,
    projectRoot,
    trusted,
    vouch,
    interruption,
    config,
    roots,
    diagnostics: [
      ...omitFindingsBelowBrokenDirectories(loaded.diagnostics, environment),
      ...(interruption?.diagnostics ?? []),
      ...resolved.diagnostics,
      ...pulled.diagnostics,
    ],
    logger: options.logger,
  };
}

function staysInside({ links, ambient = true }: LoadOptions): boolean {
  return links === undefined ? !ambient : links === "inside";
}

function canonicalDirectory(path: string, files: Files): string {
  try {
    const real = files.realPath(path);
    if (files.stat(real).kind === "directory") return real;
  } catch (error) {
    throw new OperationError("SK021", `the working directory \`${path}\` cannot be read`, {
      hint: "check `--cwd`",
      cause: error,
    });
  }
  throw new OperationError("SK024", `\`${path}\` is not a directory to work in`, { hint: "check `--cwd`" });
}

interface Found {
  readonly skills: readonly Skill[];
  readonly rejected: readonly Rejected[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads every skill below the roots: plain files with the quick reader, other files with the YAML library. */
async function readRoots(context: LoadContext, said: Revision, find: Scanner): Promise<Found> {
  const { profile, config, files, roots } = context;
  const buffer = Buffer.allocUnsafeSlow(HEAD_BYTES);
  const skills: Skill[] = [];
  const left: FoundFile[] = [];
  const findings: Diagnostic[] = [];
  const rules = readRulesOf(files, config.limits, profile);
  const diagnostics = find(roots, {
    ...scanRules(profile, config.limits),
    files,
    buffer,
    onSkill(found) {
      const skill = readPlainSkill(found, buffer, found.headBytes, rules, findings);
      if (skill === undefined) {
        left.push(found);
        return;
      }
      skills.push(skill);
      // The header is hashed now, because the buffer contains its bytes only during this callback.
      said.addSkill(skill, hashHeader(buffer, skill));
    },
  });
  return checkAll({ skills, left, diagnostics: [...diagnostics, ...findings] }, context, files, said);
}

export function scanRules(
  { engine, walk }: HostProfile,
  limits: Limits,
): Pick<ScanOptions, "limits" | "resourceDirectories" | "skippedDirectories"> {
  return { limits, resourceDirectories: engine?.resourceDirectories ?? [], skippedDirectories: walk.skipped };
}

/** The skills that were parsed, before the checks. */
interface Read {
  readonly skills: readonly Skill[];
  readonly left: readonly FoundFile[];
  readonly diagnostics: Diagnostic[];
}

async function checkAll(
  { skills: quick, left, diagnostics }: Read,
  { profile, config }: LoadContext,
  files: Files,
  said: Revision,
): Promise<Found> {
  const rejected: Rejected[] = [];
  for (const skill of quick) {
    const findings = checkSkillFile(skill);
    if (findings.length > 0) diagnostics.push(...findings);
  }
  if (left.length === 0) return { skills: quick, rejected, diagnostics };
  const skills: Skill[] = [...quick];
  const { readSkillWithYaml } = await import("../read/read-skill-with-yaml.ts");
  for (const found of left) {
    const read = readSkillWithYaml(found, files, config.limits, sidecarsOf(profile));
    const checks = read.skill ? checkSkillFile(read.skill).map((each) => requireName(each, profile)) : NO_FINDINGS;
    const findings = [...read.diagnostics, ...checks];
    diagnostics.push(...findings);
    if (read.skill && !findings.some((each) => each.severity === "error")) {
      const skill = nameByDirectory(read.skill);
      skills.push(skill);
      said.addSkill(skill);
    } else {
      rejected.push({
        path: found.path,
        root: found.root,
        id: skillId(found),
        name: read.skill?.name || found.root.namespace + directoryName(found),
        diagnostics: findings,
      });
    }
  }
  return { skills, rejected, diagnostics };
}

const NO_FINDINGS: readonly Diagnostic[] = [];

/** Makes a missing name an error if the profile rejects skills without a name. */
function requireName(finding: Diagnostic, { engine }: HostProfile): Diagnostic {
  const isError = finding.code === "SK101" && engine?.withoutName === "rejected";
  return isError ? { ...finding, severity: "error" } : finding;
}

/**
 * Loads skills of other sources over an in-memory file system, with the scan and the parser that are also used for
 * directories.
 */
async function readSources(
  sources: readonly SkillSource[],
  context: LoadContext,
  said: Revision,
): Promise<Found & { roots: Root[]; withheld: ReadonlyMap<Skill, Withheld> }> {
  const { profile, config } = context;
  const all = {
    roots: [] as Root[],
    skills: [] as Skill[],
    rejected: [] as Rejected[],
    diagnostics: [] as Diagnostic[],
    withheld: new Map<Skill, Withheld>(),
  };
  // Queries all sources at once, so that a slow one does not delay the others.
  const reading = sources.map((source) => fetchMetadata(source, `/${source.name}`, sidecarsOf(profile)));
  for (const [at, source] of sources.entries()) {
    const { name, foreign = false, namespace = "" } = source;
    const plain = {
      path: `/${name}`,
      scope: foreign ? "plugin" : "extra",
      label: name,
      from: source.from ?? `source ${name}`,
      namedBy: "caller",
      namedIn: `/${name}`,
      trusted: true,
      followLinks: false,
      exists: true,
      configured: true,
      namespace,
    } as const;
    const root: Root = { ...plain, source: name, ...(foreign ? { foreign } : {}) };
    for (const path of source.hangsOn ?? []) context.files.stamp(path);
    const { files, diagnostics } = await (reading[at] as (typeof reading)[number]);
    const left: FoundFile[] = [];
    const scanned = scanRoots([plain], {
      ...scanRules(profile, config.limits),
      files,
      buffer: Buffer.allocUnsafeSlow(HEAD_BYTES),
      onSkill: (each) => left.push({ ...each, root }),
    });
    const checked = await checkAll(
      { skills: [], left, diagnostics: [...diagnostics, ...scanned] },
      context,
      files,
      said,
    );
    for (const skill of checked.skills) {
      const withheld = await source.withheld?.(skill.path.slice(root.path.length + 1));
      if (withheld) all.withheld.set(skill, withheld);
    }
    all.roots.push(root);
    all.skills.push(...checked.skills);
    all.rejected.push(...checked.rejected);
    all.diagnostics.push(...checked.diagnostics);
  }
  return all;
}
