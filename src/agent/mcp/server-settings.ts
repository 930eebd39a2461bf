/** A server of the configuration, with the variables that it names in their places. */
import type { McpSetting } from "../../index.ts";

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
