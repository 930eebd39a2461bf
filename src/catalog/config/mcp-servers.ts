import type { JsonSchema } from "../../model/schema.ts";

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
   * True if the server's skills are loaded after the user's approval (default: false). A list names the addresses of
   * additional skills, which the server does not list.
   */
  readonly skills?: boolean | readonly string[];
}

/**
 * A server in a project's configuration. Only the loader creates objects of this type, so no file can present a
 * project's server as the user's.
 */
export interface ProjectServer {
  readonly name: string;
  /** The file that defines the server. */
  readonly path: string;
  readonly projectRoot: string;
  /** The definition of the server. If it starts a program, its `cwd` is an absolute path. */
  readonly setting: McpSetting;
}

const TEXT: JsonSchema = { type: "string", minLength: 1 };
const TEXTS: JsonSchema = { type: "object", additionalProperties: { type: "string" } };
const LIST: JsonSchema = { type: "array", items: { type: "string" } };
const FIELDS: Readonly<Record<keyof McpSetting, JsonSchema>> = {
  command: TEXT,
  args: LIST,
  env: TEXTS,
  cwd: TEXT,
  url: TEXT,
  headers: TEXTS,
  enabled: { type: "boolean" },
  skills: { anyOf: [{ type: "boolean" }, LIST] },
};

/** Servers by name. Each has either a `command` or a `url`, and no unknown keys. */
export const SERVERS: JsonSchema = {
  type: "object",
  additionalProperties: {
    type: "object",
    oneOf: [{ required: ["command"] }, { required: ["url"] }],
    additionalProperties: false,
    properties: FIELDS,
  },
};

/** Returns true if the server provides skills. */
export function hasSkills({ skills = false, enabled }: McpSetting): boolean {
  return skills !== false && enabled !== false;
}
