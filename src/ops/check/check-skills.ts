/**
 * Checks skills for their authors and returns all findings, including advice. It searches every given path for skills.
 * Without a path it checks the project's own roots. With `fix` it first makes the mechanical repairs.
 */
import { type LoadContext, type LoadOptions, prepareLoad } from "../../catalog/load/load.ts";
import type { Fix } from "../../format/fix/plan-fix.ts";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { compareDiagnostics } from "../../model/diagnostics/make-diagnostic.ts";
import { mergeCopies, type SkillCopies } from "./find-copies.ts";
import { applyFix, planFixes } from "./fix-skills.ts";
import type { LockedSkill } from "./locked-skills.ts";
import { type CheckTargets, collectSkillsToCheck } from "./look-at-skills.ts";

export interface CheckOptions extends LoadOptions {
  /**
   * `apply` makes mechanical repairs, and `plan` only plans them. `planned` is called before each repair and can throw
   * to prevent it.
   */
  readonly fix?: "apply" | "plan";
  readonly planned?: (fix: Fix) => void | Promise<void>;
  /** Hosts whose behaviour is also checked: names as in `--host`, or `all` for all verified hosts. */
  readonly targets?: readonly string[];
  /** True to accept a path without any skill (default: it is reported). */
  readonly allowEmpty?: boolean;
}

export interface CheckReport {
  readonly cwd: string;
  /** Real paths of the directories and files that were searched. */
  readonly searched: readonly string[];
  /** The checked skill files, sorted. Identical copies are listed once. */
  readonly files: readonly string[];
  /** Files that no host can load. Such a file may have no error finding, for example if it is a broken symlink. */
  readonly rejected: readonly string[];
  /** Checked files that have identical copies. The copies are not in `files`. */
  readonly copies: readonly SkillCopies[];
  /**
   * Skills that a `skills.lock` in the checked directories lists. They are not checked, because the author did not
   * write them.
   */
  readonly installed: readonly LockedSkill[];
  readonly diagnostics: readonly Diagnostic[];
  /** Files that were repaired. If `fix` is `plan`, files that would be repaired. */
  readonly fixed: readonly string[];
}

/**
 * Maximum rounds of repairs. A repair can reveal another problem. For example, a quoted value may turn out to be a
 * wrong name.
 */
const MAX_ROUNDS = 4;

/** Checks skill files and directories, and returns every finding with its position. */
export async function checkSkills(paths: readonly string[], options: CheckOptions = {}): Promise<CheckReport> {
  const context = await prepareLoad(options);
  const { searched, trees, targets, writable } = await targetsOf(paths, options, context);
  const fixed = new Set<string>();
  const failed = new Map<string, Diagnostic>();
  let looked = await collectSkillsToCheck(targets, context);
  for (let round = 0; options.fix !== undefined && round < MAX_ROUNDS; round++) {
    const fixes = planFixes(looked, writable, context).filter(({ path }) => !failed.has(path));
    for (const fix of fixes) {
      await options.planned?.(fix);
      const failure = options.fix === "apply" ? applyFix(fix) : undefined;
      if (failure) failed.set(fix.path, failure);
      else fixed.add(fix.path);
    }
    if (fixes.length === 0 || options.fix === "plan") break;
    looked = await collectSkillsToCheck(targets, context);
  }
  const { copies, installed } = looked;
  const repeated = new Set(copies.flatMap((each) => each.copies));
  const isFirst = (path: string): boolean => !repeated.has(path);
  const files = looked.files.filter(isFirst);
  const hosts = options.targets
    ? await (await import("./check-targets.ts")).checkTargets(files, options.targets, trees, context)
    : [];
  const diagnostics = [...mergeCopies([...looked.diagnostics, ...failed.values()], copies), ...hosts];
  return {
    cwd: context.cwd,
    searched,
    files,
    rejected: looked.rejected.filter(isFirst),
    copies,
    installed,
    diagnostics: diagnostics.sort(compareDiagnostics),
    fixed: [...fixed].sort(),
  };
}

async function targetsOf(
  paths: readonly string[],
  { allowEmpty = false }: CheckOptions,
  context: LoadContext,
): Promise<{ searched: string[]; trees: string[]; targets: CheckTargets; writable: string[] }> {
  if (paths.length === 0) {
    const roots = projectRoots(context);
    return { searched: roots, trees: [context.cwd], targets: { roots }, writable: writableDirectories(context) };
  }
  const { resolvePaths } = await import("./named-paths.ts");
  const named = resolvePaths(paths, context);
  const trees = named.filter(({ kind }) => kind === "directory").map(({ path }) => path);
  const searched = named.map(({ path }) => path);
  return { searched, trees, targets: { named, allowEmpty }, writable: searched };
}

/**
 * Returns the directories in which repairs may write: the project, the working directory, and the roots that the user
 * named.
 */
function writableDirectories({ cwd, projectRoot, files, roots }: LoadContext): string[] {
  const named = roots.filter(({ exists, namedBy }) => exists && namedBy !== "project").map(({ path }) => path);
  return [...[cwd, projectRoot].map((path) => files.realPath(path)), ...named];
}

/**
 * Returns the directories to check if the user gives no path: the working directory, the project's roots, and
 * configured roots.
 */
function projectRoots({ cwd, files, profile, roots }: LoadContext): string[] {
  const configured = roots.filter((root) => root.exists && (root.scope === "extra" || root.scope === "repo"));
  const here = profile.roots
    .filter(({ path }) => path.startsWith("{project}"))
    .map(({ path }) => cwd + path.slice("{project}".length))
    .filter((path) => files.exists(path));
  const all = [...new Set([cwd, ...configured.map(({ path }) => path), ...here])].sort();
  const isInside = (root: string, other: string): boolean =>
    other !== root && root.startsWith(`${other}/`) && !root.slice(other.length).includes("/.");
  return all.filter((root) => !all.some((other) => isInside(root, other)));
}
