/** Builds the answers of `check` and `audit`. */
import type { Fix } from "../../../format/fix/plan-fix.ts";
import type { AuditReport } from "../../check/audit-skills.ts";
import type { CheckReport } from "../../check/check-skills.ts";
import { type Answer, diagnosticJson, mapLazily, SCHEMA } from "../answer.ts";
import { unifiedPatch } from "../plans/plan-review.ts";

export function checkAnswer({ cwd, searched, files, copies, installed, fixed, diagnostics }: CheckReport): Answer {
  return {
    fields: { schema: SCHEMA, cwd, searched, files, copies, installed, fixed },
    lists: { diagnostics: mapLazily(diagnostics, diagnosticJson) },
  };
}

/** Returns the report of a check, with every planned repair as a patch. */
export function fixPlanAnswer(report: CheckReport, fixes: readonly Fix[]): Answer {
  const { fields, lists } = checkAnswer(report);
  const planned = mapLazily(fixes, ({ path, before, after, rename = null }) => ({
    ...{ path, rename },
    patch: unifiedPatch(path, before, after),
  }));
  return { fields, lists: { ...lists, planned } };
}

export function auditAnswer({ cwd, searched, skills, diagnostics }: AuditReport): Answer {
  return {
    fields: { schema: SCHEMA, cwd, searched },
    lists: { skills: mapLazily(skills, (skill) => skill), diagnostics: mapLazily(diagnostics, diagnosticJson) },
  };
}
