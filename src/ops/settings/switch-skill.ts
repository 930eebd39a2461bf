/** `enable` and `disable`: whose configuration is edited, and what was done to it. */
import type { LoadOptions } from "../../catalog/load/load.ts";
import { SkillNotFoundError } from "../../model/errors.ts";
import type { Skill } from "../../model/skills/skill.ts";
import type { Snapshot } from "../../model/skills/snapshot.ts";
import { nearest } from "../../model/text/nearest.ts";
import { nodeEnvironment, platformDirectories } from "../../platform/environment.ts";
import { SCHEMA } from "../answers/answer.ts";
import { setEnabled } from "./set-enabled.ts";

export interface Switched {
  readonly schema: number;
  readonly pattern: string;
  readonly enabled: boolean;
  readonly path: string;
  readonly changed: boolean;
}

/** The user's own configuration, or with `project` that of the project. */
export async function switchSkill(
  pattern: string,
  enabled: boolean,
  snapshot: Snapshot,
  { project, environment = nodeEnvironment() }: Pick<LoadOptions, "environment"> & { readonly project: boolean },
): Promise<Switched> {
  const all = allSkills(snapshot);
  if (!isKnown(pattern, all))
    throw new SkillNotFoundError(
      pattern,
      nearest(
        pattern,
        all.map(({ name }) => name),
      ),
    );
  const directory = project ? `${snapshot.projectRoot}/.skillwright` : platformDirectories(environment).config;
  const within = project ? snapshot.projectRoot : undefined;
  const { path, before, after } = await setEnabled(pattern, enabled, `${directory}/config.yaml`, within);
  return { schema: SCHEMA, pattern, enabled, path, changed: before !== after };
}

/** Whatever became of them; only what was rejected is no skill. */
export function allSkills({ skills, shadowed, disabled, ineligible }: Snapshot): Skill[] {
  return [...skills, ...shadowed, ...disabled, ...ineligible].map(({ skill }) => skill);
}

/** A pattern with wildcards may name what comes later; anything else must name a skill. */
function isKnown(pattern: string, all: readonly Skill[]): boolean {
  return /[*?]/.test(pattern) || all.some((skill) => isNamed(pattern, skill));
}

function isNamed(pattern: string, { name, id, path, directory, scope }: Skill): boolean {
  return (
    name.toLowerCase() === pattern.toLowerCase() ||
    `${name}@${scope}` === pattern ||
    id === pattern ||
    path === pattern ||
    directory === pattern
  );
}

/** [O12] Why a skill that was switched is as it was before: another entry, perhaps of another file, decides. */
export function stillOtherwise(pattern: string, enabled: boolean, after: Snapshot): string | undefined {
  const left = after.disabled.find(({ skill }) => isNamed(pattern, skill));
  if (enabled) return left && `it is left out all the same: ${left.reason}`;
  return allSkills(after).some((skill) => isNamed(pattern, skill)) && !left
    ? "it is there all the same: an entry of `enable` lets it in, `skillwright config` shows which"
    : undefined;
}
