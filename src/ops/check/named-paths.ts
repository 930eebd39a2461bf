/**
 * Resolves the paths that a user passes to `check` and `audit`: source trees, skill files, or other files. Both
 * commands find the same skills in a tree as `add` does.
 */

import { basename, dirname, join, resolve } from "node:path";
import type { LoadContext } from "../../catalog/load/load.ts";
import { treeFindings } from "../../catalog/scan/tree-findings.ts";
import { expandHome } from "../../hosts/roots/templates.ts";
import type { TreeSkill } from "../../install/fetch/find-skills.ts";
import { readSourceTree, type SourceTree } from "../../install/fetch/local/source-tree.ts";
import { entryPath } from "../../install/fetch/local/walk-tree.ts";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import { OperationError, systemCode } from "../../model/errors.ts";
import { isSkillFile } from "../../model/skills/skill.ts";
import { hideSecretsInPath } from "../../model/text/display/without-secrets.ts";
import { compareText } from "../../model/text/text.ts";

export interface NamedPath {
  /** Absolute path whose parent directory is a real path. */
  readonly path: string;
  readonly kind: "directory" | "skill file" | "other file";
}

type PathContext = Pick<LoadContext, "cwd" | "environment" | "files" | "config">;

/** Throws SK022 for a path that does not exist, or is neither a directory nor a file. */
export function resolvePaths(paths: readonly string[], place: PathContext): NamedPath[] {
  const named = paths.map((path) => resolvePath(path, place));
  return [...new Map(named.map((each) => [each.path, each])).values()];
}

function resolvePath(given: string, { cwd, environment, files }: PathContext): NamedPath {
  const path = resolve(cwd, expandHome(given, environment));
  try {
    const { kind } = files.stat(path);
    if (kind === "directory") return { path: files.realPath(path), kind };
    if (kind === "file") {
      const real = join(files.realPath(dirname(path)), basename(path));
      return { path: real, kind: isSkillFile(real) ? "skill file" : "other file" };
    }
  } catch (error) {
    if (systemCode(error) === "") throw error;
    throw notThere(`there is no file or directory \`${hideSecretsInPath(path)}\``, error);
  }
  throw notThere(`\`${path}\` is neither a directory nor a file`);
}

function notThere(message: string, cause?: unknown): OperationError {
  return new OperationError("SK022", message, {
    hint: "name a SKILL.md, a skill's directory, or a directory with skills in it",
    cause,
  });
}

/** A skill file that a path leads to, with absolute paths. */
export interface NamedSkill extends TreeSkill {
  readonly root: string;
}

/** The contents of one path. */
export interface NamedTree {
  readonly skills: readonly NamedSkill[];
  /** Absolute paths of the `skills.lock` files in this tree. */
  readonly locks: readonly string[];
}

export interface NamedSkills {
  readonly trees: readonly NamedTree[];
  /** Findings about an incomplete search, and about paths without a skill. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface FindOptions {
  /** True to accept a path without any skill (default: it is reported). */
  readonly allowEmpty?: boolean | undefined;
  readonly onStep?: () => void;
}

/** Finds the skills of every path. A file that is not a skill file contains none. */
export function findNamedSkills(
  named: readonly NamedPath[],
  place: PathContext,
  options: FindOptions = {},
): NamedSkills {
  const { files, environment, config } = place;
  const roots = named.flatMap(({ path, kind }) => (kind === "directory" ? [path] : []));
  const walk = { files, environment, limits: config.limits, ...(options.onStep ? { onStep: options.onStep } : {}) };
  const diagnostics: Diagnostic[] = [];
  const trees = named.map(({ path, kind }): NamedTree => {
    if (kind === "skill file") return { skills: [skillAt(path, files)], locks: [] };
    const tree = kind === "directory" ? readSourceTree(path, walk, roots) : undefined;
    const isEmpty = tree === undefined || (tree.skills.length === 0 && isComplete(tree.walked));
    if (isEmpty && !options.allowEmpty) diagnostics.push(noSkillIn(path, kind));
    if (tree === undefined) return { skills: [], locks: [] };
    diagnostics.push(...treeFindings(tree));
    return { skills: skillsOf(tree), locks: tree.locks };
  });
  return { trees, diagnostics };
}

/** Returns true if the search was complete. Only a complete search proves that a tree contains no skill. */
function isComplete({ limit, unreadable }: SourceTree["walked"]): boolean {
  return limit === undefined && unreadable.length === 0;
}

/**
 * Returns skill files sorted by path, without duplicates. If the user named a path directly, that entry takes
 * precedence over an entry from a tree.
 */
export function uniqueSkills(trees: readonly Pick<NamedTree, "skills">[]): NamedSkill[] {
  const found = new Map<string, NamedSkill>();
  for (const skill of trees.flatMap(({ skills }) => skills)) {
    const known = found.get(skill.path);
    if (known === undefined || skill.root.length > known.root.length) found.set(skill.path, skill);
  }
  return [...found.values()].sort((a, b) => compareText(a.path, b.path));
}

/** Returns the skill at a named path. If the path no longer exists, a repair may have renamed the file to SKILL.md. */
function skillAt(named: string, files: LoadContext["files"]): NamedSkill {
  const directory = dirname(named);
  const path = files.exists(named) ? named : join(directory, "SKILL.md");
  return { path, directory, root: directory, kind: files.lstat(path).kind === "link" ? "link" : "file" };
}

function skillsOf({ root, skills }: SourceTree): NamedSkill[] {
  return skills.map(({ path, directory, kind, inside }) => ({
    path: entryPath(root, path),
    directory: entryPath(root, directory),
    kind,
    root,
    ...(inside === undefined ? {} : { inside: entryPath(root, inside) }),
  }));
}

function noSkillIn(path: string, kind: NamedPath["kind"]): Diagnostic {
  return diagnostic("SK647", {
    path,
    message: kind === "directory" ? "there is no SKILL.md in this directory" : "this file is not a SKILL.md",
    help: "name a skill, or a directory with skills in it; to accept a directory without skills, pass `--allow-empty`",
  });
}
