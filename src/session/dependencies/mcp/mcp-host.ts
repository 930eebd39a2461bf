import type { McpServer } from "../../../model/skills/dependency.ts";
import type { Environment } from "../../../platform/environment.ts";
import type { Files } from "../../../platform/files/files.ts";

/** Where a host's configuration is looked for. */
export interface McpPlace {
  readonly environment: Environment;
  readonly files: Files;
  readonly cwd: string;
  readonly projectRoot: string;
  /** Whether files of the project may name servers. */
  readonly trusted: boolean;
}

export type Format = "json" | "toml" | "yaml";

/** A server that a host is configured with. */
export interface ConfiguredServer {
  readonly name: string;
  readonly url?: string;
  readonly command?: string;
  readonly args: readonly string[];
  readonly enabled: boolean;
  /** The file. */
  readonly from: string;
}

/** How one host keeps its MCP servers. */
export interface McpHost {
  /** Of its profile. */
  readonly name: string;
  readonly title: string;
  readonly format: Format;
  /** The files that it reads, those that count most first. */
  readonly files: (place: McpPlace) => readonly string[];
  /** The file that a server is added to, and whether it comes with the project. */
  readonly target: (place: McpPlace) => { readonly path: string; readonly shared: boolean };
  /** The mapping that holds the servers. */
  readonly key: string;
  /** More mappings of one file that hold some. */
  readonly alsoAt?: (settings: Readonly<Record<string, unknown>>, place: McpPlace) => readonly unknown[];
  readonly decode: (value: Readonly<Record<string, unknown>>) => Omit<ConfiguredServer, "name" | "from">;
  readonly encode: (server: McpServer) => Readonly<Record<string, unknown>>;
  /** Returns the steps for a login at a server in this host. */
  readonly login: (name: string) => string;
  readonly source: string;
}
