import { isMap } from "../../model/schema.ts";

/** An MCP server of the configuration: a program that is started, or an address. */
export interface McpSetting {
  readonly command?: string;
  readonly args?: readonly string[];
  /** Variables of the program; `${NAME}` in a value stands for a variable of the environment. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly enabled?: boolean;
  /** Whether its skills count here, once each was approved; not unless said. Addresses are of skills that it does not list. */
  readonly skills?: boolean | readonly string[];
}

/** A server that a project's configuration names. Only the loader makes one, so no file can pass its server off as the user's. */
export interface ProjectServer {
  readonly name: string;
  /** The file that names it. */
  readonly path: string;
  readonly projectRoot: string;
  /** The `cwd` of a program is absolute. */
  readonly setting: McpSetting;
}

const FIELDS: Readonly<Record<keyof McpSetting, (value: unknown) => boolean>> = {
  command: isText,
  args: (value) => Array.isArray(value) && value.every((item) => typeof item === "string"),
  env: isTexts,
  cwd: isText,
  url: isText,
  headers: isTexts,
  enabled: (value) => typeof value === "boolean",
  skills: (value) =>
    typeof value === "boolean" || (Array.isArray(value) && value.every((item) => typeof item === "string")),
};

/** Whether it is to be asked for skills. */
export function hasSkills({ skills = false, enabled }: McpSetting): boolean {
  return skills !== false && enabled !== false;
}

/** Each with a `command` or a `url`, and with nothing that is not known. */
export function isServers(value: unknown): value is Readonly<Record<string, McpSetting>> {
  return isMap(value) && Object.values(value).every(isServer);
}

function isServer(value: unknown): value is McpSetting {
  if (!isMap(value) || (value["command"] === undefined) === (value["url"] === undefined)) return false;
  return Object.entries(value).every(
    ([key, field]) => Object.hasOwn(FIELDS, key) && FIELDS[key as keyof McpSetting](field),
  );
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

function isTexts(value: unknown): boolean {
  return isMap(value) && Object.values(value).every((item) => typeof item === "string");
}
