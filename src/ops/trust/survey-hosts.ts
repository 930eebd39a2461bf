/**
 * Finds settings for other hosts in the project's files: sites with skills, MCP servers and hooks. It starts no
 * program.
 */
import type { LoadOptions } from "../../catalog/load/load.ts";
import { PROFILES } from "../../hosts/profiles/profiles.ts";
import { settingsSitesOf } from "../../hosts/views/habits.ts";
import { openMachine } from "../../hosts/views/machine.ts";
import { nodeEnvironment } from "../../platform/environment.ts";
import { nodeFiles } from "../../platform/files/node-files.ts";
import { configuredServers } from "../../session/dependencies/mcp/configured.ts";
import { OTHER_SERVERS } from "../../session/dependencies/mcp/mcp-hosts.ts";

export interface HostSetting {
  readonly key: string;
  readonly value: unknown;
  /** The file that contains the setting. */
  readonly path: string;
}

/** Returns the sites and MCP servers that the hosts' settings name. Settings outside of the project are included. */
export async function hostSettingsAt(
  { cwd, projectRoot }: { readonly cwd: string; readonly projectRoot: string },
  { environment = nodeEnvironment(), files = nodeFiles }: LoadOptions,
): Promise<HostSetting[]> {
  const machine = openMachine({ environment: { ...environment, cwd }, files, cwd, extra: [] });
  const sites = PROFILES.flatMap((profile) => settingsSitesOf(profile, machine));
  const found: HostSetting[] = [...new Set(sites.map(({ from }) => from.path))].map((path) => ({
    key: "skills.urls",
    value: sites.filter(({ from }) => from.path === path).map(({ url }) => url),
    path,
  }));
  const place = { environment, files: machine.files, cwd, projectRoot, trusted: true };
  for (const host of OTHER_SERVERS)
    for (const { name, url, command, args, from } of await configuredServers(host, place))
      found.push({ key: `${host.key}.${name}`, value: url === undefined ? { command, args } : { url }, path: from });
  return found;
}
