import { findProfile } from "../../hosts/profiles/profiles.ts";
import type { HostProfile } from "../../model/host-profile.ts";

/** The profile of a snapshot; apart from the rest, because it brings all profiles with it. */
export function hostNamed(host: string): HostProfile {
  const profile = findProfile(host);
  if (profile === undefined) throw new Error(`there is no profile ${host}`);
  return profile;
}
