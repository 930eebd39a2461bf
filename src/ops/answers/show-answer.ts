/** Builds the answer of `show`: everything about one skill. */

import type { OriginOf } from "../../install/origin-of.ts";
import type { ToApprove } from "../../install/plan/approve.ts";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { SkillNotFoundError } from "../../model/errors.ts";
import { directoryOfSkill, type Skill } from "../../model/skills/skill.ts";
import type { Loaded, SkillOutcome, Snapshot, Withheld } from "../../model/skills/snapshot.ts";
import { findNearest } from "../../model/text/matching/nearest.ts";
import type { WindowPreview } from "../../session/permit/preview-window.ts";
import { type InstallerOptions, openInstaller } from "../open-installer.ts";
import type { Skills } from "../open-skills.ts";
import { diagnosticJson, SCHEMA, skillJson } from "./answer.ts";

export interface SkillWithState {
  readonly skill: Skill;
  readonly state: SkillOutcome;
  readonly withheld?: Withheld;
}

/** Finds a skill by id, path, `name@scope` or name, with any outcome. If several have the name, the loaded one wins. */
export function findSkillOfAnyOutcome(asked: string, skills: Skills): SkillWithState {
  const { snapshot } = skills;
  const found = findAny(asked, snapshot) ?? withState(skills.find(asked)) ?? findAny(asked, snapshot, true);
  if (found) return found;
  const names = skills.skills.map((skill) => skill.name);
  throw new SkillNotFoundError(asked, findNearest(asked, names));
}

/** A path or an id selects exactly one file, with any outcome. So does a name if no loaded skill has it. */
function findAny(asked: string, snapshot: Snapshot, byName = false): SkillWithState | undefined {
  const { skills, overridden, disabled, ineligible } = snapshot;
  const lists: [SkillOutcome, readonly Omit<SkillWithState, "state">[]][] = [
    ["loaded", skills],
    ["overridden", overridden],
    ["disabled", disabled],
    ["ineligible", ineligible],
  ];
  for (const [state, list] of lists) {
    const hit = list.find(
      ({ skill }) =>
        (byName && skill.name === asked) ||
        skill.id === asked ||
        skill.path === asked ||
        skill.directory === asked ||
        `${skill.name}@${skill.scope}` === asked,
    );
    if (hit) return { state, skill: hit.skill, ...(hit.withheld ? { withheld: hit.withheld } : {}) };
  }
  return undefined;
}

function withState(loaded: Loaded | undefined): SkillWithState | undefined {
  if (loaded === undefined) return undefined;
  const { skill, withheld } = loaded;
  return { skill, state: "loaded", ...(withheld ? { withheld } : {}) };
}

/** A skill by name, id, path, directory or `name@scope`, loaded or not. */
export function skillIn(asked: string, { skills, overridden, disabled, ineligible }: Snapshot): Skill {
  const all = [...skills, ...overridden, ...disabled, ...ineligible].map(({ skill }) => skill);
  const found = all.find(({ name, id, path, directory, scope }) =>
    [name, id, path, directory, `${name}@${scope}`].includes(asked),
  );
  if (found) return found;
  const names = all.map(({ name }) => name);
  throw new SkillNotFoundError(asked, findNearest(asked, names));
}

/** Returns the skills that differ from their approval. */
export function changedSkills({ skills }: Snapshot): ToApprove[] {
  return skills.filter(({ withheld }) => withheld?.code === "SK503").map(({ skill }) => toApprove(skill));
}

export function toApprove(skill: Skill): ToApprove {
  return { name: skill.name, directory: directoryOfSkill(skill) };
}

/** Details that are read or looked up for one skill only. */
export interface SkillDetails {
  readonly frontmatter: Readonly<Record<string, unknown>>;
  readonly resources: readonly string[];
  readonly window: WindowPreview;
  readonly installed?: OriginOf;
  readonly digest?: string;
  readonly body?: string;
  readonly source?: string;
}

export interface DetailOptions {
  readonly digest?: boolean;
  readonly body?: boolean;
  /** True to return the whole file for display, with any outcome. */
  readonly source?: boolean;
  readonly installer?: InstallerOptions;
}

export async function skillDetails(skill: Skill, skills: Skills, options: DetailOptions): Promise<SkillDetails> {
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
async function originOf(skill: Skill, options: InstallerOptions = {}): Promise<OriginOf | undefined> {
  if (skill.approved === undefined) return undefined;
  const directory = directoryOfSkill(skill);
  const installer = await openInstaller(options);
  return (await installer.originsOf([directory])).get(directory);
}

/** Returns the diagnostics about the files of a skill. */
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
