/** The hosts whose MCP configuration is known, as data: their files, their keys, and how they write a server. */
import { directoryAndParents, expandPath } from "../../../hosts/roots/templates.ts";
import { isMap } from "../../../model/schema.ts";
import { platformDirectories } from "../../../platform/environment.ts";
import type { ConfiguredServer, McpContext, McpFiles, McpHost } from "./mcp-host.ts";

const skillwright: McpHost = {
  name: "skillwright",
  title: "Skillwright",
  format: "yaml",
  key: "mcp",
  files: ({ environment, projectRoot, trusted }) => {
    const { config, admin } = platformDirectories(environment);
    const own = trusted ? [`${projectRoot}/.skillwright/config.yaml`] : [];
    return [...own, `${config}/config.yaml`, `${admin}/config.yaml`];
  },
  target: ({ environment }) => ({ path: `${platformDirectories(environment).config}/config.yaml`, shared: false }),
  decode: plain,
  encode: ({ command, args = [], url }) =>
    url === undefined ? { command, ...(args.length > 0 ? { args } : {}) } : { url },
  login: () => "`skillwright deps SKILL --login` does it",
};

// The format of Claude Code. Source: its documentation page mcp.md.
const claudeCode: McpHost = {
  name: "claude-code",
  title: "Claude Code",
  format: "json",
  key: "mcpServers",
  files: (context) => [...above(context).map((directory) => `${directory}/.mcp.json`), claudeState(context)],
  target: ({ projectRoot }) => ({ path: `${projectRoot}/.mcp.json`, shared: true }),
  alsoAt: ({ projects }, { cwd, projectRoot }) =>
    isMap(projects) ? [cwd, projectRoot].map((path) => at(at(projects, path), "mcpServers")) : [],
  decode: plain,
  encode: ({ command, args = [], url }) =>
    url === undefined ? { type: "stdio", command, args } : { type: "http", url },
  login: () => "log in with `/mcp` in Claude Code",
};

// The format of Codex. Sources: its files config/types.rs and mcp/skill_dependencies.rs.
const codex: McpHost = {
  name: "codex",
  title: "Codex",
  format: "toml",
  key: "mcp_servers",
  files: (context) => [...above(context).map((directory) => `${directory}/.codex/config.toml`), codexConfig(context)],
  target: (context) => ({ path: codexConfig(context), shared: false }),
  decode: plain,
  encode: ({ command, args = [], url }) =>
    url === undefined ? { command, ...(args.length > 0 ? { args } : {}) } : { url },
  login: (name) => `log in with \`codex mcp login ${name}\``,
};

// The format of OpenCode. Source: its documentation page mcp-servers.mdx.
const opencode: McpHost = {
  name: "opencode",
  title: "OpenCode",
  format: "json",
  key: "mcp",
  files: (context) => {
    const { home, variables } = context.environment;
    const config = `${variables["XDG_CONFIG_HOME"] || `${home}/.config`}/opencode`;
    return [...above(context), config].flatMap((directory) => [
      `${directory}/opencode.jsonc`,
      `${directory}/opencode.json`,
    ]);
  },
  target: (context) => {
    const own = ["opencode.json", "opencode.jsonc"].map((name) => `${context.projectRoot}/${name}`);
    const [fallback = ""] = own;
    return { path: own.find((path) => context.files.exists(path)) ?? fallback, shared: true };
  },
  decode: (value) => {
    const words = Array.isArray(value["command"]) ? value["command"].filter((word) => typeof word === "string") : [];
    const [command, ...args] = words;
    return { ...plain(value), ...(command === undefined ? {} : { command }), args };
  },
  encode: ({ command, args = [], url }) =>
    url === undefined
      ? { type: "local", command: [command, ...args], enabled: true }
      : { type: "remote", url, enabled: true },
  login: (name) => `log in with \`opencode mcp auth ${name}\``,
};

export const MCP_HOSTS: readonly McpHost[] = [skillwright, claudeCode, codex, opencode];

/**
 * Files of a project in which other hosts configure servers, each with the key of the servers. Skillwright lists these
 * servers, but adds none.
 */
export const OTHER_PROJECT_FILES: Readonly<Record<string, string>> = {
  ".gemini/settings.json": "mcpServers",
  ".qwen/settings.json": "mcpServers",
  ".cursor/mcp.json": "mcpServers",
  ".roo/mcp.json": "mcpServers",
  ".vscode/mcp.json": "servers",
  ".crush.json": "mcp",
  "crush.json": "mcp",
};

/** All files of a project in which other hosts configure servers. */
export const OTHER_SERVERS: readonly McpFiles[] = [
  ...MCP_HOSTS.filter((host) => host !== skillwright),
  ...Object.entries(OTHER_PROJECT_FILES).map(([file, key]): McpFiles => {
    const files = (context: McpContext): string[] => above(context).map((directory) => `${directory}/${file}`);
    return { format: "json", key, files, decode: plain };
  }),
];

/** Finds a host by its profile name, ignoring the version. */
export function findMcpHost(host: string): McpHost | undefined {
  const name = host.split("@")[0];
  return MCP_HOSTS.find((each) => each.name === name);
}

/** Reads the common form of a server: `command` and `args`, or `url`, and a key that enables it. */
function plain(value: Readonly<Record<string, unknown>>): Omit<ConfiguredServer, "name" | "from"> {
  const { command, url, args, enabled, disabled } = value;
  return {
    ...(typeof command === "string" ? { command } : {}),
    ...(typeof url === "string" ? { url } : {}),
    args: Array.isArray(args) ? args.filter((arg): arg is string => typeof arg === "string") : [],
    enabled: enabled !== false && disabled !== true,
  };
}

/**
 * Returns the working directory and its parents, up to the project root. Returns none if the project is not trusted.
 */
function above({ cwd, projectRoot, environment, trusted }: McpContext): readonly string[] {
  return trusted ? directoryAndParents(cwd, projectRoot, environment) : [];
}

function claudeState(context: McpContext): string {
  const { CLAUDE_CONFIG_DIR: moved } = context.environment.variables;
  return moved ? `${moved}/.claude.json` : `${context.environment.home}/.claude.json`;
}

function codexConfig(context: McpContext): string {
  return expandPath("${CODEX_HOME:-~/.codex}/config.toml", context).path;
}

function at(map: unknown, key: string): unknown {
  return isMap(map) && Object.hasOwn(map, key) ? map[key] : undefined;
}
