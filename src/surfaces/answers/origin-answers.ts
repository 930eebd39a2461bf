/** `list --origin`, `policy`, `check`, `audit`, `publish`: where skills come from, and what is said about them. */
import {
  type AuditReport,
  type CheckReport,
  type Diagnostic,
  directoryOfSkill,
  type OriginOf,
  type PolicyExplanation,
  type PolicyOverview,
  type Published,
  type Skill,
  type Snapshot,
} from "../../index.ts";
import { type Answer, map, SCHEMA } from "./answer.ts";
import { diagnosticJson, loadedJson } from "./skill-answer.ts";

/** By directory, as far as a lock or an approval knows. */
export function originsAnswer(snapshot: Snapshot, origins: ReadonlyMap<string, OriginOf>): Answer {
  const { host, cwd, revision, skills } = snapshot;
  const known = (skill: Skill): OriginOf | null => origins.get(directoryOfSkill(skill)) ?? null;
  return {
    fields: { schema: SCHEMA, host, cwd, revision },
    lists: { skills: map(skills, (loaded) => ({ ...loadedJson(loaded), installed: known(loaded.skill) })) },
  };
}

export function policyAnswer({ diagnostics, ...rest }: PolicyOverview): object {
  return { schema: SCHEMA, ...rest, diagnostics: diagnostics.map(diagnosticJson) };
}

/** `diagnostics`: what is wrong with the policies themselves. */
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
    lists: { diagnostics: map(diagnostics, diagnosticJson) },
  };
}

export function auditAnswer({ cwd, searched, skills, diagnostics }: AuditReport): Answer {
  return {
    fields: { schema: SCHEMA, cwd, searched },
    lists: { skills: map(skills, (skill) => skill), diagnostics: map(diagnostics, diagnosticJson) },
  };
}

export function publishAnswer({ to, skills, files, diagnostics }: Published): object {
  return { schema: SCHEMA, to, skills, files, diagnostics: diagnostics.map(diagnosticJson) };
}
