import { resolve } from "node:path";
import type { Habit, ViewRoot } from "../host-view.ts";
import { viewRoot } from "../view-roots.ts";
import { readSettings, texts } from "./read-settings.ts";

/** The directories under `skills` in pi's settings come before those that it finds itself, the project's first. */
export const piSettings: Habit = {
  roots(roots, profile, { environment, files, cwd }) {
    const user = environment.variables["PI_CODING_AGENT_DIR"] || `${environment.home}/.pi/agent`;
    const listed = (base: string, scope: "repo" | "user"): ViewRoot[] =>
      texts(readSettings(`${base}/settings.json`, files)["skills"])
        .filter((entry) => !/^[!+-]|[*?]/.test(entry))
        .map((entry) => {
          const path = entry.startsWith("~")
            ? environment.home + entry.slice(1).replace(/^(?=[^/])/, "/")
            : resolve(base, entry);
          return viewRoot({ scope, path: entry, walk: { flat: true } }, path, path, "", profile, files);
        });
    const project = listed(`${cwd}/.pi`, "repo");
    const own = listed(user, "user");
    if (project.length + own.length === 0) return roots;
    const firstUser = roots.findIndex((root) => root.scope === "user");
    const split = firstUser === -1 ? roots.length : firstUser;
    return [...project, ...roots.slice(0, split), ...own, ...roots.slice(split)];
  },
};
