/**
 * Conductor: paths, or nothing for all skills that are found here → what an audit says of each. It reads and runs nothing
 * but those directories' files, and knows no network.
 */
import { basename, dirname, resolve } from "node:path";
import { type LoadContext, type LoadOptions, loadSkills, prepare } from "../../catalog/load/load.ts";
import type { StopSignal } from "../../model/conversation/stop-signal.ts";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { OperationError, systemCode } from "../../model/errors.ts";
import type { AuditedSkill } from "../../model/rules/audit.ts";
import type { Bundle } from "../../model/skills/bundle.ts";
import type { Snapshot } from "../../model/skills/snapshot.ts";
import { matchPattern } from "../../model/text/match-pattern.ts";
import type { AuditTarget } from "../../trust/audit/audit-directory.ts";
import { digestFiles } from "../../trust/bundle/digest.ts";
import { coverageOf } from "./audit-bundles.ts";

export interface AuditReport {
  readonly cwd: string;
  /** Sorted by directory. */
  readonly skills: readonly AuditedSkill[];
  /** What is wrong with the settings: a suppression that nobody understands suppresses nothing. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface AuditSkillsOptions extends LoadOptions {
  /** Told before each skill is looked at. */
  readonly progress?: (step: { readonly what: string; readonly done: number; readonly total: number }) => void;
  /** No further skill is looked at (SK604). */
  readonly signal?: StopSignal;
}

export async function auditSkills(paths: readonly string[], options: AuditSkillsOptions = {}): Promise<AuditReport> {
  const context = await prepare(options);
  const targets = paths.length > 0 ? namedTargets(paths, context) : await foundTargets(options, context);
  const { auditDirectory } = await import("../../trust/audit/audit-directory.ts");
  const { files, config, cwd } = context;
  const audit = {
    files,
    suppressions: config.suppressions,
    digest: digestOf,
    matches: matchPattern,
    options: coverageOf,
  };
  const skills: AuditedSkill[] = [];
  for (const target of targets) {
    options.progress?.({ what: basename(target.directory), done: skills.length, total: targets.length });
    skills.push(await auditDirectory(target, audit));
    if (options.signal) await turn(options.signal);
  }
  const settings = new Set(["SK030", "SK031", "SK032"]);
  return { cwd, skills, diagnostics: context.diagnostics.filter(({ code }) => settings.has(code)) };
}

/** Reading is synchronous; somebody who wants to stop it must get a turn. */
async function turn(signal: StopSignal): Promise<void> {
  await new Promise((resume) => setImmediate(resume));
  if (signal.aborted) throw new OperationError("SK604", "the audit was stopped", { hint: "run it again" });
}

function digestOf({ files }: Bundle): string {
  return digestFiles(files.map((file) => ({ ...file, path: Buffer.from(file.path) })));
}

/** [G22] A skill's directory, its SKILL.md, a directory of skills, or a single file of instructions. */
function namedTargets(paths: readonly string[], { cwd, files }: LoadContext): AuditTarget[] {
  const targets = new Map<string, AuditTarget>();
  for (const path of paths) {
    const real = realTarget(resolve(cwd, path), files);
    const { kind } = files.stat(real);
    if (kind !== "directory" && kind !== "file") throw noTarget(`\`${path}\` is neither a directory nor a file`);
    if (kind === "directory") {
      const found = skillDirectories(real, files);
      for (const directory of found.length > 0 ? found : [real]) targets.set(directory, { directory });
    } else if (basename(real).toLowerCase() === "skill.md") targets.set(dirname(real), { directory: dirname(real) });
    else targets.set(real, { directory: real, file: real });
  }
  return sorted(targets);
}

function realTarget(path: string, files: LoadContext["files"]): string {
  try {
    return files.realPath(path);
  } catch (error) {
    if (systemCode(error) === "") throw error;
    throw noTarget(`there is no \`${path}\``, error);
  }
}

function noTarget(message: string, cause?: unknown): OperationError {
  return new OperationError("SK022", message, {
    hint: "name a SKILL.md, a skill's directory, or a directory of skills",
    cause,
  });
}

/** Deeper than any real collection. */
const MAX_DEPTH = 12;
const MAX_DIRECTORIES = 50_000;
const SKIPPED: ReadonlySet<string> = new Set([".git", "node_modules"]);

/** The outermost directories with a SKILL.md; what lies below one is part of that skill. */
function skillDirectories(root: string, files: LoadContext["files"]): string[] {
  const found: string[] = [];
  const pending = [{ path: root, depth: 0 }];
  for (let at = 0; at < pending.length && at < MAX_DIRECTORIES; at++) {
    const { path, depth } = pending[at] as { path: string; depth: number };
    const listing = listOrNothing(path, files);
    if (listing === undefined) continue;
    if ([...listing.files, ...listing.links].some((name) => name.toLowerCase() === "skill.md")) found.push(path);
    else if (depth < MAX_DEPTH)
      for (const name of listing.directories)
        if (!SKIPPED.has(name)) pending.push({ path: `${path}/${name}`, depth: depth + 1 });
  }
  return found;
}

function listOrNothing(
  path: string,
  files: LoadContext["files"],
): ReturnType<LoadContext["files"]["readDirectory"]> | undefined {
  try {
    return files.readDirectory(path);
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return undefined;
  }
}

/** Every skill of the snapshot, whatever became of it; rejected ones are the most worth a look. */
async function foundTargets(options: LoadOptions, { files }: LoadContext): Promise<AuditTarget[]> {
  const { snapshot } = await loadSkills(options);
  const targets = new Map<string, AuditTarget>();
  for (const directory of directoriesOf(snapshot)) {
    if (!files.exists(directory)) continue;
    const real = files.realPath(directory);
    targets.set(real, { directory: real });
  }
  return sorted(targets);
}

function directoriesOf({ skills, shadowed, disabled, ineligible, rejected }: Snapshot): string[] {
  const loaded = [...skills, ...shadowed, ...disabled, ...ineligible].map(({ skill }) => skill.directory);
  return [...loaded, ...rejected.map(({ path }) => dirname(path))];
}

function sorted(targets: ReadonlyMap<string, AuditTarget>): AuditTarget[] {
  return [...targets.values()].sort((a, b) => (a.directory < b.directory ? -1 : a.directory > b.directory ? 1 : 0));
}
