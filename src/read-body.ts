/** Conductor: a skill's body, fresh from where it lives, together with what its frontmatter says now. */
import type { LoadOptions } from "./load.ts";
import { OperationError } from "./model/errors.ts";
import type { Limits } from "./model/limits.ts";
import type { Skill } from "./model/skill.ts";
import { baseName } from "./model/text.ts";
import { parseCareful } from "./parse/parse-careful.ts";
import { split } from "./parse/split.ts";
import { nodeFiles } from "./platform/node-files.ts";
import { decode } from "./text/decode.ts";

export async function readBody(
  skill: Skill,
  options: LoadOptions,
  limits: Limits,
): Promise<{ skill: Skill; body: string }> {
  const bytes = await readBytes(skill, options, limits.maxSkillBytes);
  const { text } = decode(bytes);
  const found = split(text);
  const parsed = parseCareful(skill, bytes, limits.maxFrontmatterBytes, skill.sidecar);
  // Broken since it was listed: the last good metadata stays, and the text is handed out as it is.
  const current = parsed.skill && parsed.skill.name !== "" && parsed.skill.description !== "" ? parsed.skill : skill;
  return { skill: current, body: "code" in found ? text : text.slice(found.body) };
}

async function readBytes(
  skill: Skill,
  { files = nodeFiles, sources = [] }: LoadOptions,
  maxBytes: number,
): Promise<Uint8Array> {
  try {
    if (skill.root.source === undefined) return await verified(skill, files.readFile(skill.path, maxBytes));
    const source = sources.find((each) => each.name === skill.root.source);
    if (source) return await source.read(skill.path.slice(skill.root.path.length + 1));
  } catch (error) {
    if (error instanceof OperationError) throw error;
    throw new OperationError("SK004", `\`${skill.path}\` cannot be read any more`, {
      hint: "it was moved or removed since it was listed; reload",
      cause: error,
    });
  }
  throw new OperationError("SK027", `the source \`${skill.root.source}\` is not part of this instance`, {
    hint: "pass it in `sources`",
  });
}

/** [Y9] Exactly these bytes are handed out, or none. */
async function verified(skill: Skill, bytes: Uint8Array): Promise<Uint8Array> {
  if (skill.approved === undefined) return bytes;
  const { verifyBytes } = await import("./trust/verify-bytes.ts");
  verifyBytes(skill, baseName(skill.path), bytes);
  return bytes;
}
