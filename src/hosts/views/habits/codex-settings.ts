import { parse, TomlError } from "smol-toml";
import { isMap } from "../../../model/schema.ts";
import { baseName } from "../../../model/text/text.ts";
import type { Habit, Machine, ViewEntry } from "../host-view.ts";
import { at, hideFromModel, readSettingsText, texts } from "./read-settings.ts";

/** What Codex itself puts into `.system` at every start; whatever else lies there is wiped. */
const SYSTEM = ["imagegen", "openai-docs", "review-agent", "skill-creator", "skill-installer"];

/** `project_root_markers`, `[[skills.config]]` and `[skills.bundled]` of the user's configuration, and Codex's own skills. */
export const codexSettings: Habit = {
  profile(profile, machine) {
    const markers = settingsOf(machine)?.["project_root_markers"];
    return Array.isArray(markers) ? { ...profile, projectMarkers: texts(markers) } : profile;
  },
  entries(entries, _profile, machine) {
    const settings = settingsOf(machine);
    if (settings === undefined) return entries.map(lost);
    const bundled = at(settings, "skills.bundled.enabled") !== false;
    const switches = at(settings, "skills.config");
    const kept = entries.filter(
      ({ root, directory }) => root.scope !== "system" || (bundled && SYSTEM.includes(baseName(directory))),
    );
    if (!Array.isArray(switches)) return kept;
    return kept.map((entry) => (isOff(entry, switches) ? hideFromModel(entry) : entry));
  },
};

/** The last that names it decides; one that gives both name and path, or neither, counts for nothing. */
function isOff(entry: ViewEntry, switches: readonly unknown[]): boolean {
  let off = false;
  for (const each of switches) {
    if (!isMap(each) || (each["name"] === undefined) === (each["path"] === undefined)) continue;
    if (each["name"] === entry.name || [entry.path, entry.file, entry.directory].some((path) => each["path"] === path))
      off = each["enabled"] === false;
  }
  return off;
}

/** A configuration that cannot be read leaves Codex without any skill. */
function lost(entry: ViewEntry): ViewEntry {
  const because = { code: "SK731", text: "its `config.toml` cannot be read, so the host lists nothing" } as const;
  return { ...entry, outcome: "rejected", shown: "not", because };
}

function settingsOf(machine: Machine): Readonly<Record<string, unknown>> | undefined {
  const { variables, home: own } = machine.environment;
  const home = variables["CODEX_HOME"] || `${own}/.codex`;
  const text = readSettingsText(`${home}/config.toml`, machine);
  if (text === undefined) return {};
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof TomlError) return undefined;
    throw error;
  }
}
