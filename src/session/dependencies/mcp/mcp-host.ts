import type { McpServer } from "../../../model/skills/dependency.ts";
import type { Environment } from "../../../platform/environment.ts";
import type { Files } from "../../../platform/files/files.ts";

/** Where to look for a host's configuration. */
export interface McpContext {
  readonly environment: Environment;
  readonly files: Files;
  readonly cwd: string;
  readonly projectRoot: string;
  /** True if the project is trusted, so that its files may define servers. */
  readonly trusted: boolean;
}

export type ConfigFormat = "json" | "toml" | "yaml";

/** An MCP server in a host's configuration. */
export interface ConfiguredServer {
  readonly name: string;
  readonly url?: string;
  readonly command?: string;
  readonly args: readonly string[];
  readonly enabled: boolean;
  /** The file that configures the server. */
  readonly from: string;
}

/** The files in which a host stores its MCP servers, and the key of the servers. */
export interface McpFiles {
  readonly format: ConfigFormat;
  /** Returns the files that the host reads, highest precedence first. */
  readonly files: (place: McpContext) => readonly string[];
  /** Key of the mapping that contains the servers. */
  readonly key: string;
  /** Returns other mappings in the same file that also contain servers. */
  readonly alsoAt?: (settings: Readonly<Record<string, unknown>>, place: McpContext) => readonly unknown[];
  readonly decode: (value: Readonly<Record<string, unknown>>) => Omit<ConfiguredServer, "name" | "from">;
}

/** A host to whose configuration servers can be added. */
export interface McpHost extends McpFiles {
  /** Name of the host profile. */
  readonly name: string;
  readonly title: string;
  /** Returns the file to which a server is added. `shared` is true if the file is part of the project. */
  readonly target: (place: McpContext) => { readonly path: string; readonly shared: boolean };
  readonly encode: (server: McpServer) => Readonly<Record<string, unknown>>;
  /** Returns the steps for a login at a server in this host. */
  readonly login: (name: string) => string;
}
