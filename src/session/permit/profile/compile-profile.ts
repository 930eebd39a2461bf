/**
 * A profile in, what it means on this machine out: where its paths really lead, and what is not granted because of that. What
 * a person is shown before it is applied is made of the same.
 */

import type { CompiledProfile, PermissionProfile } from "../../../model/rules/permission.ts";
import { printable } from "../../../model/text/printable.ts";
import { realTarget } from "../rules/real-target.ts";
import { enclosesProtected, isWithin, type Surroundings } from "../rules/surroundings.ts";

export interface Compiled {
  readonly profile: CompiledProfile;
  /** Paths that are not granted, and why. */
  readonly refused: readonly { readonly path: string; readonly problem: string }[];
}

export function compileProfile(profile: PermissionProfile, directory: string, around: Surroundings): Compiled {
  const refused: { path: string; problem: string }[] = [];
  const home = realTarget(directory, around) ?? directory;
  const resolved = (path: string, writes: boolean): string[] => {
    const target = realTarget(path, around);
    const problem =
      target === undefined
        ? "leads nowhere that can be said"
        : isWithin(path, directory) && !isWithin(target, home)
          ? "leads out of the skill by a link"
          : writes && touchesProtected(target, around)
            ? "could change what decides over skills"
            : undefined;
    if (problem !== undefined) refused.push({ path, problem });
    return problem === undefined && target !== undefined ? [target] : [];
  };
  const write = outermost(profile.write.flatMap((path) => resolved(path, true)));
  const read = outermost(profile.read.flatMap((path) => resolved(path, false)));
  return { profile: { ...profile, read, write }, refused };
}

/** What would be possible without asking that is not possible now; one line each. */
export function profileDelta({ read, write, network, macos }: CompiledProfile): readonly string[] {
  const readOnly = read.filter((path) => !write.some((other) => isWithin(path, other)));
  return [
    ...readOnly.map((path) => `+ read ${printable(path)}`),
    ...write.map((path) => `+ read and write ${printable(path)}`),
    ...(network ? ["+ the network"] : []),
    ...(macos && macos.preferences !== "none" ? [`+ macOS: ${macos.preferences} preferences`] : []),
    ...(macos && macos.automations !== "all" ? macos.automations.map((id) => `+ macOS: control ${printable(id)}`) : []),
    ...(macos?.automations === "all" ? ["+ macOS: control every application"] : []),
    ...(macos?.accessibility ? ["+ macOS: accessibility"] : []),
    ...(macos?.calendar ? ["+ macOS: the calendar"] : []),
  ];
}

/** In a protected place, or around one. */
function touchesProtected(target: string, around: Surroundings): boolean {
  return around.isProtected(target) || enclosesProtected(target, around);
}

function outermost(paths: readonly string[]): readonly string[] {
  const unique = [...new Set(paths)].sort();
  return unique.filter((path) => !unique.some((other) => other !== path && isWithin(path, other)));
}
