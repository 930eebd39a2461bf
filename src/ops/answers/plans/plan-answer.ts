import type { Plan } from "../../../install/plan/plan.ts";
import { SCHEMA } from "../answer.ts";

/** The documented JSON of a plan. */
export function planJson(plan: Plan): PlanJson {
  return {
    skills: plan.skills.map((skill) => ({
      name: skill.name,
      action: skill.action,
      directory: skill.target.directory,
      lock: skill.target.lock.path,
      description: skill.description,
      origin: skill.origin,
      signature: skill.signature,
      digest: skill.digest,
      files: skill.bundle.files.map(({ path, bytes, executable }) => ({ path, bytes: bytes.length, executable })),
      capabilities: skill.capabilities,
      packages: skill.packages,
      findings: skill.findings,
      suppressed: skill.suppressed,
      edited: skill.edited,
      changes: skill.changes.map(({ path, kind }) => ({ path, kind })),
      capabilityChanges: skill.capabilityChanges,
      downgrades: skill.downgrades,
      approvedBefore: skill.approvedBefore,
      needs: skill.need,
    })),
    diagnostics: plan.diagnostics,
  };
}

export interface PlanJson {
  readonly skills: readonly object[];
  readonly diagnostics: readonly object[];
}

const MAX_DIFF_BYTES = 200_000;

/** Returns undefined for content that is not text. */
export function decodeIfText(bytes: Uint8Array): string | undefined {
  if (bytes.length > MAX_DIFF_BYTES || bytes.includes(0)) return undefined;
  return Buffer.from(bytes).toString("utf8");
}

/** Returns a file as it would be installed; undefined if the plan does not contain it. */
export function plannedFile(plan: Plan, name: string, path: string): object | undefined {
  const skill = plan.skills.find((each) => each.name === name);
  const file = skill?.bundle.files.find((each) => each.path === path);
  if (!file) return undefined;
  const text = decodeIfText(file.bytes);
  const said = text ?? `(the file is not text, or has more than ${MAX_DIFF_BYTES} bytes)`;
  return { schema: SCHEMA, path, text: said, bytes: file.bytes.length, next: null, binary: text === undefined };
}
