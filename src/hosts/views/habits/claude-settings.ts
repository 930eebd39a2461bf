import { isMap, stringsIn } from "../../../model/schema.ts";
import type { Habit, Remark, SettingsContent, ViewEntry } from "../host-view.ts";
import { lastSetting, readLayers } from "../settings/read-layers.ts";
import { hideFromModel, settingAt } from "./read-settings.ts";

/** Applies `skillOverrides`, denied tools and listing sizes of all settings layers. */
export const claudeSettings: Habit = {
  profile(profile, machine) {
    const layers = readLayers(profile, machine);
    const characters = lastSetting(layers, "skillListingMaxDescChars");
    const share = lastSetting(layers, "skillListingBudgetFraction");
    const { disclosure } = profile;
    const budget = typeof share === "number" && disclosure.budget ? { budget: { ...disclosure.budget, share } } : {};
    const maxDescription = typeof characters === "number" ? { maxDescription: characters } : {};
    return { ...profile, disclosure: { ...disclosure, ...budget, ...maxDescription } };
  },
  entries(entries, profile, machine) {
    const layers = readLayers(profile, machine);
    const denied = layers.find(({ settings }) => stringsIn(settingAt(settings, "permissions.deny")).some(isWholeTool));
    if (denied) return entries.map((entry) => withRemark(entry, denied));
    const overrides = overridesIn(layers);
    const onlyPlugins = isStrict(layers);
    return entries.map((entry) => {
      if (entry.root.plugin !== undefined) return entry;
      if (onlyPlugins && entry.root.scope !== "admin") return hideFromModel(entry);
      return overridden(entry, overrides.get(entry.name));
    });
  },
};

/** Returns true for a rule that denies the whole `Skill` tool. */
function isWholeTool(rule: string): boolean {
  return rule === "Skill" || rule === "Skill(*)";
}

function withRemark(entry: ViewEntry, { path }: SettingsContent): ViewEntry {
  const remark: Remark = { code: "SK738", text: `\`${path}\` denies the tool \`Skill\`, so the host lists no skills` };
  return entry.outcome === "visible" ? { ...entry, shown: "not", remarks: [...entry.remarks, remark] } : entry;
}

function overridden(entry: ViewEntry, override: unknown): ViewEntry {
  if (override === "off" || override === "user-invocable-only") return hideFromModel(entry);
  return override === "name-only" && entry.outcome === "visible"
    ? { ...entry, shown: "name-only", shownDescription: "", remarks: [...entry.remarks, NAME_ONLY] }
    : entry;
}

const NAME_ONLY = { code: "SK723", text: "the host's own settings list it by name only" } as const;

/** Returns the override for each skill. If several layers name a skill, the last layer wins. */
function overridesIn(layers: readonly SettingsContent[]): Map<string, unknown> {
  return new Map(
    layers.flatMap(({ settings: { skillOverrides } }) => (isMap(skillOverrides) ? Object.entries(skillOverrides) : [])),
  );
}

/** Returns true if the administrator sets `strictPluginOnlyCustomization`, so that only plugins provide skills. */
function isStrict(layers: readonly SettingsContent[]): boolean {
  const strict = lastSetting(
    layers.filter(({ namedBy }) => namedBy === "admin"),
    "strictPluginOnlyCustomization",
  );
  return strict === true || stringsIn(strict).includes("skills");
}
