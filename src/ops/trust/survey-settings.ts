/** The value as JSON. After 200 characters it is cut, and the number of omitted characters is added. */
import type { Config } from "../../catalog/config/config.ts";
import { type LoadOptions, prepareLoad } from "../../catalog/load/load.ts";
import { loadAgents } from "../../catalog/load/load-agents.ts";
import { openProjectServers } from "../../catalog/servers/project-servers.ts";
import { projectRegistries } from "../../install/fetch/npm/npm-config.ts";
import type { AgentDefinition } from "../../model/skills/agent-definition.ts";
import { isInside } from "../../model/text/is-inside.ts";
import { nodeEnvironment } from "../../platform/environment.ts";
import { nodeFiles } from "../../platform/files/node-files.ts";
import { hostSettingsAt } from "./survey-hosts.ts";

export interface SurveyedSetting {
  readonly key: string;
  /** The agent's id, or the agent's directory if the agent is not found from the working directory. */
  readonly value: string;
  readonly path: string;
}

export interface SurveyedAgent {
  readonly definition: AgentDefinition;
  /** The agent's id, or the agent's directory if the agent is not found from the working directory. */
  readonly shown: string;
}

export interface SurveyedSettings {
  readonly sets: readonly SurveyedSetting[];
  readonly agents: readonly SurveyedAgent[];
}

const MAX_VALUE_CHARS = 200;

/**
 * [T10] Collects the settings and agents of these directories. The first directory must be the working directory.
 * Servers of the project are not included.
 */
export async function surveySettings(
  directories: readonly string[],
  projectRoot: string,
  load: LoadOptions,
): Promise<SurveyedSettings> {
  const { environment = nodeEnvironment(), files = nodeFiles } = load;
  const sets = new Map<string, SurveyedSetting>();
  const agents = new Map<string, SurveyedAgent>();
  const note = (key: string, value: unknown, path: string): void => {
    if (isInside(path, projectRoot)) sets.set(`${path}\n${key}`, { key, value: shorten(value), path });
  };
  for (const [at, cwd] of directories.entries()) {
    const options = { ...load, cwd, trust: "all" } as const;
    const { config, projectRoot: repository } = await prepareLoad(options);
    const path = `${repository}/.skillwright/config.yaml`;
    for (const { key, value } of ownValues(config, path)) note(key, value, path);
    if (repository !== projectRoot)
      for (const { name, setting, variables } of openProjectServers(config, load).servers)
        note(`mcp.${name}`, describeSetting(setting, variables), path);
    for (const { key, value, path: file } of projectRegistries({ ...environment, cwd }, files)) note(key, value, file);
    for (const { key, value, path: file } of await hostSettingsAt({ cwd, projectRoot }, load)) note(key, value, file);
    for (const definition of (await loadAgents(options)).definitions) {
      const { id, scope, path: file } = definition;
      if (scope !== "repo" || file === undefined || agents.has(file)) continue;
      agents.set(file, { definition, shown: at === 0 ? id : file.slice(projectRoot.length + 1) });
    }
  }
  return { sets: [...sets.values()], agents: [...agents.values()] };
}

/**
 * Returns the values that this configuration file sets. Keys that a project cannot set have no effect and are left out.
 */
function ownValues({ values }: Config, path: string): Config["values"] {
  return values.filter(({ key, from }) => key !== "mcp" && from.includes(`${path}:`));
}

/** Returns a setting for display. Values of a server's variables and headers are removed. */
function describeSetting(
  setting: ReturnType<typeof openProjectServers>["servers"][number]["setting"],
  variables: readonly { readonly name: string }[],
): object {
  const { env, headers, ...rest } = setting as { env?: unknown; headers?: unknown };
  return { ...rest, ...(variables.length > 0 ? { variables: variables.map(({ name }) => name) } : {}) };
}

function shorten(value: unknown): string {
  const text = [...(JSON.stringify(value) ?? "")];
  const rest = text.length - MAX_VALUE_CHARS;
  return text.slice(0, MAX_VALUE_CHARS).join("") + (rest > 0 ? `… (${rest} more characters)` : "");
}
