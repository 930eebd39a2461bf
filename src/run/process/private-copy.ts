/**
 * Copies a skill's files into a private directory, in which commands run. The hashed bytes are exactly the written
 * bytes, so later changes of the original files affect neither the digest nor the commands.
 */
import { createHash } from "node:crypto";
import { OperationError } from "../../model/errors.ts";
import { directoryOfSkill, type Skill } from "../../model/skills/skill.ts";
import type { SkillSource } from "../../model/skills/skill-source.ts";
import { baseName, parentPath } from "../../model/text/text.ts";
import type { Files } from "../../platform/files/files.ts";
import { makeDirectories } from "../../platform/writing/write-file.ts";
import { temporaryDirectory, writeNewFile } from "../../platform/writing/write-tree.ts";
import { verifyBytes } from "../../trust/approvals/verify-bytes.ts";
import { DIGEST_LIMITS, type DigestedFile, digestFiles, directoryFiles } from "../../trust/bundle/digest.ts";

export interface PrivateCopy {
  readonly directory: string;
  /** Digest of the whole skill, from `digestDirectory`. */
  readonly digest: string;
  /** Returns the digest `sha256:…` of one file; undefined if the file does not exist. */
  digestOf(path: string): string | undefined;
  remove(): void;
}

export interface SkillFileSource {
  readonly files: Files;
  /** The source of the skill, if it is not on a disk. */
  readonly source?: SkillSource | undefined;
}

/**
 * Throws SK304 for files that cannot be hashed, SK503 for files that differ from the approval, and SK601 if the copy
 * cannot be written.
 */
export async function copySkill(skill: Skill, place: SkillFileSource): Promise<PrivateCopy> {
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

/** Returns the files of a skill. Each file is read only when it is requested, to save memory. */
async function filesOf(skill: Skill, { files, source }: SkillFileSource): Promise<Iterable<DigestedFile>> {
  if (source) return sourceFiles(skill, source);
  const directory = directoryOfSkill(skill);
  // A single-file skill shares its directory with unrelated files, so only the skill's own file is copied.
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
    makeDirectories(parentPath(path));
    writeNewFile(path, bytes, executable ? 0o755 : 0o644);
  } catch (error) {
    throw new OperationError("SK601", `\`${path}\` cannot be written`, {
      hint: "check that there is room in the directory for temporary files",
      cause: error,
    });
  }
}
