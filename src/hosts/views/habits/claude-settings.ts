import type { Habit, Machine } from "../host-view.ts";
import { at, hideFromModel, ownFile, readSettings, settingsFile } from "./read-settings.ts";

/** `skillOverrides` of the user's and the project's settings: `off`, `user-invocable-only`, `name-only` or `on`. */
export const claudeSettings: Habit = {
  entries(entries, _profile, machine) {
    const overrides = overridesOf(machine);
    if (overrides.size === 0) return entries;
    return entries.map((entry) => {
      const override = overrides.get(entry.name);
      if (override === "off" || override === "user-invocable-only") return hideFromModel(entry);
      return override === "name-only" && entry.outcome === "visible"
        ? { ...entry, shown: "name-only", remarks: [...entry.remarks, NAME_ONLY] }
        : entry;
    });
  },
};

const NAME_ONLY = { code: "SK723", text: "the host's own settings reduce it to its name" } as const;

function overridesOf(machine: Machine): Map<string, string> {
  const { environment, cwd } = machine;
  const moved = environment.variables["CLAUDE_CONFIG_DIR"];
  const found = new Map<string, string>();
  const sources = [
    ownFile(`${moved || `${environment.home}/.claude`}/settings.json`, moved),
    settingsFile(`${cwd}/.claude/settings.json`, "project"),
    settingsFile(`${cwd}/.claude/settings.local.json`, "project"),
  ];
  for (const source of sources) {
    const overrides = at(readSettings(source, machine), "skillOverrides");
    if (typeof overrides !== "object" || overrides === null) continue;
    for (const [name, value] of Object.entries(overrides)) if (typeof value === "string") found.set(name, value);
  }
  return found;
}
