/**
 * Detects hosts on this machine. It uses only the profiles, so the code that reads skills for hosts need not be loaded.
 */
import { type LoadOptions, prepareLoad } from "../../catalog/load/load.ts";
import { PROFILES } from "../../hosts/profiles/profiles.ts";
import { expandPath } from "../../hosts/roots/templates.ts";
import type { Machine } from "../../hosts/views/host-view.ts";
import type { HostProfile } from "../../model/host-profile.ts";
import { binaryFinder } from "../../platform/processes/find-binary.ts";

/** Returns the profiles of the hosts that have a directory or a program on this machine. */
export function detectHosts({
  environment,
  files,
  cwd,
}: Pick<Machine, "environment" | "files" | "cwd">): HostProfile[] {
  const hasBinary = binaryFinder(environment, files);
  const place = { environment, files, cwd, projectRoot: cwd };
  return PROFILES.filter(
    ({ detect, name }) =>
      name !== "skillwright" &&
      (detect.programs.some(hasBinary) ||
        detect.directories.some((each) => files.exists(expandPath(each, place).path))),
  );
}

/** Returns the names of the hosts on this machine. */
export async function hostsHere(options: LoadOptions = {}): Promise<string[]> {
  return detectHosts(await prepareLoad({ ...options, host: "skillwright" })).map(({ name }) => name);
}
