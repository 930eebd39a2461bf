/** The types for dependencies of skills. The session asks for all missing ones in one prompt. */
import type { ToolDependency } from "./skill.ts";

/** The kinds of dependencies, in display order. */
export const NEED_KINDS = ["platform", "program", "setting", "skill", "variable", "server", "other"] as const;
export type NeedKind = (typeof NEED_KINDS)[number];

/** One dependency of one or more skills. */
export interface Need {
  readonly kind: NeedKind;
  /**
   * The name of a variable, server, program, setting or skill. Alternatives (platforms or programs) are separated by
   * `|`.
   */
  readonly what: string;
  /** The description of the skill's author. */
  readonly description?: string;
  /** True if the skill cannot work without the dependency. Otherwise the user may continue without it. */
  readonly required: boolean;
  /** The names of the skills that need the dependency, in selection order. */
  readonly skills: readonly string[];
  /** The connection settings, if the dependency is a server. */
  readonly server?: McpServer;
  /** The declaration in a sidecar, if the kind of the dependency is unknown. */
  readonly declared?: ToolDependency;
}

const TRANSPORTS = ["stdio", "streamable-http"] as const;
export type Transport = (typeof TRANSPORTS)[number];

/** An MCP server, as declared by a skill or configured in a host. */
export interface McpServer {
  readonly name: string;
  readonly transport: Transport;
  /** The program of a stdio server, and its arguments. */
  readonly command?: string;
  readonly args?: readonly string[];
  readonly url?: string;
  /** The callback port that the server's authorization server requires. */
  readonly callbackPort?: number;
  /** The reason why the declared server cannot be set up. */
  readonly problem?: string;
}

/** A dependency with its state on this machine and in this session. */
export interface NeedStatus extends Need {
  /** `unknown`: the state cannot be determined. */
  readonly state: "present" | "missing" | "unknown";
  /** Where the dependency was found: `this session`, `the environment`, or a file. */
  readonly from?: string;
  /** A note about the state, such as a server with this name but another address. */
  readonly note?: string;
  /** How the user can provide the dependency. */
  readonly help?: string;
}
