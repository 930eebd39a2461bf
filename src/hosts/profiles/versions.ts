/** Finds the installed version of a host without starting a program. */
import { posix, win32 } from "node:path";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import type { HostProfile } from "../../model/host-profile.ts";
import { isMap, parseJson } from "../../model/schema.ts";
import type { Environment } from "../../platform/environment.ts";
import { type Files, realPathIfAny } from "../../platform/files/files.ts";
import { readTextIfReadable } from "../../platform/files/read-text.ts";
import { programFinder } from "../../platform/processes/find-binary.ts";
import { profileAt, VERSION_PATTERN } from "./profiles.ts";
import { compareVersions } from "./version-ranges.ts";

const MAX_MANIFEST_BYTES = 262_144;
/** Maximum directories between a program and its package. `node_modules/@scope/name/dist/bin/cli.js` needs four. */
const MAX_LEVELS = 6;

/**
 * Returns the profile for the installed version. If the version cannot be read, returns the profile with the newest
 * facts.
 */
export function installedProfile(newest: HostProfile, environment: Environment, files: Files): HostProfile {
  const version = newest.detect.packages && installedVersion(newest, environment, files);
  return (version && profileAt(newest, version)) || newest;
}

/**
 * Returns the version of the host's program on the PATH. The version is in the program's path, or in the `package.json`
 * beside it.
 */
export function installedVersion(profile: HostProfile, environment: Environment, files: Files): string | undefined {
  return installedProgram(profile, environment, files).version;
}

/** Returns the host's program on the PATH, and its version if a file states it. */
export function installedProgram(
  { detect }: HostProfile,
  environment: Environment,
  files: Files,
): { readonly program?: string; readonly version?: string } {
  const find = programFinder(environment, files);
  for (const name of detect.programs) {
    const program = find(name);
    if (program === undefined) continue;
    const version = versionBeside(program, detect.packages ?? [], environment, files);
    return { program, ...(version === undefined ? {} : { version }) };
  }
  return {};
}

function versionBeside(
  program: string,
  packages: readonly string[],
  { platform }: Environment,
  files: Files,
): string | undefined {
  const { dirname, join } = platform === "win32" ? win32 : posix;
  const shim = dirname(program);
  const real = realPathIfAny(program, files) ?? program;
  const places = packages.map((each) => join(shim, "node_modules", ...each.split("/")));
  let above = dirname(real);
  for (let level = 0; level < MAX_LEVELS && above !== dirname(above); level++, above = dirname(above))
    places.push(above);
  for (const place of places) {
    const manifest = readManifest(join(place, "package.json"), files);
    if (manifest && packages.includes(manifest.name)) return manifest.version;
  }
  // Installers without npm have a directory for each version: `versions/2.1.326`, `Cellar/codex/0.169.0/bin/codex`.
  return real.split(/[\\/]/).findLast((part) => VERSION_PATTERN.test(part));
}

/** Returns the name and version in a `package.json`. Returns undefined if the file is missing or has no version. */
function readManifest(path: string, files: Files): { name: string; version: string } | undefined {
  const manifest = parseJson(readTextIfReadable(path, MAX_MANIFEST_BYTES, files) ?? "");
  if (!isMap(manifest)) return undefined;
  const { name, version } = manifest;
  return typeof name === "string" && typeof version === "string" && VERSION_PATTERN.test(version)
    ? { name, version }
    : undefined;
}

/** Warns that the version of the program differs from the versions that the verified profile describes. */
export function versionFindings(profiles: readonly HostProfile[]): Diagnostic[] {
  return profiles.flatMap(({ title, version, programVersion, confidence }) => {
    if (programVersion === undefined || confidence !== "verified") return [];
    const isNewer = compareVersions(programVersion, version) > 0;
    const message = isNewer
      ? `${title} ${programVersion} is newer than ${version}, which was verified; it may see other skills`
      : `${title} ${programVersion} was not verified; the facts are those of ${version}`;
    return [diagnostic("SK760", { message, help: "run `skillwright hosts --check` to see the verified versions" })];
  });
}
