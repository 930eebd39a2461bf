import { resolve } from "node:path";
import { parseYaml, toValue, YamlError } from "../../../format/yaml/parse-yaml.ts";
import { isMap } from "../../../model/schema.ts";
import type { Habit, Machine } from "../host-view.ts";
import { readHostSettings } from "./read-settings.ts";

/**
 * Applies `skills_path` of the user's or the system's configuration, which replaces the default directory. Paths are
 * relative to the file.
 */
export const pickleBotSettings: Habit = {
  profile(profile, machine) {
    const { home } = machine.environment;
    const directory = `${home}/.pickle-bot`;
    const named = ["config.user.yaml", "config.system.yaml"]
      .map((name) => skillsPath(`${directory}/${name}`, machine))
      .find((path) => path !== undefined);
    if (named === undefined) return profile;
    const path = resolve(directory, named.startsWith("~/") ? `${home}${named.slice(1)}` : named);
    return { ...profile, roots: [{ scope: "user", path, missing: "warned" }] };
  },
};

function skillsPath(path: string, machine: Machine): string | undefined {
  try {
    const { root } = parseYaml(readHostSettings(path, machine) ?? "");
    const value = root && toValue(root);
    const named = isMap(value) ? value["skills_path"] : undefined;
    return typeof named === "string" && named !== "" ? named : undefined;
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    return undefined;
  }
}
