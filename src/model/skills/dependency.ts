/** What skills need besides themselves: the nouns of asking for it once, together, before a skill is given. */
import type { ToolDependency } from "./skill.ts";

/** In the order in which they are shown. */
export const NEED_KINDS = ["platform", "program", "setting", "skill", "variable", "server", "other"] as const;
export type NeedKind = (typeof NEED_KINDS)[number];

/** One thing that one or more skills need. */
export interface Need {
  readonly kind: NeedKind;
  /** The name of a variable, server, program, setting or skill; platforms, or programs of which one will do, with `|`. */
  readonly what: string;
  /** What the skill's author says about it. */
  readonly description?: string;
  /** Without it the skill is of no use; otherwise the user may go on without it. */
  readonly required: boolean;
  /** The names of the skills that need it, in the order in which they were selected. */
  readonly skills: readonly string[];
  /** For a server: how it is reached. */
  readonly server?: McpServer;
  /** What a sidecar says, for kinds that are not known here. */
  readonly declared?: ToolDependency;
}

export const TRANSPORTS = ["stdio", "streamable-http"] as const;
export type Transport = (typeof TRANSPORTS)[number];

/** An MCP server, as a skill declares it or a host is configured with it. */
export interface McpServer {
  readonly name: string;
  readonly transport: Transport;
  /** The program of a stdio server, and its arguments. */
  readonly command?: string;
  readonly args?: readonly string[];
  readonly url?: string;
  /** The port that its authorization server wants to be led back to. */
  readonly callbackPort?: number;
  /** Why it cannot be set up as it is declared. */
  readonly problem?: string;
}

/** A need, held against this machine and this session. */
export interface NeedStatus extends Need {
  /** `unknown`: nobody here can tell. */
  readonly state: "there" | "missing" | "unknown";
  /** Where it was found: `this session`, `the environment`, a file. */
  readonly from?: string;
  /** Something to know about what was found: a server of that name that leads elsewhere. */
  readonly note?: string;
  /** How to supply it. */
  readonly help?: string;
}
