/** How long a skill is meant to last, by what it says of itself and by how it was called. */
import type { Manifest } from "../../model/skills/skill.ts";
import { isMap } from "../../model/values/is-map.ts";
import { SURVIVALS, type Survival } from "./ledger.ts";

export interface Calling {
  readonly arguments?: string | undefined;
  /** Put there at the start, by an agent's definition. */
  readonly preloaded: boolean;
}

/**
 * [H3] What the skill declares; else a preloaded one stays; else one that was called with arguments, or that only the user
 * can start, is an act and not a guideline: doing it twice is what nobody asked for.
 */
export function survivalOf(manifest: Manifest, { arguments: given, preloaded }: Calling): Survival {
  const declared = declaredSurvival(manifest.metadata);
  if (declared !== undefined) return declared;
  if (preloaded) return "session";
  return given !== undefined || manifest.disableModelInvocation === true ? "one-shot" : "task";
}

/** `metadata: {skillwright: {survival: session}}`, or flat as the specification wants it: `skillwright.survival: session`. */
function declaredSurvival(metadata: Manifest["metadata"]): Survival | undefined {
  const nested = metadata?.["skillwright"];
  const said = isMap(nested) ? nested["survival"] : metadata?.["skillwright.survival"];
  return SURVIVALS.find((each) => each === said);
}
