import type { Plan } from "../../index.ts";

/** The documented JSON of a plan. */
export function planJson(plan: Plan): object {
  return {
    skills: plan.skills.map((skill) => ({
      name: skill.name,
      action: skill.action,
      directory: skill.placed.directory,
      lock: skill.placed.lock.path,
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
