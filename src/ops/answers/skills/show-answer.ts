/** Builds the answer of `show`: everything about one skill. */

import type { InstalledOrigin } from "../../../install/origin-of.ts";
import type { SkillToApprove } from "../../../install/plan/approve.ts";
import type { Diagnostic } from "../../../model/diagnostics/diagnostic.ts";
import { directoryOfSkill, type Skill } from "../../../model/skills/skill.ts";
import type { Snapshot } from "../../../model/skills/snapshot.ts";
import type { WindowPreview } from "../../../session/permit/preview-window.ts";
import { type InstallerOptions, openInstaller } from "../../open-installer.ts";
import type { Skills } from "../../open-skills.ts";
import { findNamedSkill, type SkillWithState } from "../../use/named-skill.ts";
import { diagnosticJson, SCHEMA, skillJson } from "../answer.ts";

/** Returns the skills that differ from their approval. */
export function changedSkills({ skills }: Snapshot): SkillToApprove[] {
  return skills.filter(({ withheld }) => withheld?.code === "SK503").map(({ skill }) => approvalTarget(skill));
}

export function approvalTarget(skill: Skill): SkillToApprove {
  return { name: skill.name, directory: directoryOfSkill(skill) };
}

/** Details that are computed only if one skill is shown. */
export interface SkillDetails {
  readonly frontmatter: Readonly<Record<string, unknown>>;
  readonly resources: readonly string[];
  readonly window: WindowPreview;
  readonly installed?: InstalledOrigin;
  readonly digest?: string;
  readonly body?: string;
  readonly source?: string;
}

export interface DetailOptions {
  readonly digest?: boolean;
  readonly body?: boolean;
  /** True to return the whole file for display, even if the skill is not loaded. */
  readonly source?: boolean;
  readonly installer?: InstallerOptions;
}

/** Finds a skill, whatever its outcome is, and reads its details. */
export async function showSkill(
  asked: string,
  skills: Skills,
  options: DetailOptions,
): Promise<{ found: SkillWithState; details: SkillDetails }> {
  const found = findNamedSkill(asked, skills.snapshot);
  return { found, details: await skillDetails(found.skill, skills, options) };
}

async function skillDetails(skill: Skill, skills: Skills, options: DetailOptions): Promise<SkillDetails> {
  const installed = await originOf(skill, options.installer);
  return {
    frontmatter: await skills.frontmatter(skill),
    resources: skills.resources(skill),
    window: await skills.window(skill),
    ...(installed ? { installed } : {}),
    ...(options.digest ? { digest: skills.digest(skill) } : {}),
    ...(options.body ? { body: (await skills.read(skill.id, { preview: true })).body } : {}),
    ...(options.source ? await sourceOf(skill, skills) : {}),
  };
}

/** Reads a skill without activating it, so that the user can judge it before trusting it. */
async function sourceOf(known: Skill, skills: Skills): Promise<{ source: string; body: string }> {
  const { skill, body } = (await skills.content(known)) ?? { skill: known, body: "" };
  const before = "\n".repeat(Math.max(0, skill.headerLine - 2));
  return { source: `${before}---\n${skill.header}---\n${body}`, body };
}

/** Returns the origin of an installed or approved skill and its current differences; undefined for any other skill. */
async function originOf(skill: Skill, options: InstallerOptions = {}): Promise<InstalledOrigin | undefined> {
  if (skill.approved === undefined) return undefined;
  const directory = directoryOfSkill(skill);
  const installer = await openInstaller(options);
  return (await installer.originsOf([directory])).get(directory);
}

/** Returns the diagnostics about files in the skill's directory. */
export function diagnosticsOf(skill: Skill, { diagnostics }: Snapshot): Diagnostic[] {
  return diagnostics.filter(({ path }) => path?.startsWith(`${skill.directory}/`));
}

export function showAnswer(
  { skill, state, withheld }: SkillWithState,
  details: SkillDetails,
  snapshot: Snapshot,
): object {
  const { manifest, sidecar } = skill;
  return {
    schema: SCHEMA,
    ...skillJson(skill, state, {
      manifest,
      ...(sidecar ? { sidecar } : {}),
      ...(withheld ? { withheld } : {}),
      ...details,
      diagnostics: diagnosticsOf(skill, snapshot).map(diagnosticJson),
    }),
  };
}
