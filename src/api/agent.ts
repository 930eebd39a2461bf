/** Parts of a coding agent: definitions in AGENT.md, MCP servers of a project, and variables for its shell. */
import type { Config } from "../catalog/config/config.ts";
import type { LoadOptions } from "../catalog/load/load.ts";
import { type AgentSetup, loadAgents as load } from "../catalog/load/load-agents.ts";
import {
  connectServer as connect,
  type ServerConnection,
  type ServerConnectionOptions,
} from "../catalog/servers/connection/connect-server.ts";
import { type LoginOptions, loginToServer as login, type McpAccess } from "../catalog/servers/login/login.ts";
import { type LoginStore, savedLogins as openLogins } from "../catalog/servers/login/login-store.ts";
import {
  allowCommand as commandFor,
  describeServer as describe,
  openProjectServers as openServers,
  type ProjectServers,
  type ProjectServerView,
} from "../catalog/servers/project-servers.ts";
import { reasonOf as findReason, foreignText as quote } from "../model/text/display/foreign-text.ts";
import { isInside as contains } from "../model/text/is-inside.ts";
import { ARGUMENT_SHAPES, checkArguments, checkLoadOptions, listShape, objectShape } from "../ops/check-options.ts";
import {
  type VariablesWithoutSecrets,
  variablesWithoutSecrets as withoutSecrets,
} from "../run/environment/variables-without-secrets.ts";

export type { AgentConfig } from "../catalog/config/config.ts";
export type { McpSetting } from "../catalog/config/mcp-servers.ts";
export type { AgentSetup } from "../catalog/load/load-agents.ts";
export type { ServerConnection } from "../catalog/servers/connection/connect-server.ts";
export type { LoginStore } from "../catalog/servers/login/login-store.ts";
export type { ProjectServers, ProjectServerView } from "../catalog/servers/project-servers.ts";
export type { AgentDefinition } from "../model/skills/agent-definition.ts";
export type { McpServer } from "../model/skills/dependency.ts";
export type { Spawn } from "../platform/processes/spawn.ts";

const { text, texts, object, act, count } = ARGUMENT_SHAPES;

/** Reads the definitions of agents for a directory, and the settings of the agent. */
export async function loadAgents(options: LoadOptions = {}): Promise<AgentSetup> {
  checkLoadOptions("loadAgents", options);
  return load(options);
}

/** Opens a connection to an MCP server. Throws like `call` if the server cannot be used. */
export async function connectServer(options: ServerConnectionOptions): Promise<ServerConnection> {
  const shape = objectShape(
    { setting: object, cwd: text, variables: object, timeoutMs: count },
    "an object with `setting`, `cwd`, `variables` and `timeoutMs`",
  );
  checkArguments("connectServer", { options: [options, shape] });
  return connect(options);
}

/**
 * Logs in to a server. The user is asked only if no login is stored and the server requires a login. Throws SK465 if
 * the login fails.
 */
export async function loginToServer(options: LoginOptions): Promise<McpAccess> {
  const shape = objectShape({ url: text, open: act }, "an object with the string `url` and the function `open`");
  checkArguments("loginToServer", { options: [options, shape] });
  return login(options);
}

/** Returns the logins of the user that are stored between runs. */
export function savedLogins(options: LoadOptions = {}): LoginStore {
  checkLoadOptions("savedLogins", options);
  return openLogins(options);
}

/** Returns the command that the user runs to allow a server to start. */
export function allowCommand(name: string): string {
  checkArguments("allowCommand", { name: [name, text] });
  return commandFor(name);
}

/** Describes a server for review, line by line. Every line is escaped and limited. */
export function describeServer(view: ProjectServerView): string[] {
  const shape = objectShape(
    { name: text, setting: object, variables: listShape(object, "objects") },
    "a server of `openProjectServers(…)`",
  );
  checkArguments("describeServer", { view: [view, shape] });
  return describe(view);
}

/** Returns the servers of a project, each with the user's decision about the server. */
export function openProjectServers(
  config: Pick<Config, "projectServers" | "mcpVariables">,
  options: LoadOptions = {},
): ProjectServers {
  const shape = objectShape(
    { projectServers: listShape(object, "objects"), mcpVariables: texts },
    "the `config` of `loadAgents(…)`",
  );
  checkArguments("openProjectServers", { config: [config, shape] });
  checkLoadOptions("openProjectServers", options);
  return openServers(config, options);
}

/** Quotes a text from another program for a message. The quote is escaped, limited and on one line. */
export function foreignText(speaker: string, said: string, maxChars?: number): string {
  checkArguments("foreignText", { speaker: [speaker, text], text: [said, text] });
  return quote(speaker, said, maxChars);
}

/**
 * Returns why something failed. A message of our own error is unchanged; any other message is quoted: `it says: "…"`.
 */
export function reasonOf(error: unknown, speaker = "it"): string {
  checkArguments("reasonOf", { speaker: [speaker, text] });
  return findReason(error, speaker);
}

/**
 * Returns true if a path is the directory or below it. The directory `""` contains every relative path, and `/` every
 * absolute path. Both arguments must be resolved paths.
 */
export function isInside(path: string, directory: string): boolean {
  checkArguments("isInside", { path: [path, text], directory: [directory, text] });
  return contains(path, directory);
}

/**
 * Removes secrets from variables. `handedOn` contains name patterns with `*` and `?`. Variables that match a pattern
 * are not removed.
 */
export function variablesWithoutSecrets(
  all: Readonly<Record<string, string | undefined>>,
  handedOn: readonly string[] = [],
): VariablesWithoutSecrets {
  checkArguments("variablesWithoutSecrets", { all: [all, VARIABLES], handedOn: [handedOn, texts] });
  return withoutSecrets(all, handedOn);
}

const VARIABLES = {
  fits: (value: unknown): boolean =>
    object.fits(value) && Object.values(value as object).every((each) => each === undefined || text.fits(each)),
  write: "an object whose values are strings: `process.env`",
};
