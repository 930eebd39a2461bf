/**
 * Compares the bytes of a file with their approval. The caller reads the file before the check and uses the same bytes,
 * so they cannot change between the check and their use.
 */
import { createHash } from "node:crypto";
import { OperationError } from "../../model/errors.ts";
import type { ApprovedFiles } from "../../model/rules/approval.ts";
import type { Skill } from "../../model/skills/skill.ts";

/** Returns why a file of an approved skill must not be used: its bytes differ from the approved ones. */
export function describeChange(
  { name, approved }: Pick<Skill, "name" | "approved">,
  path: string,
  bytes: Uint8Array,
): { readonly code: "SK503"; readonly reason: string; readonly help: string } | undefined {
  if (approved === undefined || hasApprovedDigest(approved, approved.prefix + path, bytes)) return undefined;
  return {
    code: "SK503",
    reason: `\`${path}\` of \`${name}\` has changed since it was approved`,
    help: `review the changes, then approve it again: \`skillwright approve ${name}\``,
  };
}

/** Throws SK503 if the bytes of a file differ from the approved bytes. `path` is relative to the skill's directory. */
export function verifyBytes(skill: Pick<Skill, "name" | "approved">, path: string, bytes: Uint8Array): void {
  const against = describeChange(skill, path, bytes);
  if (against) throw new OperationError(against.code, against.reason, { hint: against.help });
}

function hasApprovedDigest({ files }: ApprovedFiles, path: string, bytes: Uint8Array): boolean {
  const wanted = Object.hasOwn(files, path) ? files[path] : undefined;
  return wanted !== undefined && wanted.slice(4) === createHash("sha256").update(bytes).digest("hex");
}
