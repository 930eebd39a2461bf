/**
 * Reads the files of a skill for an actor that may use it. If the skill has an approval, the bytes must match it. No
 * file outside of its directory is read.
 */
import type { ActivationRequest } from "../model/conversation/activation.ts";
import type { Actor, Refusal } from "../model/conversation/offer.ts";
import type { Skill } from "../model/skills/skill.ts";
import { baseName } from "../model/text/text.ts";
import { nodeFiles } from "../platform/files/node-files.ts";
import { findSkill } from "./activate-in-snapshot.ts";
import type { ByteRange, ResourceText } from "./prepare/cut-range.ts";
import { type ActivateContext, findSkillSource, isSingleFileSkill } from "./prepare/prepare-skill.ts";
import { missingFileRefusal, readBytes, readDirectoryResource } from "./prepare/resources.ts";
import { readSourceResource } from "./prepare/source-resources.ts";

/** A request for a file of a skill, or a part of the file. */
export interface ResourceRequest extends ByteRange {
  readonly asked: string;
  readonly actor: Actor;
  readonly path: string;
}

export type ResourceAnswer = ResourceText | { readonly refused: Pick<Refusal, "code" | "reason" | "help"> };

/** An icon, or the reason why the skill has none. */
export type IconAnswer =
  | { readonly bytes: Uint8Array }
  | { readonly refused: Pick<Refusal, "code" | "reason" | "help"> };

/** Returns a file of a skill for an actor that may use it. */
export async function readSkillResource(request: ResourceRequest, context: ActivateContext): Promise<ResourceAnswer> {
  const found = await findSkill(request, context);
  if ("refusal" in found) return { refused: found.refusal };
  const { skill } = found.loaded;
  const { files = nodeFiles } = context.options;
  const source = findSkillSource(skill, context.options);
  if (source) return readSourceResource(skill, source, request.path, request);
  // The directory of a single-file skill contains unrelated files, so only the skill's own file may be read.
  if (isSingleFileSkill(skill) && !isOwnFile(request.path, skill))
    return missingFileRefusal(request.path, [baseName(skill.path)]);
  return readDirectoryResource(
    skill.directory,
    isOwnFile(request.path, skill) ? baseName(skill.path) : request.path,
    files,
    request,
    await approvalOf(skill),
  );
}

/** Maximum bytes of an icon, because clients request icons often. */
const MAX_ICON_BYTES = 262_144;

/**
 * Returns the icon in a skill's sidecar for an actor that may use the skill. If the requested variant of the icon is
 * missing, it returns the other variant.
 */
export async function readSkillIcon(
  request: Pick<ActivationRequest, "asked" | "actor">,
  size: "small" | "large",
  context: ActivateContext,
): Promise<IconAnswer> {
  const found = await findSkill(request, context);
  if ("refusal" in found) return { refused: found.refusal };
  const { skill } = found.loaded;
  const { iconSmall, iconLarge } = { ...skill.sidecar?.interface };
  const icon = size === "small" ? (iconSmall ?? iconLarge) : (iconLarge ?? iconSmall);
  if (icon === undefined || isSingleFileSkill(skill) || findSkillSource(skill, context.options))
    return { refused: { code: "SK333", reason: "the skill has no icon" } };
  const path = icon.replace(/^(?:\.\/)+/, "");
  const { files = nodeFiles } = context.options;
  const read = readBytes(skill.directory, path, files, MAX_ICON_BYTES);
  return "refused" in read ? read : ((await approvalOf(skill))?.(path, read.bytes) ?? read);
}

/** Returns the check for files of an approved skill: only files with exactly the approved bytes are returned. */
async function approvalOf(skill: Skill): Promise<Parameters<typeof readDirectoryResource>[4]> {
  if (skill.approved === undefined) return undefined;
  const { describeChange } = await import("../trust/approvals/verify-bytes.ts");
  return (path, bytes) => {
    const against = describeChange(skill, path, bytes);
    return against && { refused: against };
  };
}

/** Returns true for the skill file's own name, and for `SKILL.md`. */
function isOwnFile(asked: string, { path }: Skill): boolean {
  const clean = asked.replace(/^(?:\.\/)+/, "");
  return clean === "SKILL.md" || clean === baseName(path);
}
