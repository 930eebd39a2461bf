/** Builds the answers of `list --origin`, `policy`, `check`, `audit` and `publish`. */

import type { Fix } from "../../format/fix/plan-fix.ts";
import type { OriginOf } from "../../install/origin-of.ts";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { directoryOfSkill, type Skill } from "../../model/skills/skill.ts";
import type { Snapshot } from "../../model/skills/snapshot.ts";
import type { AuditReport } from "../check/audit-skills.ts";
import type { CheckReport } from "../check/check-skills.ts";
import type { PolicyExplanation, PolicyOverview } from "../explain/explain-policy.ts";
import type { Published } from "../install/publish-skills.ts";
import { type Answer, diagnosticJson, loadedJson, mapLazily, SCHEMA } from "./answer.ts";
import { patchOf } from "./plans/plan-review.ts";

/**
 * Builds the answer of `list --origin`. `installed` is null if neither a lock nor an approval contains the directory.
 */
export function originsAnswer(snapshot: Snapshot, origins: ReadonlyMap<string, OriginOf>): Answer {
  const { host, cwd, revision, skills } = snapshot;
  const known = (skill: Skill): OriginOf | null => origins.get(directoryOfSkill(skill)) ?? null;
  return {
    fields: { schema: SCHEMA, host, cwd, revision },
    lists: { skills: mapLazily(skills, (loaded) => ({ ...loadedJson(loaded), installed: known(loaded.skill) })) },
  };
}

export function policyAnswer({ diagnostics, ...rest }: PolicyOverview): object {
  return { schema: SCHEMA, ...rest, diagnostics: diagnostics.map(diagnosticJson) };
}

/** Builds the answer of `explain --policy`. `diagnostics` are findings about the policy files. */
export function policyExplanations(found: readonly PolicyExplanation[], diagnostics: readonly Diagnostic[]): object {
  return {
    schema: SCHEMA,
    skills: found.map(({ skill, ...rest }) => ({ name: skill.name, id: skill.id, path: skill.path, ...rest })),
    diagnostics: diagnostics.map(diagnosticJson),
  };
}

export function checkAnswer({ cwd, searched, files, copies, installed, fixed, diagnostics }: CheckReport): Answer {
  return {
    fields: { schema: SCHEMA, cwd, searched, files, copies, installed, fixed },
    lists: { diagnostics: mapLazily(diagnostics, diagnosticJson) },
  };
}

/** Returns the same report with every planned repair as a patch. */
export function fixPlanAnswer(report: CheckReport, fixes: readonly Fix[]): Answer {
  const { fields, lists } = checkAnswer(report);
  const planned = mapLazily(fixes, ({ path, before, after, rename = null }) => ({
    ...{ path, rename },
    patch: patchOf(path, before, after),
  }));
  return { fields, lists: { ...lists, planned } };
}

export function auditAnswer({ cwd, searched, skills, diagnostics }: AuditReport): Answer {
  return {
    fields: { schema: SCHEMA, cwd, searched },
    lists: { skills: mapLazily(skills, (skill) => skill), diagnostics: mapLazily(diagnostics, diagnosticJson) },
  };
}

export function publishAnswer({ to, skills, files, diagnostics }: Published): object {
  return { schema: SCHEMA, to, skills, files, diagnostics: diagnostics.map(diagnosticJson) };
}
