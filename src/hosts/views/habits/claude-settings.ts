import type { Habit, Machine } from "../host-view.ts";
import { at, readSettings } from "./read-settings.ts";
import { switchedOff } from "./switched-off.ts";

/** `skillOverrides` of the user's and the project's settings: `off`, `user-invocable-only`, `name-only` or `on`. */
export const claudeSettings: Habit = {
  entries(entries, _profile, machine) {
    const overrides = overridesOf(machine);
    if (overrides.size === 0) return entries;
    return entries.map((entry) => {
      const override = overrides.get(entry.name);
      if (override === "off" || override === "user-invocable-only") return switchedOff(entry);
      return override === "name-only" && entry.outcome === "visible"
        ? { ...entry, shown: "name-only", remarks: [...entry.remarks, NAME_ONLY] }
        : entry;
    });
  },
};

const NAME_ONLY = { code: "SK723", text: "the host's own settings reduce it to its name" } as const;

function overridesOf({ environment, files, cwd }: Machine): Map<string, string> {
  const user = environment.variables["CLAUDE_CONFIG_DIR"] || `${environment.home}/.claude`;
  const found = new Map<string, string>();
  const sources = [`${user}/settings.json`, `${cwd}/.claude/settings.json`, `${cwd}/.claude/settings.local.json`];
  for (const source of sources) {
    const overrides = at(readSettings(source, files), "skillOverrides");
    if (typeof overrides !== "object" || overrides === null) continue;
    for (const [name, value] of Object.entries(overrides)) if (typeof value === "string") found.set(name, value);
  }
  return found;
}
