/**
 * Conductor: skills in, the same held to what was approved of them out. Where nothing was ever installed or approved, nothing
 * of this is even loaded. It withholds; it never lets in what something else keeps out.
 */
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import type { Skill } from "../../model/skills/skill.ts";
import type { Loaded, Withheld } from "../../model/skills/snapshot.ts";
import type { Environment } from "../../platform/environment.ts";
import type { Files } from "../../platform/files/files.ts";
import { isThere } from "../../platform/files/is-there.ts";
import { placesOf } from "../../trust/approvals/places.ts";
import type { Verifier } from "../../trust/approvals/verify-at-load.ts";

interface Where {
  readonly environment: Environment;
  readonly projectRoot: string;
  readonly files: Files;
}

/** [Y6] */
export async function verifierFor({ environment, projectRoot, files }: Where): Promise<Verifier | undefined> {
  const places = placesOf(environment, projectRoot);
  const known = [places.projectLock, places.userLock, places.approvals].some((path) => isThere(path, files));
  return known ? (await import("../../trust/approvals/verify-at-load.ts")).openVerifier(places, files) : undefined;
}

/** Whoever was interrupted while installing left a journal: what it says is done, or undone, before anything is read. */
export async function finishInstall({ environment, projectRoot, files }: Where): Promise<readonly Diagnostic[]> {
  const places = placesOf(environment, projectRoot);
  if (!files.exists(places.journal)) return [];
  return (await import("../../install/journal/recover.ts")).recoverOrSay(places);
}

interface Held {
  readonly skills: readonly Skill[];
  /** Those that are not what was approved, and what to say of it. */
  readonly changed: ReadonlyMap<Skill, Withheld>;
}

export function holdAll(skills: readonly Skill[], verifier: Verifier | undefined): Held {
  const changed = new Map<Skill, Withheld>();
  if (verifier === undefined) return { skills, changed };
  const held = skills.map((skill) => {
    const { approved, withheld } = verifier.verdictOn(skill);
    const each = approved ? { ...skill, approved } : skill;
    if (withheld) changed.set(each, withheld);
    return each;
  });
  for (const skill of held) {
    const withheld = skill.approved || changed.has(skill) ? undefined : verifier.takeoverBy(skill);
    if (withheld) changed.set(skill, withheld);
  }
  return { skills: held, changed };
}

/** [Y6] Through another host too, what has changed since its approval is not handed out. */
export function hold(loaded: Loaded, verifier: Verifier): Loaded {
  const { approved, withheld } = verifier.verdictOn(loaded.skill);
  if (approved === undefined) {
    const taken = withheld ?? verifier.takeoverBy(loaded.skill);
    return taken ? { ...loaded, withheld: taken } : loaded;
  }
  return { ...loaded, skill: { ...loaded.skill, approved }, ...(withheld ? { withheld } : {}) };
}
