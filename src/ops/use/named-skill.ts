/**
 * Finds the one skill that a user refers to by name, `name@scope`, id or path. Every operation on a named skill uses
 * this function. The exceptions are operations that give the skill to a model. They use `lookUpSkill`, which also
 * checks whether the actor may use the skill.
 */
import { OperationError, SkillNotFoundError } from "../../model/errors.ts";
import { calledName, type Skill } from "../../model/skills/skill.ts";
import type { SkillOutcome, Snapshot, Withheld } from "../../model/skills/snapshot.ts";
import { findNearest } from "../../model/text/matching/nearest.ts";
import { nameKey } from "../../model/text/text.ts";

export interface SkillWithState {
  readonly skill: Skill;
  readonly state: SkillOutcome;
  readonly withheld?: Withheld;
}

/**
 * Finds a skill. A path or an id selects exactly one file, whatever its outcome is. A name selects the loaded skill,
 * and `name@scope` can also select an overridden skill. Throws SK301 if nothing matches, and SK310 with the ids if
 * several skills match.
 */
export function findNamedSkill(asked: string, snapshot: Snapshot): SkillWithState {
  const [loaded, overridden, disabled, ineligible] = [
    withState("loaded", snapshot.skills),
    withState("overridden", snapshot.overridden),
    withState("disabled", snapshot.disabled),
    withState("ineligible", snapshot.ineligible),
  ];
  const others = [...disabled, ...ineligible];
  const all = [...loaded, ...overridden, ...others];
  const key = nameKey(asked);
  const isNamed = ({ skill }: SkillWithState): boolean =>
    nameKey(calledName(skill)) === key || nameKey(skill.name) === key;
  const isQualified = ({ skill }: SkillWithState): boolean =>
    nameKey(`${calledName(skill)}@${skill.scope}`) === key || nameKey(`${skill.name}@${skill.scope}`) === key;
  const found = [
    all.filter(({ skill: { id, path } }) => id === asked || path === asked),
    all.filter(({ skill: { directory, realPath } }) => directory === asked || realPath === asked),
    loaded.filter(isNamed),
    loaded.filter(isQualified),
    overridden.filter(isQualified),
    others.filter((each) => isNamed(each) || isQualified(each)),
    overridden.filter(isNamed),
  ].find((list) => list.length > 0);
  if (found === undefined)
    throw new SkillNotFoundError(
      asked,
      findNearest(
        asked,
        loaded.map(({ skill }) => skill.name),
      ),
    );
  const [only, ...more] = found as [SkillWithState, ...SkillWithState[]];
  if (more.length > 0) throw severalSkills(asked, found);
  return only;
}

/** Maximum ids in one hint. */
const MAX_CANDIDATES = 10;

function severalSkills(asked: string, found: readonly SkillWithState[]): OperationError {
  const ids = found.slice(0, MAX_CANDIDATES).map(({ skill }) => `\`${skill.id}\``);
  return new OperationError("SK310", `${found.length} skills are called \`${asked}\``, {
    hint: `choose one: ${ids.join(", ")}`,
  });
}

function withState(
  state: SkillWithState["state"],
  list: readonly { readonly skill: Skill; readonly withheld?: Withheld }[],
): SkillWithState[] {
  return list.map(({ skill, withheld }) => ({ state, skill, ...(withheld ? { withheld } : {}) }));
}
