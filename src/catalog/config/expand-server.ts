/** Expands the variables in a server's configuration. */
import { withSafePath } from "../../platform/environment.ts";
import type { McpSetting } from "./mcp-servers.ts";

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Replaces `${NAME}` in `env` and `headers` by environment variables, so that configuration files need not contain
 * secrets. With `only`, every other variable becomes empty.
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

/** Returns the names of variables that a setting uses, sorted. */
export function variablesIn({ env = {}, headers = {} }: McpSetting): string[] {
  const texts = [...Object.values(env), ...Object.values(headers)];
  return [...new Set(texts.flatMap((text) => [...text.matchAll(REFERENCE)].map(([, name = ""]) => name)))].sort();
}

/** Variables that every program needs, without secrets. */
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

/** Returns the environment for a program that is started as a server. */
export function inheritedVariables(variables: Variables): Record<string, string> {
  const kept = INHERITED.map((name) => [name, variables[name]] as const).filter(([, value]) => value !== undefined);
  return withSafePath(Object.fromEntries(kept) as Record<string, string>);
}
