import { isMap } from "../../model/schema.ts";

/** An MCP server in the configuration: a program to start, or an address. */
export interface McpSetting {
  readonly command?: string;
  readonly args?: readonly string[];
  /** Variables of the program; `${NAME}` in a value is replaced by an environment variable. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly enabled?: boolean;
  /**
   * True if its skills are loaded after approval (default: false). A list has addresses of skills that the server does
   * not list.
   */
  readonly skills?: boolean | readonly string[];
}

/**
 * A server in a project's configuration. Only the loader creates one, so no file can present its server as the user's.
 */
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

/** Returns true if the server provides skills. */
export function hasSkills({ skills = false, enabled }: McpSetting): boolean {
  return skills !== false && enabled !== false;
}

/** Checks that each server has a `command` or a `url`, and no unknown keys. */
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
