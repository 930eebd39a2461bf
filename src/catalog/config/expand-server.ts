/** A server of the configuration, with the variables that it names in their places. */
import type { McpSetting } from "./mcp-servers.ts";

type Variables = Readonly<Record<string, string | undefined>>;

/** `${NAME}` in `env` and `headers` stands for a variable, so that no key needs to be written down. */
export function expandServer(setting: McpSetting, variables: Variables): McpSetting {
  const { env, headers } = setting;
  return {
    ...setting,
    ...(env ? { env: expandAll(env, variables) } : {}),
    ...(headers ? { headers: expandAll(headers, variables) } : {}),
  };
}

function expandAll(texts: Readonly<Record<string, string>>, variables: Variables): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([key, value]) => [key, expand(value, variables)]));
}

function expand(text: string, variables: Variables): string {
  return text.replaceAll(/\$\{(\w{1,100})\}/g, (_, name: string) => variables[name] ?? "");
}

/** What any program needs, and no secret. */
const INHERITED = [
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "SHELL",
  "TERM",
  "LANG",
  "TMPDIR",
  "SYSTEMROOT",
  "APPDATA",
  "TEMP",
];

/** Of the environment, for a program that is started as a server. */
export function inheritedVariables(variables: Variables): Record<string, string> {
  const kept = INHERITED.map((name) => [name, variables[name]] as const).filter(([, value]) => value !== undefined);
  return Object.fromEntries(kept) as Record<string, string>;
}
