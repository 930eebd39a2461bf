import { posix, win32 } from "node:path";
import type { RootTemplate } from "../../../model/host-profile.ts";
import type { Environment } from "../../../platform/environment.ts";
import type { Files } from "../../../platform/files/files.ts";
import type { Habit } from "../host-view.ts";
import { listDirectory } from "../steps/walked-directory.ts";

/** Its directories on this platform, a relative XDG path being none, and one root for each plugin, whose skills keep their names. */
export const calibanRoots: Habit = {
  profile(profile, { environment, files }) {
    const { config, data } = directories(environment);
    const roots: RootTemplate[] = [
      ...profile.roots.filter((root) => root.scope !== "user" && root.scope !== "plugin"),
      { scope: "user", path: `${config}/caliban/skills` },
      ...plugins(`${data}/caliban/plugins`, files).map((path): RootTemplate => ({ scope: "plugin", path })),
    ];
    // What comes with the program, if it was asked for, stays last.
    return { ...profile, roots: [...roots.filter(isOwn), ...roots.filter((root) => !isOwn(root))] };
  },
};

function isOwn({ scope }: RootTemplate): boolean {
  return scope !== "system";
}

function plugins(parent: string, files: Files): string[] {
  const { directories: names, links } = listDirectory(parent, files);
  return [...names, ...links].sort().map((name) => `${parent}/${name}/skills`);
}

function directories({ home, platform, variables }: Environment): { config: string; data: string } {
  if (platform === "win32")
    return {
      config: variables["APPDATA"] || win32.join(home, "AppData", "Roaming"),
      data: variables["LOCALAPPDATA"] || win32.join(home, "AppData", "Local"),
    };
  if (platform === "darwin") {
    const support = posix.join(home, "Library", "Application Support");
    return { config: support, data: support };
  }
  const xdg = (name: string, fallback: string): string => {
    const value = variables[name];
    return value && posix.isAbsolute(value) ? value : posix.join(home, fallback);
  };
  return { config: xdg("XDG_CONFIG_HOME", ".config"), data: xdg("XDG_DATA_HOME", ".local/share") };
}
