import type { LoadOptions } from "../../catalog/load/load.ts";
import { INSTALLATION_SIGNS } from "../../hosts/profiles/signs.ts";
import { expandPath } from "../../hosts/roots/templates.ts";
import { environmentOf } from "../../platform/environment.ts";
import { nodeFiles } from "../../platform/files/node-files.ts";
import { binaryFinder } from "../../platform/processes/find-binary.ts";

/**
 * Returns true if a directory or a program of a host exists. It does not load profiles. If it is true, listings have a
 * column for each host.
 */
export function hasHosts(options: LoadOptions, cwd: string): boolean {
  const { files = nodeFiles } = options;
  const environment = environmentOf(options);
  const hasBinary = binaryFinder(environment, files);
  const place = { environment, files, cwd, projectRoot: cwd };
  return Object.values(INSTALLATION_SIGNS).some(
    ({ programs, directories }) =>
      programs.some(hasBinary) || directories.some((each) => files.exists(expandPath(each, place).path)),
  );
}
