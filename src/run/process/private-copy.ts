/**
 * A skill's files, read once: the bytes that are hashed are the bytes that are written into a directory of our own, and
 * that is where commands find them. What changes on the disk afterwards changes neither the digest nor what runs.
 */
import { createHash } from "node:crypto";
import { OperationError } from "../../model/errors.ts";
import { directoryOfSkill, type Skill } from "../../model/skills/skill.ts";
import type { SkillSource } from "../../model/skills/source.ts";
import { baseName } from "../../model/text/text.ts";
import type { Files } from "../../platform/files/files.ts";
import { makeDirectories } from "../../platform/writing/write-file.ts";
import { temporaryDirectory, writeNewFile } from "../../platform/writing/write-tree.ts";
import { verifyBytes } from "../../trust/approvals/verify-bytes.ts";
import { DIGEST_LIMITS, type DigestedFile, digestFiles, directoryFiles } from "../../trust/bundle/digest.ts";

export interface PrivateCopy {
  readonly directory: string;
  /** Digest of the whole skill, from `digestDirectory`. */
  readonly digest: string;
  /** Of one file, `sha256:…`; undefined where there is none. */
  digestOf(path: string): string | undefined;
  remove(): void;
}

export interface SkillFiles {
  readonly files: Files;
  /** Where the skill does not come from a disk. */
  readonly source?: SkillSource | undefined;
}

/** Throws SK304 for what cannot be hashed, SK503 for what is not as approved, SK601 where nothing can be written. */
export async function copySkill(skill: Skill, place: SkillFiles): Promise<PrivateCopy> {
  const found = await filesOf(skill, place);
  const temporary = temporaryDirectory();
  const directory = `${temporary.path}/${baseName(skill.directory) || "skill"}`;
  const digests = new Map<string, string>();
  try {
    const digest = digestFiles(copied(found, directory, skill, digests));
    return { directory, digest, digestOf: (path) => digests.get(path), remove: () => temporary.remove() };
  } catch (error) {
    temporary.remove();
    throw error;
  }
}

/** One file in memory at a time, where they come from a disk. */
async function filesOf(skill: Skill, { files, source }: SkillFiles): Promise<Iterable<DigestedFile>> {
  if (source) return sourceFiles(skill, source);
  const directory = directoryOfSkill(skill);
  // A skill that is a single file has its neighbours' directory; they are none of its own.
  if (baseName(skill.path).toLowerCase() !== "skill.md") return [singleFile(skill, files)];
  return directoryFiles(directory, files, DIGEST_LIMITS);
}

function singleFile({ path }: Skill, files: Files): DigestedFile {
  return { path: Buffer.from(baseName(path)), executable: false, bytes: files.readFile(path, DIGEST_LIMITS.maxBytes) };
}

async function sourceFiles({ directory, root }: Skill, source: SkillSource): Promise<readonly DigestedFile[]> {
  const prefix = directory === root.path ? "" : `${directory.slice(root.path.length + 1)}/`;
  const paths = (await source.list()).filter((path) => path.startsWith(prefix)).slice(0, DIGEST_LIMITS.maxFiles);
  const found: DigestedFile[] = [];
  for (const path of paths) {
    const own = path.slice(prefix.length);
    if (own.split("/").some((part) => part === "" || part === "." || part === "..")) continue;
    found.push({ path: Buffer.from(own), executable: false, bytes: await source.read(path) });
  }
  return found.sort((a, b) => Buffer.compare(a.path, b.path));
}

function* copied(
  found: Iterable<DigestedFile>,
  directory: string,
  skill: Skill,
  digests: Map<string, string>,
): Generator<DigestedFile> {
  makeDirectories(directory);
  for (const file of found) {
    const path = Buffer.from(file.path).toString("utf8");
    verifyBytes(skill, path, file.bytes);
    write(`${directory}/${path}`, file);
    digests.set(path, `sha256:${createHash("sha256").update(file.bytes).digest("hex")}`);
    yield file;
  }
}

function write(path: string, { bytes, executable }: DigestedFile): void {
  try {
    makeDirectories(path.slice(0, path.lastIndexOf("/")));
    writeNewFile(path, bytes, executable ? 0o755 : 0o644);
  } catch (error) {
    throw new OperationError("SK601", `\`${path}\` cannot be written`, {
      hint: "check that there is room in the directory for temporary files",
      cause: error,
    });
  }
}
