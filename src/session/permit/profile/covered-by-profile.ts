/**
 * Decides if a call stays within the permissions that the user accepted. If that is uncertain, the call is not covered.
 */
import type { CompiledProfile } from "../../../model/rules/permission.ts";
import { READING_TOOLS, WRITING_TOOLS } from "../call-targets.ts";
import { realCallTarget } from "../paths/real-call-target.ts";
import { isWithin, type Surroundings } from "../paths/surroundings.ts";
import type { ReadCall } from "../read-call.ts";
import { placesIn } from "../rules/find-granting-rule.ts";

export function coveredByProfile(
  profile: CompiledProfile,
  call: ReadCall,
  around: Surroundings,
  confined: boolean,
): boolean {
  if (call.kind === "shell") return confined;
  if (call.kind === "fetch") return profile.network;
  if (call.kind !== undefined && READING_TOOLS.has(call.kind))
    return liesIn([...profile.read, ...profile.write], call, around);
  return call.kind !== undefined && WRITING_TOOLS.has(call.kind) && liesIn(profile.write, call, around);
}

/** Returns true if the call reads the skill's own files. */
export function readsSkill(call: ReadCall, around: Surroundings): boolean {
  return call.kind !== undefined && READING_TOOLS.has(call.kind) && liesIn(around.readable, call, around);
}

function liesIn(places: readonly string[], call: ReadCall, around: Surroundings): boolean {
  return placesIn(call, around)?.every((path) => isPathIn(path, places, call, around)) ?? false;
}

function isPathIn(path: string, places: readonly string[], { kind }: ReadCall, around: Surroundings): boolean {
  const target = realCallTarget(path, around);
  if (target === undefined) return false;
  if (kind !== undefined && WRITING_TOOLS.has(kind) && around.isProtected(target)) return false;
  return places.some((place) => isWithin(target, place));
}
