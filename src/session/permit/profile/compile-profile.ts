/**
 * Compiles the requested permissions for this machine: it resolves the paths, and refuses some of them. The user's
 * preview is built from the same result.
 */

import type { CompiledProfile, PermissionProfile } from "../../../model/rules/permission.ts";
import { printable } from "../../../model/text/display/printable.ts";
import { realCallTarget } from "../paths/real-call-target.ts";
import { enclosesProtected, isWithin, type Surroundings } from "../paths/surroundings.ts";

export interface CompiledPermissions {
  readonly profile: CompiledProfile;
  /** Paths that are refused, each with the reason. */
  readonly refused: readonly { readonly path: string; readonly problem: string }[];
}

export function compileProfile(
  profile: PermissionProfile,
  directory: string,
  around: Surroundings,
): CompiledPermissions {
  const refused: { path: string; problem: string }[] = [];
  const home = realCallTarget(directory, around) ?? directory;
  const resolved = (path: string, writes: boolean): string[] => {
    const target = realCallTarget(path, around);
    const problem =
      target === undefined
        ? "leads to a place that cannot be determined"
        : isWithin(path, directory) && !isWithin(target, home)
          ? "leaves the skill through a link"
          : writes && touchesProtected(target, around)
            ? "could change files that control skills"
            : undefined;
    if (problem !== undefined) refused.push({ path, problem });
    return problem === undefined && target !== undefined ? [target] : [];
  };
  const write = outermost(profile.write.flatMap((path) => resolved(path, true)));
  const read = outermost(profile.read.flatMap((path) => resolved(path, false)));
  return { profile: { ...profile, read, write }, refused };
}

/** Returns the actions that will not need a question to the user, one per line. */
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

/** Returns true if the target is inside a protected path, or contains a protected path. */
function touchesProtected(target: string, around: Surroundings): boolean {
  return around.isProtected(target) || enclosesProtected(target, around);
}

function outermost(paths: readonly string[]): readonly string[] {
  const unique = [...new Set(paths)].sort();
  return unique.filter((path) => !unique.some((other) => other !== path && isWithin(path, other)));
}
