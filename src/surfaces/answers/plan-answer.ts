import { createTwoFilesPatch } from "diff";
import type { FileChange, Plan } from "../../index.ts";
import { SCHEMA } from "./answer.ts";

/** The documented JSON of a plan. */
export function planJson(plan: Plan): PlanJson {
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

export interface PlanJson {
  readonly skills: readonly object[];
  readonly diagnostics: readonly object[];
}

/** The same for somebody who reviews it: every change of a text with its difference. */
export function planReview(plan: Plan): PlanJson {
  const { skills, diagnostics } = planJson(plan);
  return {
    skills: skills.map((skill, at) => ({ ...skill, changes: (plan.skills[at]?.changes ?? []).map(reviewed) })),
    diagnostics,
  };
}

const MAX_DIFF_BYTES = 200_000;

function reviewed({ path, kind, before, after }: FileChange): object {
  const texts = [before?.bytes, after?.bytes].map((bytes) => (bytes === undefined ? "" : readable(bytes)));
  const [old, now] = texts;
  const patch = old === undefined || now === undefined ? null : createTwoFilesPatch(path, path, old, now, "", "");
  return { path, kind, executable: after?.executable ?? false, patch: kind === "mode" ? null : patch };
}

/** undefined for what a person cannot read anyway. */
export function readable(bytes: Uint8Array): string | undefined {
  if (bytes.length > MAX_DIFF_BYTES || bytes.includes(0)) return undefined;
  return Buffer.from(bytes).toString("utf8");
}

/** A file as it would be installed; undefined where the plan has none. */
export function plannedFile(plan: Plan, name: string, path: string): object | undefined {
  const skill = plan.skills.find((each) => each.name === name);
  const file = skill?.bundle.files.find((each) => each.path === path);
  if (!file) return undefined;
  const text = readable(file.bytes);
  const said = text ?? `not text, or more than ${MAX_DIFF_BYTES} bytes`;
  return { schema: SCHEMA, path, text: said, bytes: file.bytes.length, next: null, binary: text === undefined };
}
