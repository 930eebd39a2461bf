import { dirname, resolve } from "node:path";
import { isMap, stringsIn } from "../../../model/schema.ts";
import { baseName } from "../../../model/text/text.ts";
import { expandHome } from "../../roots/templates.ts";
import type { Habit, Machine, SettingsContent, ViewEntry } from "../host-view.ts";
import { lastSetting, readLayers } from "../settings/read-layers.ts";
import { followPath } from "../steps/walked-directory.ts";
import { hideForInvalidSettings, hideFromModel, settingAt } from "./read-settings.ts";

/** The skills that Codex writes into `.system` at every start. Codex deletes all other files there. */
const SYSTEM = ["imagegen", "openai-docs", "review-agent", "skill-creator", "skill-installer"];

/**
 * Applies `project_root_markers`, `[[skills.config]]`, `[skills.bundled]` and `skills.max_context_tokens` of the user's configuration, and Codex's
 * own skills.
 */
export const codexSettings: Habit = {
  profile(profile, machine) {
    const layers = readLayers(profile, machine);
    const markers = ownSettings(layers)?.settings["project_root_markers"];
    const tokens = lastSetting(layers, "skills.max_context_tokens");
    const { disclosure } = profile;
    return {
      ...profile,
      ...(Array.isArray(markers) ? { projectMarkers: stringsIn(markers) } : {}),
      ...(typeof tokens === "number" && disclosure.budget
        ? { disclosure: { ...disclosure, budget: { ...disclosure.budget, tokens } } }
        : {}),
    };
  },
  entries(entries, profile, machine) {
    const layers = readLayers(profile, machine);
    const broken = layers.find(({ invalid }) => invalid !== undefined);
    if (broken) return entries.map((entry) => hideForInvalidSettings(entry, broken));
    const own = ownSettings(layers);
    const bundled = settingAt(own?.settings, "skills.bundled.enabled") !== false;
    const kept = entries.filter(
      ({ root, directory }) => root.scope !== "system" || (bundled && SYSTEM.includes(baseName(directory))),
    );
    const switches = own ? switchesIn(own, machine) : [];
    return switches.length === 0 ? kept : kept.map((entry) => (isOff(entry, switches) ? hideFromModel(entry) : entry));
  },
};

/** Returns the user's own file. The project's file cannot turn skills off. */
function ownSettings(layers: readonly SettingsContent[]): SettingsContent | undefined {
  return layers.find(({ namedBy }) => namedBy !== "project");
}

interface Switch {
  readonly name?: string;
  readonly path?: string;
  readonly enabled: unknown;
}

/**
 * Returns the switches in a file. An entry with both a name and a path, or with neither, is ignored. Paths are relative
 * to the file.
 */
function switchesIn({ path: file, settings }: SettingsContent, { environment, files }: Machine): Switch[] {
  const listed = settingAt(settings, "skills.config");
  return (Array.isArray(listed) ? listed : []).flatMap((each): Switch[] => {
    if (!isMap(each)) return [];
    const { name, path: written, enabled } = each;
    if (typeof name === "string" && written === undefined) return [{ name: name.trim(), enabled }];
    if (typeof written !== "string" || name !== undefined) return [];
    const path = resolve(dirname(file), expandHome(written, environment));
    return [{ path: followPath(path, files) ?? path, enabled }];
  });
}

/**
 * Returns true if a skill is turned off. The last entry that matches the skill wins. A path in an entry names a file,
 * not a directory.
 */
function isOff(entry: ViewEntry, switches: readonly Switch[]): boolean {
  const last = switches.findLast(
    ({ name, path }) => name === entry.name || (path !== undefined && (path === entry.path || path === entry.file)),
  );
  return last?.enabled === false;
}
