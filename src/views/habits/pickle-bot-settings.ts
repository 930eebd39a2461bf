import { resolve } from "node:path";
import { isMap } from "../../model/is-map.ts";
import type { Files } from "../../platform/files.ts";
import { parseYaml, toValue, YamlError } from "../../yaml/parse-yaml.ts";
import type { Habit } from "../host-view.ts";
import { readText } from "./read-settings.ts";

/** `skills_path` of the user's configuration, or else of the system's, in place of the directory that it has by default. */
export const pickleBotSettings: Habit = {
  profile(profile, { environment, files, cwd }) {
    const named = ["config.user.yaml", "config.system.yaml"]
      .map((name) => skillsPath(`${environment.home}/.pickle-bot/${name}`, files))
      .find((path) => path !== undefined);
    return named === undefined ? profile : { ...profile, roots: [{ scope: "user", path: resolve(cwd, named) }] };
  },
};

function skillsPath(path: string, files: Files): string | undefined {
  try {
    const { root } = parseYaml(readText(path, files) ?? "");
    const value = root && toValue(root);
    const named = isMap(value) ? value["skills_path"] : undefined;
    return typeof named === "string" && named !== "" ? named : undefined;
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    return undefined;
  }
}
