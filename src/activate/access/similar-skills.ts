/** Finds skills by a part of their name or description, and ignores case, as hosts without a search index do. */
import type { OfferedSkill } from "../../model/conversation/offer.ts";

export function similarSkills(asked: string, offered: readonly OfferedSkill[]): readonly OfferedSkill[] {
  const wanted = asked.toLowerCase();
  return offered.filter(({ loaded: { skill } }) =>
    [skill.name, skill.description].some((text) => text.toLowerCase().includes(wanted)),
  );
}

/** Returns true if a name tries to leave the directory of the skills. */
export function isTraversal(asked: string): boolean {
  return /\.\.|[\\/]/.test(asked);
}
