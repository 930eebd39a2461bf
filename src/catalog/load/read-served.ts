/**
 * Conductor: a skill that a source has → its files, read from there. What the source withholds is not given, and says why; a
 * server's file is held to its entry by the source itself.
 */
import { MAX_SIDECAR_BYTES, SIDECAR_FILES } from "../../format/parse/sidecar-files.ts";
import type { Sidecar, Skill } from "../../model/skills/skill.ts";
import type { SkillSource } from "../../model/skills/source.ts";
import type { LoadOptions } from "./load.ts";
import { pathsOf } from "./read-source.ts";

export interface SourceFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Every file of the skill's directory. Of a server's skill those are left out that would ask for something. */
export async function readSourceFiles(skill: Skill, options: LoadOptions): Promise<readonly SourceFile[]> {
  const files: SourceFile[] = [];
  for (const path of await ownPaths(skill, options))
    if (!(skill.root.foreign && SIDECAR_FILES.includes(path)))
      files.push({ path, bytes: await sourceOf(skill, options).read(inSource(skill, path)) });
  return files;
}

/** What the sidecar of a server's skill says, to be told to a person; nothing of it counts for the skill. */
export async function readServedSidecar(skill: Skill, options: LoadOptions): Promise<Sidecar | undefined> {
  const paths = await ownPaths(skill, options);
  const found: { path: string; text: string }[] = [];
  for (const path of SIDECAR_FILES.filter((each) => paths.includes(each))) {
    const bytes = await sourceOf(skill, options).read(inSource(skill, path));
    if (bytes.length <= MAX_SIDECAR_BYTES) found.push({ path, text: Buffer.from(bytes).toString("utf8") });
  }
  if (found.length === 0) return undefined;
  const { parseSidecars } = await import("../../format/parse/parse-sidecar.ts");
  return parseSidecars(found).sidecar;
}

/** From the skill's directory, sorted, each once: a skill inside of it is part of it. */
async function ownPaths(skill: Skill, options: LoadOptions): Promise<readonly string[]> {
  const below = inSource(skill, "");
  const { paths } = await pathsOf(sourceOf(skill, options));
  const own = paths.filter((path) => path.startsWith(below)).map((path) => path.slice(below.length));
  return [...new Set(own)].sort();
}

/** Sources stand at the root, each under its name. */
function inSource({ root, directory }: Skill, path: string): string {
  const place = directory.slice(root.path.length + 1);
  return place === "" ? path : `${place}/${path}`;
}

function sourceOf({ root }: Skill, { sources = [] }: LoadOptions): SkillSource {
  const found = sources.find(({ name }) => name === root.source);
  if (found) return found;
  throw new Error(`the source \`${root.source}\` is none of this load`);
}
