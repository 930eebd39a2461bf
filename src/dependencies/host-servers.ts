/** The MCP servers that a session has: those that its program is connected to. */
import { OperationError } from "../model/errors.ts";
import type { ServerPort } from "./desk.ts";

export interface HostServersOptions {
  readonly connected: readonly string[];
  readonly title: string;
}

export function hostServers({ connected, title }: HostServersOptions): ServerPort {
  return {
    title,
    find: ({ name }) => (connected.includes(name) ? { state: "there", from: "the program" } : { state: "missing" }),
    preview: async () => [],
    install: async ({ what }) => {
      throw new OperationError("SK460", `\`${what}\` cannot be set up from here`, { hint: `set it up in ${title}` });
    },
  };
}
