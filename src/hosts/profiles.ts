import type { HostProfile } from "../model/host-profile.ts";
import { skillwright } from "./skillwright.ts";

/** Every profile there is; the first is the default. */
export const PROFILES: readonly HostProfile[] = [skillwright];

export function findProfile(name: string): HostProfile | undefined {
  return PROFILES.find((profile) => profile.name === name);
}
