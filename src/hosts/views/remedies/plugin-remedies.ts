/** Remedies for plugins: an edit of the host's settings, or a host command that only the user should run. */
import { isMap } from "../../../model/schema.ts";
import { readHostSettings } from "../habits/read-settings.ts";
import type { SettingsContent } from "../host-view.ts";
import { readLayers } from "../settings/read-layers.ts";
import { type HiddenSkillProblem, type Remedy, shortenPath } from "./problem.ts";

/** Enables the plugin in the file that disables it, or in the user's own settings. */
export function enablePlugin(problem: HiddenSkillProblem): Remedy | undefined {
  const { cell, view, machine } = problem;
  const { profile } = view;
  const id = cell.entry?.root.plugin;
  const store = profile.plugins?.store;
  if (id === undefined || store === undefined) return undefined;
  const layers = readLayers(profile, machine);
  if (store.kind === "cache") return enableInTable(id, store.table, layers, problem);
  if (store.kind !== "marketplaces") return { text: `enable it in the settings of ${profile.title}`, steps: [] };
  const hasId = ({ settings }: SettingsContent): boolean => {
    const map = settings[store.enabledKey];
    return isMap(map) && Object.hasOwn(map, id);
  };
  const file = layers.findLast(hasId) ?? layers.find(({ namedBy }) => namedBy !== "admin" && namedBy !== "project");
  const text = `set \`${id}\` to \`true\` under \`${store.enabledKey}\``;
  if (file === undefined) return { text: `${text} in the settings of ${profile.title}`, steps: [] };
  const place = shortenPath(file.path, machine);
  if (file.invalid !== undefined) return { text: `repair \`${place}\`: ${file.invalid}`, steps: [] };
  const before = JSON.parse(readHostSettings(file.path, machine)?.replace(/^\ufeff/, "") || "{}") as object;
  const after = { ...before, [store.enabledKey]: { ...enabledIn(file, store.enabledKey), [id]: true } };
  const write = { do: "write", path: file.path, text: `${JSON.stringify(after, null, 2)}\n` } as const;
  return { text: `${text} in \`${place}\``, steps: [write] };
}

/** Sets `enabled` in the plugin's table, or adds the table to the user's configuration. */
function enableInTable(
  id: string,
  table: string,
  layers: readonly SettingsContent[],
  { view, machine }: HiddenSkillProblem,
): Remedy {
  const head = `[${table}."${id}"]`;
  const texts = layers.map(({ path }) => ({ path, text: readHostSettings(path, machine) ?? "" }));
  const found = texts.findLast(({ text }) => text.includes(head)) ?? texts[0];
  const words = `set \`enabled = true\` under \`${head}\``;
  if (found === undefined) return { text: `${words} in the configuration of ${view.profile.title}`, steps: [] };
  const { path, text } = found;
  const [before = "", after] = text.split(head);
  const changed = after?.replace(/^([^[]*?enabled[ \t]*=[ \t]*)false/, "$1true");
  const added = `${text.trimEnd()}\n\n${head}\nenabled = true\n`;
  const write = { do: "write", path, text: changed === undefined ? added : before + head + changed } as const;
  return { text: `${words} in \`${shortenPath(path, machine)}\``, steps: [write] };
}

function enabledIn({ settings }: SettingsContent, key: string): object {
  const map = settings[key];
  return isMap(map) ? map : {};
}

export function installPlugin(problem: HiddenSkillProblem): Remedy {
  return byCommand(problem, "install", "install the plugin again");
}

export function updatePlugin(problem: HiddenSkillProblem): Remedy {
  return byCommand(problem, "update", "update the plugin");
}

/** Tells the user to run a command of the host. The command changes the host's records, so only the user runs it. */
function byCommand({ cell, view }: HiddenSkillProblem, key: "install" | "update", words: string): Remedy {
  const command = view.profile.plugins?.[key]?.replace("{id}", cell.entry?.root.plugin ?? "");
  return { text: command ? `run \`${command}\`` : `${words} in ${view.profile.title}`, steps: [] };
}

export function correctManifest({ cell, view }: HiddenSkillProblem): Remedy {
  const [, why = ""] = /: (.*)$/s.exec(cell.because?.text ?? "") ?? [];
  return { text: `correct the plugin's manifest for ${view.profile.title}: ${why}`, steps: [] };
}

/** Tells the user to keep only one of two equal skills. */
export function removeTwin({ cell }: HiddenSkillProblem): Remedy {
  const [, path = ""] = /from (\S+) as /.exec(cell.because?.text ?? "") ?? [];
  return { text: `keep only one of the two: this skill or ${path}`, steps: [] };
}
