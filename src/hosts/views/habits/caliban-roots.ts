import { posix, win32 } from "node:path";
import type { RootTemplate } from "../../../model/host-profile.ts";
import type { Environment } from "../../../platform/environment.ts";
import type { Files } from "../../../platform/files/files.ts";
import type { Habit } from "../host-view.ts";
import { listDirectory } from "../steps/walked-directory.ts";

/**
 * Adds caliban's directories on this platform (relative XDG paths are ignored), and one root for each plugin. The
 * skills of these plugins get no prefix of the plugin.
 */
export const calibanRoots: Habit = {
  profile(profile, { environment, files }) {
    const { config, data } = directories(environment);
    const plugins = namesIn(`${data.path}/caliban/plugins`, files);
    const roots: RootTemplate[] = [
      ...profile.roots.filter((root) => root.scope !== "user" && root.scope !== "plugin"),
      { scope: "user", path: `${config.written}/caliban/skills` },
      ...plugins.map(
        (name): RootTemplate => ({ scope: "plugin", path: `${data.written}/caliban/plugins/${name}/skills` }),
      ),
    ];
    // Moves the bundled skills to the end, if they are requested.
    return { ...profile, roots: [...roots.filter(isOwn), ...roots.filter((root) => !isOwn(root))] };
  },
};

function isOwn({ scope }: RootTemplate): boolean {
  return scope !== "system";
}

function namesIn(directory: string, files: Files): string[] {
  const { directories: names, links } = listDirectory(directory, files);
  return [...names, ...links].sort();
}

/**
 * A directory with its template. The template shows whether a variable names the directory, which decides whether the
 * directory is trusted.
 */
interface Directory {
  readonly path: string;
  readonly written: string;
}

function directories({ home, platform, variables }: Environment): { config: Directory; data: Directory } {
  const path = platform === "win32" ? win32 : posix;
  const fixed = (...parts: string[]): Directory => ({
    path: path.join(home, ...parts),
    written: ["~", ...parts].join("/"),
  });
  if (platform === "darwin") {
    const support = fixed("Library", "Application Support");
    return { config: support, data: support };
  }
  const moved = (name: string, ...fallback: string[]): Directory => {
    const value = variables[name];
    return value && (platform === "win32" || posix.isAbsolute(value))
      ? { path: value, written: `\${${name}}` }
      : fixed(...fallback);
  };
  return platform === "win32"
    ? { config: moved("APPDATA", "AppData", "Roaming"), data: moved("LOCALAPPDATA", "AppData", "Local") }
    : { config: moved("XDG_CONFIG_HOME", ".config"), data: moved("XDG_DATA_HOME", ".local", "share") };
}
