/** Reads the current body and frontmatter of a skill. */
import { hash } from "node:crypto";
import { nameByDirectory } from "../../format/parse/build-skill.ts";
import { splitFrontmatter } from "../../format/parse/split-frontmatter.ts";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { OperationError, undefinedIfRefused } from "../../model/errors.ts";
import type { Limits } from "../../model/limits.ts";
import type { Skill } from "../../model/skills/skill.ts";
import { byteOffset, decodeText } from "../../model/text/decode.ts";
import { isInside } from "../../model/text/is-inside.ts";
import { baseName } from "../../model/text/text.ts";
import type { Files } from "../../platform/files/files.ts";
import { nodeFiles } from "../../platform/files/node-files.ts";
import type { LoadOptions } from "../load/load.ts";
import { requireSkillSource } from "./read-source.ts";

/** The current file of a skill. */
export interface CurrentSkill {
  /** The skill with its current frontmatter, or with the last valid frontmatter if the file is broken. */
  readonly skill: Skill;
  /** The reason why the file is no longer a valid skill. */
  readonly broken?: Diagnostic;
  readonly text: string;
  /** Offset of the body in the text. */
  readonly bodyAt: number;
  /** Computes the digest of the file on demand. */
  readonly digest: () => string;
  /** Returns the body unchanged, with its original line ends. */
  readonly verbatim: () => string;
  /** Returns the byte offset of a character. For unusual encodings, it is the byte offset of the character's line. */
  byteAt(offset: number): number;
}

export async function readBody(
  skill: Skill,
  options: LoadOptions,
  limits: Limits,
): Promise<{ skill: Skill; body: string }> {
  // If the file broke after it was listed, the skill keeps its last valid metadata, and the text is given out
  // unchanged.
  const { skill: current, text, bodyAt } = await readCurrentSkill(skill, options, limits);
  return { skill: current, body: text.slice(bodyAt) };
}

/** Reads the file. It parses the frontmatter only if it has changed. */
export async function readCurrentSkill(skill: Skill, options: LoadOptions, limits: Limits): Promise<CurrentSkill> {
  const same = readUnchangedSkill(skill, options, limits);
  if (same) return same;
  const bytes = await readBytes(skill, options, limits.maxSkillBytes);
  const decoded = decodeText(bytes);
  const { text } = decoded;
  const found = splitFrontmatter(text);
  const header = "code" in found ? "" : text.slice(found.start, found.end);
  const bodyAt = "code" in found ? 0 : found.body;
  const byteAt = (offset: number): number =>
    decoded.notes.length === 0 ? bytesOf(text, offset) : byteOffset(bytes, decoded, offset);
  const read = {
    text,
    bodyAt,
    digest: () => digestOf(bytes),
    verbatim: () => UTF8.decode(bytes.subarray(byteAt(bodyAt))),
    byteAt,
  };
  if (header === skill.header) return { skill, ...read };
  const { parseCareful } = await import("../../format/parse/parse-careful.ts");
  const { skill: parsed, diagnostics } = parseCareful(skill, bytes, limits.maxFrontmatterBytes, skill.sidecar);
  if (parsed && parsed.description !== "") {
    const named = nameByDirectory(parsed);
    // If the `name` was removed, the skill is named after its directory. It is the same skill only if it had that name
    // before.
    if (parsed.name !== "" || named.name === skill.name) return { skill: named, ...read };
  }
  return { skill, broken: diagnostics.find((each) => each.severity === "error") ?? incomplete(skill, parsed), ...read };
}

const UTF8 = new TextDecoder();

/** One buffer for all files, because allocating ten kilobytes takes longer than reading them. */
const SCRATCH = Buffer.allocUnsafeSlow(65_536);

/** Reads a plain file with unchanged frontmatter. This is the fast path; `readCurrentSkill` handles all other files. */
export function readUnchangedSkill(
  skill: Skill,
  { files = nodeFiles }: LoadOptions,
  limits: Limits,
): CurrentSkill | undefined {
  if (skill.root.source !== undefined || skill.approved !== undefined || leavesRoot(skill, files)) return undefined;
  const bytes = undefinedIfRefused(() => files.readHead(skill.path, SCRATCH, limits.maxSkillBytes)) ?? 0;
  if (bytes <= 0 || bytes === SCRATCH.length) return undefined;
  const text = SCRATCH.toString("utf8", 0, bytes);
  const { header } = skill;
  const bodyAt = header.length + FENCES;
  const known = text.startsWith("---\n") && text.startsWith(header, 4) && text.startsWith("---\n", bodyAt - 4);
  if (!known || text.includes("\r") || text.includes("\ufffd")) return undefined;
  return {
    skill,
    text,
    bodyAt,
    digest: () => digestOf(text),
    verbatim: () => text.slice(bodyAt),
    byteAt: (offset) => bytesOf(text, offset),
  };
}

/** Number of characters of the two lines `---` around the frontmatter, with their line ends. */
const FENCES = 8;

function digestOf(content: string | Uint8Array): string {
  return `sha256:${hash("sha256", content, "hex")}`;
}

function bytesOf(text: string, offset: number): number {
  return Buffer.byteLength(text.slice(0, offset));
}

function incomplete(skill: Skill, parsed: Skill | undefined): Diagnostic {
  const missing = parsed?.name === "" ? "name" : "description";
  return {
    code: missing === "name" ? "SK101" : "SK102",
    severity: "error",
    path: skill.path,
    message: `the frontmatter has no \`${missing}\``,
  };
}

async function readBytes(skill: Skill, options: LoadOptions, maxBytes: number): Promise<Uint8Array> {
  const { files = nodeFiles } = options;
  try {
    if (leavesRoot(skill, files))
      throw new OperationError("SK018", `\`${skill.path}\` leads out of its root now`, {
        hint: "replace it by a real file",
      });
    if (skill.root.source === undefined) return await verified(skill, files.readFile(skill.path, maxBytes));
    return await requireSkillSource(skill, options).read(skill.path.slice(skill.root.path.length + 1));
  } catch (error) {
    if (error instanceof OperationError) throw error;
    throw new OperationError("SK004", `\`${skill.path}\` cannot be read any more`, {
      hint: "the file was moved or removed after it was listed; reload the skills",
      cause: error,
    });
  }
}

/** Returns true if a symlink has replaced the file, in a root whose symlinks must not lead out. */
function leavesRoot({ root, path }: Skill, files: Files): boolean {
  if (!root.linksInside || root.source !== undefined) return false;
  const real = undefinedIfRefused(() => files.realPath(path));
  return real !== undefined && !isInside(real, root.path);
}

/** Returns the approved bytes, or throws. */
async function verified(skill: Skill, bytes: Uint8Array): Promise<Uint8Array> {
  if (skill.approved === undefined) return bytes;
  const { verifyBytes } = await import("../../trust/approvals/verify-bytes.ts");
  verifyBytes(skill, baseName(skill.path), bytes);
  return bytes;
}
