/**
 * Builds the answer of `list --digest`. A directory without a digest is a finding, and the other skills are still
 * listed.
 */
import type { Diagnostic } from "../../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../../model/diagnostics/make-diagnostic.ts";
import { OperationError, systemCode } from "../../../model/errors.ts";
import type { Skill } from "../../../model/skills/skill.ts";
import type { Snapshot } from "../../../model/skills/snapshot.ts";
import { digestDirectory } from "../../../trust/bundle/digest.ts";

export interface SkillDigests {
  readonly of: ReadonlyMap<string, string>;
  readonly refused: readonly Diagnostic[];
}

export function skillDigests({ skills }: Snapshot): SkillDigests {
  const of = new Map<string, string>();
  const refused: Diagnostic[] = [];
  for (const { skill } of skills) {
    if (skill.root.source !== undefined) continue;
    try {
      of.set(skill.id, digestDirectory(skill.directory));
    } catch (error) {
      refused.push(refusal(skill, error));
    }
  }
  return { of, refused };
}

function refusal({ path }: Skill, error: unknown): Diagnostic {
  const message =
    error instanceof OperationError ? error.message : `the directory cannot be read (${systemCode(error)})`;
  if (!(error instanceof OperationError) && systemCode(error) === "") throw error;
  const help = error instanceof OperationError ? error.hint : "check its permissions";
  return diagnostic("SK304", { path, message: `there is no digest: ${message}`, ...(help ? { help } : {}) });
}
