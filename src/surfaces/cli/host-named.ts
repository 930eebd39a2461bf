import { findProfile } from "../../hosts/profiles/profiles.ts";
import type { HostProfile } from "../../model/host-profile.ts";

/** Returns the profile of a snapshot's host. The function has a separate file, because this file loads all profiles. */
export function profileOfSnapshot(host: string): HostProfile {
  const profile = findProfile(host);
  if (profile === undefined) throw new Error(`there is no profile ${host}`);
  return profile;
}
