/** Conductor: a skill's body, fresh from where it lives, together with what its frontmatter says now. */
import { hash } from "node:crypto";
import { splitFrontmatter } from "../../format/parse/split-frontmatter.ts";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { OperationError, unlessRefused } from "../../model/errors.ts";
import type { Limits } from "../../model/limits.ts";
import type { Skill } from "../../model/skills/skill.ts";
import { byteOffset, decode } from "../../model/text/decode.ts";
import { isInside } from "../../model/text/is-inside.ts";
import { baseName } from "../../model/text/text.ts";
import type { Files } from "../../platform/files/files.ts";
import { nodeFiles } from "../../platform/files/node-files.ts";
import type { LoadOptions } from "../load/load.ts";
import { sourceOf } from "./read-source.ts";

/** A skill's file as it is now. */
export interface CurrentSkill {
  /** With what the frontmatter says now; the last good one where it is broken. */
  readonly skill: Skill;
  /** Why the file is no skill any more. */
  readonly broken?: Diagnostic;
  readonly text: string;
  /** Where the body begins in the text. */
  readonly bodyAt: number;
  /** Of the file; made when it is asked for. */
  readonly digest: () => string;
  /** The body as it stands in the file, line ends and all. */
  readonly verbatim: () => string;
  /** The byte of the file at which a character of the text stands; in an odd encoding, the beginning of its line. */
  byteAt(offset: number): number;
}

export async function readBody(
  skill: Skill,
  options: LoadOptions,
  limits: Limits,
): Promise<{ skill: Skill; body: string }> {
  // Broken since it was listed: the last good metadata stays, and the text is handed out as it is.
  const { skill: current, text, bodyAt } = await readCurrentSkill(skill, options, limits);
  return { skill: current, body: text.slice(bodyAt) };
}

/** Reads the file; its frontmatter is only parsed where it is not the one that is known. */
export async function readCurrentSkill(skill: Skill, options: LoadOptions, limits: Limits): Promise<CurrentSkill> {
  const same = readUnchangedSkill(skill, options, limits);
  if (same) return same;
  const bytes = await readBytes(skill, options, limits.maxSkillBytes);
  const decoded = decode(bytes);
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
  if (parsed && parsed.name !== "" && parsed.description !== "") return { skill: parsed, ...read };
  return { skill, broken: diagnostics.find((each) => each.severity === "error") ?? incomplete(skill, parsed), ...read };
}

const UTF8 = new TextDecoder();

/** One buffer for all files: fresh memory of ten kilobytes takes longer than to read them. */
const SCRATCH = Buffer.allocUnsafeSlow(65_536);

/** The usual case: a plain file with just the frontmatter that is known. Anything else is left to `readFresh`. */
export function readUnchangedSkill(
  skill: Skill,
  { files = nodeFiles }: LoadOptions,
  limits: Limits,
): CurrentSkill | undefined {
  if (skill.root.source !== undefined || skill.approved !== undefined || leavesRoot(skill, files)) return undefined;
  const bytes = unlessRefused(() => files.readHead(skill.path, SCRATCH, limits.maxSkillBytes)) ?? 0;
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

/** Characters of the two fences. */
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
        hint: "put a real file there",
      });
    if (skill.root.source === undefined) return await verified(skill, files.readFile(skill.path, maxBytes));
    return await sourceOf(skill, options).read(skill.path.slice(skill.root.path.length + 1));
  } catch (error) {
    if (error instanceof OperationError) throw error;
    throw new OperationError("SK004", `\`${skill.path}\` cannot be read any more`, {
      hint: "it was moved or removed since it was listed; reload",
      cause: error,
    });
  }
}

/** Returns true if a symlink was put in the place of a file of a root that allows none to leave it. */
function leavesRoot({ root, path }: Skill, files: Files): boolean {
  if (!root.linksInside || root.source !== undefined) return false;
  const real = unlessRefused(() => files.realPath(path));
  return real !== undefined && !isInside(real, root.path);
}

/** Exactly these bytes are handed out, or none. */
async function verified(skill: Skill, bytes: Uint8Array): Promise<Uint8Array> {
  if (skill.approved === undefined) return bytes;
  const { verifyBytes } = await import("../../trust/approvals/verify-bytes.ts");
  verifyBytes(skill, baseName(skill.path), bytes);
  return bytes;
}
