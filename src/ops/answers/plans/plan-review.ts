import type { FileChange } from "../../../install/approval-need.ts";
import type { Plan } from "../../../install/plan/plan.ts";
import { patchText } from "./patch-text.ts";
import { decodeIfText, type PlanJson, planJson } from "./plan-answer.ts";

/** Returns a plan's JSON for review. Every changed text file has a diff. */
export function planReview(plan: Plan): PlanJson {
  const { skills, diagnostics } = planJson(plan);
  return {
    skills: skills.map((skill, at) => ({ ...skill, changes: (plan.skills[at]?.changes ?? []).map(reviewed) })),
    diagnostics,
  };
}

function reviewed({ path, kind, before, after }: FileChange): object {
  const texts = [before?.bytes, after?.bytes].map((bytes) => (bytes === undefined ? "" : decodeIfText(bytes)));
  const [old, now] = texts;
  const patch = old === undefined || now === undefined ? null : unifiedPatch(path, old, now);
  return { path, kind, executable: after?.executable ?? false, patch: kind === "mode" ? null : patch };
}

export function unifiedPatch(path: string, before: string, after: string): string {
  return patchText(path, before, after, { before: "", after: "" });
}
