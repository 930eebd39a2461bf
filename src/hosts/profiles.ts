import type { HostProfile } from "../model/host-profile.ts";
import { codex } from "./codex.ts";
import { opencode } from "./opencode.ts";
import { skillwright } from "./skillwright.ts";

/** Every profile there is; the first is the default. */
export const PROFILES: readonly HostProfile[] = [skillwright, codex, opencode];

/** `codex`, or `codex@0.166` where the version matters: that one, or any below it. */
export function findProfile(asked: string): HostProfile | undefined {
  const at = asked.indexOf("@");
  const name = at === -1 ? asked : asked.slice(0, at);
  const version = at === -1 ? undefined : asked.slice(at + 1);
  return PROFILES.find(
    (profile) =>
      profile.name === name &&
      (version === undefined || profile.version === version || profile.version.startsWith(`${version}.`)),
  );
}
