import type { Habit, ViewEntry } from "../host-view.ts";
import { at, readSettings, texts } from "./read-settings.ts";

/** `skills.disabled` and `skills.enabled` of the user's and the project's settings. */
export const geminiSettings: Habit = {
  entries(entries, _profile, { environment, files, cwd }) {
    const home = environment.variables["GEMINI_CLI_HOME"] || environment.home;
    const settings = [`${home}/.gemini/settings.json`, `${cwd}/.gemini/settings.json`].map((path) =>
      readSettings(path, files),
    );
    const all = settings.some((each) => at(each, "skills.enabled") === false);
    const names = new Set(
      settings.flatMap((each) => texts(at(each, "skills.disabled"))).map((name) => name.toLowerCase()),
    );
    if (!all && names.size === 0) return entries;
    return entries.map((entry) => (all || names.has(entry.name.toLowerCase()) ? switchedOff(entry) : entry));
  },
};

/** Loaded, but not put before the model. */
export function switchedOff(entry: ViewEntry): ViewEntry {
  if (entry.outcome !== "visible") return entry;
  const remark = { code: "SK738", text: "the host's own settings switch it off" } as const;
  return { ...entry, shown: "not", remarks: [...entry.remarks, remark] };
}
