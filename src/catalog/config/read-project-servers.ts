import { resolve } from "node:path";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import { printableLine } from "../../model/text/display/printable.ts";
import type { Config, LayerValue } from "./config.ts";
import { variablesIn } from "./expand-server.ts";
import type { McpSetting, ProjectServer } from "./mcp-servers.ts";

/** Returns the servers of a project, separate from the user's. Reports unused servers and empty variables. */
export function readProjectServers(
  servers: LayerValue,
  projectRoot: string,
  { mcp, mcpVariables }: Config,
  diagnostics: Diagnostic[],
): ProjectServer[] {
  const path = servers.from.replace(/:\d+$/, "");
  return Object.entries(servers.value as Readonly<Record<string, McpSetting>>).flatMap(([name, setting]) => {
    const shown = printableLine(name);
    const problem = nameProblem(name, Object.keys(mcp));
    if (problem !== undefined) {
      diagnostics.push(
        diagnostic("SK033", { path, message: `\`mcp.${shown}\` is not used: ${problem.what}`, help: problem.help }),
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

/**
 * Matches valid names of servers. With such names, no tool of one server can have the full name of a tool of another
 * server. Full names have at most 64 characters.
 */
const NAME = /^(?!.{41})[A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*$/;

/**
 * Reports a name that would make rules ambiguous. The tools of a server are called `mcp__SERVER__TOOL`, and rules name
 * all of them by `mcp__SERVER__*`.
 */
function nameProblem(
  name: string,
  own: readonly string[],
): { readonly what: string; readonly help: string } | undefined {
  const help = "rename one of the two servers";
  if (own.includes(name)) return { what: "your own configuration has a server of this name", help };
  if (!NAME.test(name))
    return {
      what: "its tools could have the same names as the tools of another server",
      help: "name it with letters, digits, `-` and single `_` between them, at most 40 characters",
    };
  const begins = `${name.toLowerCase()}__`;
  const similar = own.find((each) => `${each.replace(/[^\w-]/g, "_").toLowerCase()}__`.startsWith(begins));
  if (similar === undefined) return undefined;
  return {
    what: `its tools could have the same names as the tools of your own server \`${printableLine(similar)}\``,
    help,
  };
}
