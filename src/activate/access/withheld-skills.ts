/**
 * Lists the found skills that are withheld from every model, so that there is always an explanation for an empty
 * catalog.
 */
import type { SkillId } from "../../model/skills/skill.ts";
import type { Snapshot, Withheld } from "../../model/skills/snapshot.ts";
import { isHostRule, UNTRUSTED_HELP } from "./why-refused.ts";

export interface WithheldSkill extends Withheld {
  readonly id: SkillId;
  readonly name: string;
  readonly path: string;
  readonly help: string;
}

const known = new WeakMap<Snapshot, readonly WithheldSkill[]>();

/**
 * Returns the skills that no actor receives. Skills that a host's own rules hide from its model are not among them,
 * because the user can call them.
 */
export function withheldSkills(snapshot: Snapshot): readonly WithheldSkill[] {
  const before = known.get(snapshot);
  if (before) return before;
  const made = [...snapshot.skills, ...snapshot.overridden].flatMap(({ skill, withheld }): WithheldSkill[] => {
    if (withheld === undefined || isHostRule(withheld.code)) return [];
    const { id, name, path } = skill;
    const { code, reason, help = helpFor(code) } = withheld;
    return [{ id, name, path, code, reason, help }];
  });
  known.set(snapshot, made);
  return made;
}

function helpFor(code: string): string {
  if (code !== "SK501") return `\`skillwright explain ${code}\` says what to do`;
  return `${UNTRUSTED_HELP}; a program passes \`trust\` to \`openSkills\``;
}
