import { stringsIn } from "../../../model/schema.ts";
import type { Habit, Machine } from "../host-view.ts";
import { isTrustedFolder } from "../settings/trusted-folders.ts";
import {
  hideFromModel,
  readSettings,
  rejectEntry,
  rejectUntrusted,
  settingAt,
  settingsFile,
  userSettingsFile,
} from "./read-settings.ts";

/** Applies `skills.enabled`, `skills.disabled` and folder trust of the user's and the project's settings. */
export const geminiSettings: Habit = {
  entries(entries, _profile, machine) {
    const [user, project] = settingsOf(machine);
    const enabled = settingAt(project, "skills.enabled") ?? settingAt(user, "skills.enabled");
    if (enabled === false) return entries.map((entry) => (entry.outcome === "visible" ? rejectEntry(entry) : entry));
    const trusted = isTrusted(machine);
    const names = new Set(
      settingsOf(machine)
        .flatMap((each) => stringsIn(settingAt(each, "skills.disabled")))
        .map((name) => name.toLowerCase()),
    );
    return entries.map((entry) => {
      if (!trusted && entry.root.template.trusted) return rejectUntrusted(entry);
      return names.has(entry.name.toLowerCase()) ? hideFromModel(entry) : entry;
    });
  },
};

function homeOf({ environment }: Machine): string {
  return environment.variables["GEMINI_CLI_HOME"] || environment.home;
}

function settingsOf(machine: Machine): Readonly<Record<string, unknown>>[] {
  const user = userSettingsFile(
    `${homeOf(machine)}/.gemini/settings.json`,
    machine.environment.variables["GEMINI_CLI_HOME"],
  );
  const project = settingsFile(`${machine.cwd}/.gemini/settings.json`, "project");
  return [user, project].map((file) => readSettings(file, machine));
}

/**
 * Returns true if the host trusts the folder. If the user made no decision about a folder, the folder is assumed to be
 * trusted.
 */
function isTrusted(machine: Machine): boolean {
  const { environment, files } = machine;
  const said = environment.variables["GEMINI_CLI_TRUST_WORKSPACE"];
  if (said === "false" || environment.variables["GEMINI_RESTRICTED_MODE"] === "true") return false;
  const [user] = settingsOf(machine);
  if (said === "true" || settingAt(user, "security.folderTrust.enabled") === false) return true;
  const folders = `${homeOf(machine)}/.gemini/trustedFolders.json`;
  if (!files.exists(folders)) return true;
  const own = userSettingsFile(folders, environment.variables["GEMINI_CLI_HOME"]);
  return isTrustedFolder(own, machine);
}
