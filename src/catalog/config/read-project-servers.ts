import { resolve } from "node:path";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import { printableLine } from "../../model/text/printable.ts";
import type { Config, LayerValue } from "./config.ts";
import { variablesIn } from "./expand-server.ts";
import type { McpSetting, ProjectServer } from "./mcp-servers.ts";

/** Returns the servers of a project, separate from the user's. Reports unused ones and empty variables. */
export function readProjectServers(
  servers: LayerValue,
  projectRoot: string,
  { mcp, mcpVariables }: Config,
  diagnostics: Diagnostic[],
): ProjectServer[] {
  const path = servers.from.replace(/:\d+$/, "");
  return Object.entries(servers.value as Readonly<Record<string, McpSetting>>).flatMap(([name, setting]) => {
    const shown = printableLine(name);
    if (Object.hasOwn(mcp, name)) {
      diagnostics.push(
        diagnostic("SK033", {
          path,
          message: `\`mcp.${shown}\` is not used: your own configuration has a server of this name`,
          help: "rename one of the two servers",
        }),
      );
      return [];
    }
    for (const variable of variablesIn(setting).filter((each) => !mcpVariables.includes(each)))
      diagnostics.push(
        diagnostic("SK033", {
          path,
          message: `\`\${${variable}}\` of \`mcp.${shown}\` stays empty: a project's server does not receive your variables`,
          help: `to pass it, add \`${variable}\` to \`mcp_variables\` in your own configuration`,
        }),
      );
    const placed = setting.url === undefined ? { ...setting, cwd: resolve(projectRoot, setting.cwd ?? ".") } : setting;
    return [{ name, path, projectRoot, setting: placed }];
  });
}
