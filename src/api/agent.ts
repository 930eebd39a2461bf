/** Parts of a coding agent: definitions in AGENT.md, MCP servers of a project, and variables for its shell. */

export type { AgentConfig } from "../catalog/config/config.ts";
export type { McpSetting } from "../catalog/config/mcp-servers.ts";
export { type AgentSetup, loadAgents } from "../catalog/load/load-agents.ts";
export { connectServer, type ServerConnection } from "../catalog/servers/connection/connect-server.ts";
export { loginToServer } from "../catalog/servers/login/login.ts";
export { type LoginStore, savedLogins } from "../catalog/servers/login/login-store.ts";
export {
  allowCommand,
  describeServer,
  openProjectServers,
  type ProjectServers,
  type ProjectServerView,
} from "../catalog/servers/project-servers.ts";
export type { AgentDefinition } from "../model/skills/agent-definition.ts";
export type { McpServer } from "../model/skills/dependency.ts";
export { foreignText, reasonOf } from "../model/text/display/foreign-text.ts";
export { isInside } from "../model/text/is-inside.ts";
export type { Spawn } from "../platform/processes/spawn.ts";
export { variablesWithoutSecrets } from "../run/environment/variables-without-secrets.ts";
