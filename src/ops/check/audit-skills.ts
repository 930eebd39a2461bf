/**
 * Audits the skills in some paths. Without paths, it audits all skills that are found from the working directory. It
 * runs nothing, reads only the files of those skills, and uses no network.
 */
import { basename, dirname } from "node:path";
import { type LoadContext, type LoadOptions, loadSkills, prepareLoad } from "../../catalog/load/load.ts";
import type { StopSignal } from "../../model/conversation/stop-signal.ts";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { throwIfStopped } from "../../model/errors.ts";
import type { AuditedSkill, Finding } from "../../model/rules/audit.ts";
import type { Bundle } from "../../model/skills/bundle.ts";
import { type Snapshot, skillsOfEveryOutcome } from "../../model/skills/snapshot.ts";
import { detachStrings } from "../../model/text/detach-strings.ts";
import { compareText } from "../../model/text/text.ts";
import { realPathIfAny } from "../../platform/files/files.ts";
import type { AuditTarget } from "../../trust/audit/audit-directory.ts";
import { digestFiles } from "../../trust/bundle/digest.ts";
import { compareByHiddenDirectories } from "./find-copies.ts";
import { INCOMPLETE_CODES, raiseToErrors } from "./incomplete.ts";
import type { NamedPath, NamedSkill } from "./named-paths.ts";

export interface AuditReport {
  readonly cwd: string;
  /** Real paths of the directories and files that were searched. */
  readonly searched: readonly string[];
  /** The audited skills, sorted by directory. Identical copies are listed once. */
  readonly skills: readonly AuditedSkill[];
  /** Findings about incomplete searches, paths without a skill, and settings that cannot be parsed. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface AuditSkillsOptions extends LoadOptions {
  /** Called before each skill is audited. */
  readonly progress?: (step: { readonly what: string; readonly done: number; readonly total: number }) => void;
  /** Stops the audit before the next skill (SK604). */
  readonly signal?: StopSignal;
  /** True to accept a path without any skill (default: it is reported). */
  readonly allowEmpty?: boolean;
}

/** Reads skills and returns their capabilities and risky content. It runs nothing. */
export async function auditSkills(paths: readonly string[], options: AuditSkillsOptions = {}): Promise<AuditReport> {
  const context = await prepareLoad(options);
  const found = paths.length > 0 ? await namedTargets(paths, options, context) : await foundTargets(options, context);
  const { targets, searched } = found;
  const { auditDirectory } = await import("../../trust/audit/audit-directory.ts");
  const { files, config, cwd } = context;
  const audit = {
    files,
    suppressions: config.suppressions,
    digest: digestOf,
  };
  const skills: AuditedSkill[] = [];
  const strings = new Map<string, string>();
  for (const target of targets) {
    options.progress?.({ what: basename(target.directory), done: skills.length, total: targets.length });
    // Strings of the result can be slices, and a slice keeps the complete file in memory. They are therefore copied.
    skills.push({ ...detachStrings(await auditDirectory(target, audit), strings), copies: [] });
    if (options.signal) await letOthersRun(options.signal);
  }
  const settings = context.diagnostics.filter(({ code }) => SETTINGS.has(code));
  return { cwd, searched, skills: mergeCopies(dropRepeated(skills)), diagnostics: [...found.diagnostics, ...settings] };
}

const SETTINGS: ReadonlySet<string> = new Set(["SK030", "SK031", "SK032"]);

/** Drops findings of a skill that a nested skill also has, because they are reported for the nested skill. */
function dropRepeated(skills: readonly AuditedSkill[]): AuditedSkill[] {
  const inside = new Map(skills.map(({ directory }) => [directory, new Set<string>()]));
  const keyOf = ({ directory }: AuditedSkill, { code, message, path = "", line, column }: Finding): string =>
    JSON.stringify([`${directory}/${path}`, code, line, column, message]);
  for (const skill of skills)
    for (let at = skill.directory.lastIndexOf("/"); at > 0; at = skill.directory.lastIndexOf("/", at - 1)) {
      const outer = inside.get(skill.directory.slice(0, at));
      if (outer) for (const each of skill.findings) outer.add(keyOf(skill, each));
    }
  return skills.map((skill) => {
    const inner = inside.get(skill.directory);
    return { ...skill, findings: skill.findings.filter((each) => !inner?.has(keyOf(skill, each))) };
  });
}

/** Merges skills with the same name and the same bytes into one entry, because their findings are the same. */
function mergeCopies(skills: readonly AuditedSkill[]): AuditedSkill[] {
  const merged = new Map<string, AuditedSkill>();
  for (const skill of [...skills].sort((a, b) => compareByHiddenDirectories(a.directory, b.directory))) {
    const { name, directory, digest } = skill;
    const key = digest === undefined ? directory : `${digest} ${name}`;
    const first = merged.get(key);
    merged.set(key, first ? { ...first, copies: [...first.copies, directory] } : skill);
  }
  return [...merged.values()].sort((a, b) => compareText(a.directory, b.directory));
}

/**
 * Lets other tasks run between two skills. Without this pause, a cancel could not arrive, because reading is
 * synchronous.
 */
async function letOthersRun(signal: StopSignal): Promise<void> {
  await new Promise((resume) => setImmediate(resume));
  stopIf(signal);
}

function stopIf(signal: StopSignal | undefined): void {
  throwIfStopped(signal, "the audit", "run the command again");
}

function digestOf({ files }: Bundle): string {
  return digestFiles(files.map((file) => ({ ...file, path: Buffer.from(file.path) })));
}

interface Targets {
  readonly targets: readonly AuditTarget[];
  readonly searched: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Returns the skills in the named directories and files. A named file that is not a skill file is audited as a file
 * with instructions. Locks are ignored.
 */
async function namedTargets(
  paths: readonly string[],
  { allowEmpty, signal }: AuditSkillsOptions,
  context: LoadContext,
): Promise<Targets> {
  const { findNamedSkills, resolvePaths, uniqueSkills } = await import("./named-paths.ts");
  const named = resolvePaths(paths, context);
  const isInstruction = ({ kind }: NamedPath): boolean => kind === "other file";
  const onStep = (): void => stopIf(signal);
  const found = findNamedSkills(
    named.filter((each) => !isInstruction(each)),
    context,
    { allowEmpty, onStep },
  );
  const skills = uniqueSkills(found.trees);
  const [incomplete, others] = raiseToErrors(found.diagnostics, [...INCOMPLETE_CODES, "SK018"]);
  return {
    targets: sorted([
      ...directoriesOfSkills(skills, context).map((directory) => ({ directory })),
      ...named.filter(isInstruction).map(({ path }) => ({ directory: path, file: path })),
    ]),
    searched: named.map(({ path }) => path),
    diagnostics: [...incomplete, ...others],
  };
}

/**
 * Returns the directories to audit. Nested skills are included, because hosts load them. A symlink to another skill of
 * the same tree is left out.
 */
function directoriesOfSkills(skills: readonly NamedSkill[], { files }: LoadContext): string[] {
  const places = new Set(skills.filter(({ kind }) => kind === "file").map(({ path }) => path));
  const isAlias = ({ path, kind }: NamedSkill): boolean =>
    kind === "link" && places.has(realPathIfAny(path, files) ?? "");
  return skills.filter((skill) => !isAlias(skill)).map(({ directory }) => directory);
}

/** Returns every skill of the snapshot, whatever its outcome is, because rejected skills need a review most. */
async function foundTargets(options: LoadOptions, { files }: LoadContext): Promise<Targets> {
  const { snapshot } = await loadSkills(options);
  const real = directoriesOf(snapshot).flatMap((directory) => realPathIfAny(directory, files) ?? []);
  const [incomplete] = raiseToErrors(snapshot.diagnostics, INCOMPLETE_CODES);
  return {
    targets: sorted(real.map((directory) => ({ directory }))),
    searched: snapshot.roots.filter(({ exists, source }) => exists && source === undefined).map(({ path }) => path),
    diagnostics: incomplete,
  };
}

function directoriesOf(snapshot: Snapshot): string[] {
  const loaded = skillsOfEveryOutcome(snapshot).map(({ directory }) => directory);
  return [...loaded, ...snapshot.rejected.map(({ path }) => dirname(path))];
}

/** Returns each directory once. */
function sorted(targets: readonly AuditTarget[]): AuditTarget[] {
  const unique = new Map(targets.map((target) => [target.directory, target]));
  return [...unique.values()].sort((a, b) => compareText(a.directory, b.directory));
}
