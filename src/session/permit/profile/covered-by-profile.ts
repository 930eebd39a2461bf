/** Whether a call stays inside of what an accepted profile opens. What cannot be said does not. */
import type { CompiledProfile, ToolKind } from "../../../model/rules/permission.ts";
import { pathIn, type ReadCall } from "../read-call.ts";
import type { Surroundings } from "../rules/covers.ts";
import { realTarget } from "../rules/real-target.ts";
import { isWithin } from "./compile-profile.ts";

const READS: ReadonlySet<ToolKind> = new Set(["read", "search", "find", "list"]);
const WRITES: ReadonlySet<ToolKind> = new Set(["write", "edit"]);

/** [B44] */
export function coveredByProfile(
  profile: CompiledProfile,
  call: ReadCall,
  around: Surroundings,
  confined: boolean,
): boolean {
  if (call.kind === "shell") return confined;
  if (call.kind === "fetch") return profile.network;
  if (call.kind !== undefined && READS.has(call.kind)) return liesIn([...profile.read, ...profile.write], call, around);
  return call.kind !== undefined && WRITES.has(call.kind) && liesIn(profile.write, call, around);
}

/** [B45] A skill's own files, which its text speaks of. */
export function readsSkill(call: ReadCall, around: Surroundings): boolean {
  return call.kind !== undefined && READS.has(call.kind) && liesIn(around.readable, call, around);
}

function liesIn(places: readonly string[], call: ReadCall, around: Surroundings): boolean {
  // A search has a pattern of its own, which may lead elsewhere.
  const pattern = call.input["pattern"];
  if (call.kind === "find" && (typeof pattern !== "string" || /^[~/]|\.\./.test(pattern))) return false;
  const path = pathIn(call);
  const target = path === undefined ? undefined : realTarget(path, around);
  if (target === undefined) return false;
  // Written files count where they are, and nothing of what decides over skills.
  if (call.kind !== undefined && WRITES.has(call.kind) && around.isProtected(target)) return false;
  return places.some((place) => isWithin(target, place));
}
