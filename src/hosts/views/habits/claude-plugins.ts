import type { Habit, ViewRoot } from "../host-view.ts";
import { viewRoot } from "../steps/view-roots.ts";
import { listDirectory } from "../steps/walked-directory.ts";
import { readSettings, settingsFile } from "./read-settings.ts";

/** A directory of the user's skills that holds `.claude-plugin/plugin.json` is a plugin too: its commands and skills carry its name. */
export const claudePlugins: Habit = {
  roots(roots, profile, machine) {
    const { files } = machine;
    const found: ViewRoot[] = [];
    for (const { path, scope, kind, exists, namedBy, namedIn } of roots) {
      if (scope !== "user" || kind !== "skills" || !exists) continue;
      for (const name of listDirectory(path, files).directories) {
        const directory = `${path}/${name}`;
        const manifest = `${directory}/.claude-plugin/plugin.json`;
        if (!files.exists(manifest)) continue;
        const plugin = readSettings(settingsFile(manifest, namedBy), machine)["name"];
        if (typeof plugin !== "string" || plugin === "") continue;
        const inside = (part: "commands" | "skills"): ViewRoot => {
          const command = part === "commands" ? ({ kind: "commands", dialect: "claude-code-command" } as const) : {};
          const at = `${directory}/${part}`;
          const place = { path: at, label: at, namespace: `${plugin}:`, namedBy, namedIn };
          return viewRoot({ scope: "plugin", path: at, ...command }, place, profile, files);
        };
        found.push(inside("commands"), inside("skills"));
      }
    }
    return [...roots, ...found];
  },
  /** A plugin's command without a description of its own is not listed. */
  entries: (entries) =>
    entries.map((entry) => {
      const { scope, kind } = entry.root;
      if (scope !== "plugin" || kind !== "commands" || entry.outcome !== "visible") return entry;
      const told = entry.fields["description"] ?? entry.fields["when_to_use"];
      const remark = {
        code: "SK735",
        text: "a plugin's command without a description is not put before the model",
      } as const;
      return told === undefined ? { ...entry, shown: "not", remarks: [...entry.remarks, remark] } : entry;
    }),
};
