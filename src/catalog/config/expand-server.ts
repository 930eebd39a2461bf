/** A server of the configuration, with the variables that it names in their places. */
import { withOwnPath } from "../../platform/environment.ts";
import type { McpSetting } from "./mcp-servers.ts";

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * `${NAME}` in `env` and `headers` stands for a variable, so that no key needs to be written down. With `only`, other names
 * stand for the empty text.
 */
export function expandServer(setting: McpSetting, all: Variables, only?: readonly string[]): McpSetting {
  const { env, headers } = setting;
  const variables = only ? Object.fromEntries(only.map((name) => [name, all[name]])) : all;
  return {
    ...setting,
    ...(env ? { env: expandAll(env, variables) } : {}),
    ...(headers ? { headers: expandAll(headers, variables) } : {}),
  };
}

function expandAll(texts: Readonly<Record<string, string>>, variables: Variables): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([key, value]) => [key, expand(value, variables)]));
}

const REFERENCE = /\$\{(\w{1,100})\}/g;

function expand(text: string, variables: Variables): string {
  return text.replaceAll(REFERENCE, (_, name: string) => (Object.hasOwn(variables, name) ? variables[name] : "") ?? "");
}

/** The names of the variables that a setting refers to, sorted. */
export function namedVariables({ env = {}, headers = {} }: McpSetting): string[] {
  const texts = [...Object.values(env), ...Object.values(headers)];
  return [...new Set(texts.flatMap((text) => [...text.matchAll(REFERENCE)].map(([, name = ""]) => name)))].sort();
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
  return withOwnPath(Object.fromEntries(kept) as Record<string, string>);
}
