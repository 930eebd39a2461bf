/** Checks paths of requests: a request may access only the project and the roots. */

import { isAbsolute, resolve } from "node:path";
import { OperationError } from "../../../model/errors.ts";
import { skillsOfEveryOutcome } from "../../../model/skills/snapshot.ts";
import { isInside } from "../../../model/text/is-inside.ts";
import { foldCase } from "../../../model/text/text.ts";
import { realTarget } from "../../../platform/files/real-target.ts";
import type { HttpContext } from "../http-context.ts";

/**
 * Returns the real path, which must be in the project or in a root. If an untrusted project adds a directory as a root,
 * this root is not accepted.
 */
export async function pathInProject(path: string, desk: HttpContext): Promise<string> {
  const real = realTarget(resolve(desk.projectRoot, path));
  const { snapshot } = await desk.skills();
  const roots = snapshot.roots.filter((root) => root.trusted).map((root) => root.path);
  const allowed = [desk.projectRoot, ...roots].flatMap((root) => realTarget(root) ?? []);
  const root = allowed.find((each) => real !== undefined && isInside(real, each));
  if (real !== undefined && root !== undefined) {
    if (!isInGitDirectory(real.slice(root.length))) return real;
    throw new OperationError("SK922", `\`${path}\` is in a \`.git\` directory, where git finds programs`, {
      hint: "name another directory",
    });
  }
  throw new OperationError("SK922", `\`${path}\` is outside of the project and of every root`, {
    hint: "`GET /api/roots` lists the allowed directories",
  });
}

export async function pathsInProject(paths: readonly string[], desk: HttpContext): Promise<string[]> {
  return Promise.all(paths.map((path) => pathInProject(path, desk)));
}

/**
 * Resolves a skill in a request. A name or an id is returned unchanged. A path must be a path that requests may access.
 */
export async function resolveRequestedSkill(skill: string, desk: HttpContext): Promise<string> {
  const isPath = isAbsolute(skill) || skill.startsWith("./") || skill.startsWith("..");
  return (isPath ? await knownPath(skill, desk) : skill).replace(/\/SKILL\.md$/i, "");
}

/** Checks a path of a request. A path that is part of a snapshot needs no further check. */
async function knownPath(path: string, desk: HttpContext): Promise<string> {
  const known = skillsOfEveryOutcome((await desk.skills()).snapshot);
  const found = known.some((skill) => skill.path === path || skill.directory === path);
  return found ? path : pathInProject(path, desk);
}

function isInGitDirectory(path: string): boolean {
  return path.split(/[\\/]/).some((name) => foldCase(name) === ".git");
}
