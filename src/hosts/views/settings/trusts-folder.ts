/** Checks whether a host trusts the folder, by the host's own records. Skillwright's own trust is independent of it. */
import { resolve } from "node:path";
import type { HostProfile } from "../../../model/host-profile.ts";
import { isMap } from "../../../model/schema.ts";
import { findProjectRoot } from "../../roots/resolve-roots.ts";
import { directoryAndParents } from "../../roots/templates.ts";
import { readSettings, settingAt, userSettingsFile } from "../habits/read-settings.ts";
import type { Machine, SettingsContent } from "../host-view.ts";
import { isTrustedFolder } from "./trusted-folders.ts";

type FolderTrust = (machine: Machine, lower: readonly SettingsContent[], profile: HostProfile) => boolean;

/** Returns true if the host trusts the folder. `lower` are the layers of settings that are read even without trust. */
export function trustsFolder(profile: HostProfile, machine: Machine, lower: readonly SettingsContent[] = []): boolean {
  return FOLDER_TRUST[profile.name]?.(machine, lower, profile) ?? machine.trusted;
}

const FOLDER_TRUST: Readonly<Record<string, FolderTrust>> = {
  /**
   * Reads `trust_level` under `[projects."/path"]` in the user's configuration, for the working directory or the
   * project.
   */
  codex({ cwd, files, environment }, lower, { projectMarkers }) {
    const root = findProjectRoot(cwd, projectMarkers, files, environment);
    const levels = [cwd, root].map((path) => projectOf(lower[0]?.settings["projects"], path)?.["trust_level"]);
    return levels.find((level) => level !== undefined) === "trusted";
  },
  /** Reads `hasTrustDialogAccepted` of the folder or of a parent. */
  "claude-code"(machine) {
    const { environment, cwd } = machine;
    const moved = environment.variables["CLAUDE_CONFIG_DIR"];
    const own = readSettings(userSettingsFile(`${moved || environment.home}/.claude.json`, moved), machine);
    return directoryAndParents(cwd, undefined, environment).some(
      (path) => projectOf(own["projects"], path)?.["hasTrustDialogAccepted"] === true,
    );
  },
  /** Reads the nearest decision of `trust.json`. A folder without a decision is assumed to be trusted. */
  pi(machine) {
    const { environment, cwd, trusted } = machine;
    const moved = environment.variables["PI_CODING_AGENT_DIR"];
    const own = (name: string): Readonly<Record<string, unknown>> =>
      readSettings(userSettingsFile(`${moved || `${environment.home}/.pi/agent`}/${name}`, moved), machine);
    const decisions = own("trust.json");
    const decided = directoryAndParents(cwd, undefined, environment)
      .map((path) => (Object.hasOwn(decisions, path) ? decisions[path] : undefined))
      .find((decision) => typeof decision === "boolean");
    if (decided !== undefined) return decided === true;
    return trusted && own("settings.json")["defaultProjectTrust"] !== "never";
  },
  /** Returns true for every folder, unless the user's settings turn folder trust on. */
  "qwen-code"(machine, lower) {
    const own = lower.filter(({ namedBy }) => namedBy !== "project");
    const asks = own.map(({ settings }) => settingAt(settings, "security.folderTrust.enabled"));
    if (asks.findLast((value) => value !== undefined) !== true) return true;
    const { environment, cwd } = machine;
    const { QWEN_CODE_TRUSTED_FOLDERS_PATH: file, QWEN_HOME: moved } = environment.variables;
    const home = moved ? resolve(cwd, moved) : `${environment.home}/.qwen`;
    return isTrustedFolder(userSettingsFile(file || `${home}/trustedFolders.json`, file || moved), machine);
  },
};

function projectOf(projects: unknown, path: string): Readonly<Record<string, unknown>> | undefined {
  const found = isMap(projects) && Object.hasOwn(projects, path) ? projects[path] : undefined;
  return isMap(found) ? found : undefined;
}
