/** Host behaviour that data cannot describe: one small function for each habit, by the name in the profile. */

import type { HostProfile } from "../../model/host-profile.ts";
import { calibanRoots } from "./habits/caliban-roots.ts";
import { claudeNames } from "./habits/claude-names.ts";
import { claudeSettings } from "./habits/claude-settings.ts";
import { codexNamespaces } from "./habits/codex-namespaces.ts";
import { codexProducts } from "./habits/codex-products.ts";
import { codexSettings } from "./habits/codex-settings.ts";
import { copilotSettings } from "./habits/copilot-settings.ts";
import { geminiSettings } from "./habits/gemini-settings.ts";
import { kimiSettings } from "./habits/kimi-settings.ts";
import { opencodeSettings } from "./habits/opencode-settings.ts";
import { olderPiSettings, piSettings } from "./habits/pi-settings.ts";
import { pickleBotSettings } from "./habits/pickle-bot-settings.ts";
import { qwenSettings } from "./habits/qwen-settings.ts";
import type { Habit, Machine, SettingsSite } from "./host-view.ts";

export const HABITS: Readonly<Record<string, Habit>> = {
  "claude-names": claudeNames,
  "claude-settings": claudeSettings,
  "caliban-roots": calibanRoots,
  "codex-namespaces": codexNamespaces,
  "codex-products": codexProducts,
  "codex-settings": codexSettings,
  "copilot-settings": copilotSettings,
  "gemini-settings": geminiSettings,
  "kimi-settings": kimiSettings,
  "opencode-settings": opencodeSettings,
  "pi-settings": piSettings,
  "pi-settings-0.73.1": olderPiSettings,
  "pickle-bot-settings": pickleBotSettings,
  "qwen-settings": qwenSettings,
};

export function findHabit(name: string): Habit {
  const found = HABITS[name];
  if (found === undefined) throw new Error(`there is no habit ${name}`);
  return found;
}

/** Returns the sites that a host's settings on this machine name. */
export function settingsSitesOf({ habits = [] }: HostProfile, machine: Machine): readonly SettingsSite[] {
  return habits.flatMap((name) => findHabit(name).sites?.(machine) ?? []);
}
