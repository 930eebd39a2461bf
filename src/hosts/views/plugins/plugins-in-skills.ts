/**
 * Finds plugins in skill directories: each directory with a manifest is also a plugin. The project's plugins need a
 * folder that the host trusts.
 */
import type { MarketplaceStore } from "../../../model/host-plugins.ts";
import type { HostProfile } from "../../../model/host-profile.ts";
import { isMap } from "../../../model/schema.ts";
import { readSettings, settingsFile } from "../habits/read-settings.ts";
import type { Machine, Remark, ViewRoot } from "../host-view.ts";
import { lastSetting, readLayers } from "../settings/read-layers.ts";
import { trustsFolder } from "../settings/trusts-folder.ts";
import { listDirectory } from "../steps/walked-directory.ts";
import { SKILL_DIRECTORY_MARKETPLACE } from "./marketplace-plugins.ts";
import { type HostPlugin, pluginName } from "./plugin.ts";

export function pluginsInSkills(
  { enabledKey }: MarketplaceStore,
  installed: readonly HostPlugin[],
  profile: HostProfile,
  own: readonly ViewRoot[],
  machine: Machine,
): HostPlugin[] {
  const switches = lastSetting(readLayers(profile, machine), enabledKey);
  const taken = new Set(installed.filter((each) => each.off === undefined).map(({ id }) => pluginName(id)));
  return own.flatMap(({ path, scope, kind, exists, namedBy }) => {
    if ((scope !== "user" && scope !== "repo") || kind !== "skills" || !exists) return [];
    return listDirectory(path, machine.files).directories.flatMap((name): HostPlugin[] => {
      const directory = `${path}/${name}`;
      const from = settingsFile(`${directory}/.claude-plugin/plugin.json`, namedBy);
      if (!machine.files.exists(from.path)) return [];
      const plugin = readSettings(from, machine)["name"];
      if (typeof plugin !== "string" || plugin === "") return [];
      const id = `${plugin}@${SKILL_DIRECTORY_MARKETPLACE}`;
      const off = scope === "repo" && !trustsFolder(profile, machine) ? UNTRUSTED : whyOff(id, switches, taken);
      return [{ id, directory, from, ...(off ? { off } : {}) }];
    });
  });
}

const UNTRUSTED: Remark = { code: "SK727", text: "the folder is not trusted" };

function whyOff(id: string, switches: unknown, taken: ReadonlySet<string>): Remark | undefined {
  if (isMap(switches) && switches[id] === false)
    return { code: "SK739", text: `the settings disable plugin \`${id}\`` };
  const name = pluginName(id);
  return taken.has(name)
    ? { code: "SK739", text: `an installed plugin is called \`${name}\`, too, and wins` }
    : undefined;
}
