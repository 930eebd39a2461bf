/** Conductor: a skill's body, fresh from where it lives, together with what its frontmatter says now. */
import type { LoadOptions } from "./load.ts";
import type { Diagnostic } from "./model/diagnostic.ts";
import { OperationError } from "./model/errors.ts";
import type { Limits } from "./model/limits.ts";
import type { Skill } from "./model/skill.ts";
import { split } from "./parse/split.ts";
import { nodeFiles } from "./platform/node-files.ts";
import { type Decoded, decode } from "./text/decode.ts";

/** A skill's file as it is now. */
export interface Fresh {
  /** With what the frontmatter says now; the last good one where it is broken. */
  readonly skill: Skill;
  /** Why the file is no skill any more. */
  readonly broken?: Diagnostic;
  readonly bytes: Uint8Array;
  readonly decoded: Decoded;
  /** Where the body begins in the decoded text. */
  readonly bodyAt: number;
}

export async function readBody(
  skill: Skill,
  options: LoadOptions,
  limits: Limits,
): Promise<{ skill: Skill; body: string }> {
  // Broken since it was listed: the last good metadata stays, and the text is handed out as it is.
  const { skill: current, decoded, bodyAt } = await readFresh(skill, options, limits);
  return { skill: current, body: decoded.text.slice(bodyAt) };
}

/** Reads the file; its frontmatter is only parsed where it is not the one that is known. */
export async function readFresh(skill: Skill, options: LoadOptions, limits: Limits): Promise<Fresh> {
  const bytes = await readBytes(skill, options, limits.maxSkillBytes);
  const decoded = decode(bytes);
  const found = split(decoded.text);
  const header = "code" in found ? "" : decoded.text.slice(found.start, found.end);
  const read = { bytes, decoded, bodyAt: "code" in found ? 0 : found.body };
  if (header === skill.header) return { skill, ...read };
  const { parseCareful } = await import("./parse/parse-careful.ts");
  const { skill: parsed, diagnostics } = parseCareful(skill, bytes, limits.maxFrontmatterBytes, skill.sidecar);
  if (parsed && parsed.name !== "" && parsed.description !== "") return { skill: parsed, ...read };
  return { skill, broken: diagnostics.find((each) => each.severity === "error") ?? incomplete(skill, parsed), ...read };
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

async function readBytes(
  skill: Skill,
  { files = nodeFiles, sources = [] }: LoadOptions,
  maxBytes: number,
): Promise<Uint8Array> {
  try {
    if (skill.root.source === undefined) return files.readFile(skill.path, maxBytes);
    const source = sources.find((each) => each.name === skill.root.source);
    if (source) return await source.read(skill.path.slice(skill.root.path.length + 1));
  } catch (error) {
    throw new OperationError("SK004", `\`${skill.path}\` cannot be read any more`, {
      hint: "it was moved or removed since it was listed; reload",
      cause: error,
    });
  }
  throw new OperationError("SK027", `the source \`${skill.root.source}\` is not part of this instance`, {
    hint: "pass it in `sources`",
  });
}
