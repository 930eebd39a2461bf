/**
 * Checks requirements and conflicts between skills. It takes the enabled, eligible skills and adds unmet requirements
 * to `missing`. The time is linear in the number of names.
 */
import { calledName, type EligibilityRules, type Skill } from "../../model/skills/skill.ts";
import type { Missing } from "../../model/skills/snapshot.ts";
import { nameKey } from "../../model/text/text.ts";

export interface SkillRequirements {
  readonly skill: Skill;
  readonly rules: EligibilityRules;
}

/**
 * Checks requirements, then conflicts among usable skills. It checks requirements again, because a conflict can make a
 * required skill unusable. At the end it adds conflicts of unusable skills, so that users see all problems at once.
 */
export function applyRequirements(
  skills: readonly Skill[],
  linked: readonly SkillRequirements[],
  missing: Map<Skill, Missing[]>,
  isWithheld: (skill: Skill) => boolean = () => false,
  called: (skill: Skill) => string = calledName,
): void {
  const links = new Links(skills, missing, isWithheld, (skill) => nameKey(called(skill)));
  links.dropUnmet(linked);
  links.dropConflicting(linked, false);
  links.dropUnmet(linked);
  links.dropConflicting(linked, true);
}

class Links {
  readonly #missing: Map<Skill, Missing[]>;
  readonly #isWithheld: (skill: Skill) => boolean;
  readonly #key: (skill: Skill) => string;
  readonly #byName = new Map<string, Skill[]>();
  readonly #position = new Map<Skill, number>();
  /** Names without a usable skill. Each name is reported once. */
  readonly #unmet = new Set<string>();

  constructor(
    skills: readonly Skill[],
    missing: Map<Skill, Missing[]>,
    isWithheld: (skill: Skill) => boolean,
    key: (skill: Skill) => string,
  ) {
    this.#key = key;
    this.#missing = missing;
    this.#isWithheld = isWithheld;
    skills.forEach((skill, index) => {
      this.#position.set(skill, index);
      const key = this.#key(skill);
      const namesakes = this.#byName.get(key);
      if (namesakes) namesakes.push(skill);
      else this.#byName.set(key, [skill]);
    });
  }

  /** Drops skills that require an unavailable name, and then skills that require a dropped skill. */
  dropUnmet(linked: readonly SkillRequirements[]): void {
    const dependants = new Map<string, { skill: Skill; name: string }[]>();
    for (const { skill, rules } of linked) {
      for (const name of new Set(rules.requiredSkills ?? [])) {
        const key = nameKey(name);
        const known = dependants.get(key);
        if (known) known.push({ skill, name });
        else dependants.set(key, [{ skill, name }]);
      }
    }
    const pending = [...dependants.keys()];
    for (let at = 0; at < pending.length; at++) {
      const key = pending[at] as string;
      if (this.#unmet.has(key) || this.#usable(key).length > 0) continue;
      this.#unmet.add(key);
      for (const { skill, name } of dependants.get(key) ?? []) {
        this.#add(skill, {
          code: "SK208",
          kind: "skill",
          what: name,
          message: `it needs the skill \`${name}\`, which cannot be used here`,
        });
        pending.push(this.#key(skill));
      }
    }
  }

  /**
   * Checks the conflicts of usable skills; with `fallenBefore`, of the skills that were dropped earlier. A dropped
   * skill never causes a conflict.
   */
  dropConflicting(linked: readonly SkillRequirements[], fallenBefore: boolean): void {
    const rules = new Map(linked.map((each) => [each.skill, new Set((each.rules.conflicts ?? []).map(nameKey))]));
    const fallen: [Skill, Missing][] = [];
    for (const { skill, rules: own } of linked) {
      if (this.#missing.has(skill) !== fallenBefore || this.#isTold(skill)) continue;
      for (const name of own.conflicts ?? []) {
        // If two skills conflict, the one with precedence stays.
        const rival = this.#usable(nameKey(name)).find(
          (other) =>
            other !== skill &&
            this.#mayOust(other, skill) &&
            (!rules.get(other)?.has(this.#key(skill)) || this.#before(other, skill)),
        );
        if (rival)
          fallen.push([
            skill,
            { code: "SK209", kind: "conflict", what: name, message: `it conflicts with the skill \`${name}\`` },
          ]);
      }
    }
    for (const [skill, found] of fallen) this.#add(skill, found);
  }

  #isTold(skill: Skill): boolean {
    return this.#missing.get(skill)?.some(({ code }) => code === "SK209") ?? false;
  }

  #usable(key: string): Skill[] {
    return (this.#byName.get(key) ?? []).filter((skill) => !this.#missing.has(skill));
  }

  /** Returns true if a conflict with `other` may exclude `skill`. A withheld skill cannot exclude an available one. */
  #mayOust(other: Skill, skill: Skill): boolean {
    return !this.#isWithheld(other) || this.#isWithheld(skill);
  }

  #before(a: Skill, b: Skill): boolean {
    return (this.#position.get(a) ?? 0) < (this.#position.get(b) ?? 0);
  }

  #add(skill: Skill, found: Missing): void {
    const list = this.#missing.get(skill);
    if (list) list.push(found);
    else this.#missing.set(skill, [found]);
  }
}
