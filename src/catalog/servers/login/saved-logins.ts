/** Conductor: where the logins of this user at MCP servers are kept. */
import { platformDirectories } from "../../../platform/environment.ts";
import { environmentOf, type LoadOptions } from "../../load/load.ts";
import { fileLogins, type LoginStore } from "./login-store.ts";

/** The logins that `loginServers` has kept, in a file for the user alone. */
export function savedLogins(options: LoadOptions = {}): LoginStore {
  return fileLogins(`${platformDirectories(environmentOf(options)).data}/mcp-logins.json`);
}
