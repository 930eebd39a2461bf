/** Lists and reads the files of a skill from a `SkillSource`, with the same checks as for files on the disk. */

import type { Resource } from "../../model/conversation/activation.ts";
import type { Skill } from "../../model/skills/skill.ts";
import type { SkillSource } from "../../model/skills/skill-source.ts";
import { reasonOf } from "../../model/text/display/foreign-text.ts";
import { parentPath } from "../../model/text/text.ts";
import { type ByteRange, cutRange, type ResourceText } from "./cut-range.ts";
import {
  chooseShownPaths,
  isSkippedName,
  type ListedResources,
  missingFileRefusal,
  type ResourceRefusal,
  resourceRefusal,
  whyPathIsRefused,
} from "./resources.ts";

/** Lists the files of a skill. If the source fails, the list is empty. */
export async function listSourceBundle(skill: Skill, source: SkillSource): Promise<ListedResources> {
  const prefix = sourcePathPrefix(skill);
  try {
    const { shown, more } = chooseShownPaths((await pathsOf(skill, source)).filter((path) => path !== "SKILL.md"));
    const resources: Resource[] = [];
    for (const path of shown) resources.push({ path, bytes: await sizeOf(prefix + path, source) });
    return { resources, more };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { resources: [], more: 0 };
  }
}

/** Reads a file of a source. It refuses a file that the source does not list. */
export async function readSourceResource(
  skill: Skill,
  source: SkillSource,
  path: string,
  range: ByteRange = {},
): Promise<ResourceText | ResourceRefusal> {
  const clean = path.replace(/^(?:\.\/)+/, "");
  const wrong = whyPathIsRefused(clean);
  if (wrong) return wrong;
  try {
    const paths = await pathsOf(skill, source);
    if (!paths.includes(clean)) return missingFileRefusal(clean, paths);
    return cutRange(await source.read(sourcePathPrefix(skill) + clean), range);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return resourceRefusal("SK333", `the source \`${source.name}\` cannot return the file (${reasonOf(error)})`);
  }
}

/** Returns paths relative to the skill's directory, without hidden files and nested skills. */
async function pathsOf(skill: Skill, source: SkillSource): Promise<string[]> {
  const own = await listSourceSkillFiles(skill, source);
  const inner = new Set(own.filter((path) => path.endsWith("/SKILL.md")).map((path) => parentPath(path)));
  return own.filter((path) => {
    for (let above = parentPath(path); above !== ""; above = parentPath(above)) if (inner.has(above)) return false;
    return true;
  });
}

/** Returns paths relative to the skill's directory, including SKILL.md and nested skills. */
export async function listSourceSkillFiles(skill: Skill, source: SkillSource): Promise<string[]> {
  const prefix = sourcePathPrefix(skill);
  return (await source.list())
    .filter((path) => path.startsWith(prefix))
    .map((path) => path.slice(prefix.length))
    .filter((path) => !path.split("/").some((part) => isSkippedName(part)));
}

/**
 * Returns the path prefix of the skill's files. A source names each file by its path from the source's top directory.
 */
export function sourcePathPrefix({ directory, root }: Skill): string {
  return directory === root.path ? "" : `${directory.slice(root.path.length + 1)}/`;
}

async function sizeOf(path: string, source: SkillSource): Promise<number> {
  return source.size ? source.size(path) : (await source.read(path)).length;
}
