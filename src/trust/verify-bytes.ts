/** The bytes that were hashed are the bytes that are used: what was just read is held to its approval, and never read again. */
import { createHash } from "node:crypto";
import type { Approved } from "../model/approval.ts";
import { OperationError } from "../model/errors.ts";
import type { Skill } from "../model/skill.ts";

/** [Y9] Throws SK503 for a file of an approved skill whose bytes are not the approved ones. `path` is from the skill's directory. */
export function verifyBytes(skill: Pick<Skill, "name" | "approved">, path: string, bytes: Uint8Array): void {
  if (skill.approved === undefined || isApproved(skill.approved, skill.approved.prefix + path, bytes)) return;
  throw new OperationError("SK503", `\`${path}\` of \`${skill.name}\` has changed since it was approved`, {
    hint: `see what changed, and say yes to it again: \`skillwright approve ${skill.name}\``,
  });
}

export function isApproved({ files }: Approved, path: string, bytes: Uint8Array): boolean {
  const wanted = Object.hasOwn(files, path) ? files[path] : undefined;
  return wanted !== undefined && wanted.slice(4) === createHash("sha256").update(bytes).digest("hex");
}
