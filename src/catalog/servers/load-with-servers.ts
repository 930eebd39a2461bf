/**
 * Loads skills. If the configuration names MCP servers with skills, it loads again with the servers' skills. Without
 * such servers, no server code is loaded.
 */
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { nodeEnvironment } from "../../platform/environment.ts";
import { hasSkills } from "../config/mcp-servers.ts";
import { type Loading, type LoadOptions, loadSkills } from "../load/load.ts";

export interface ServedLoading extends Loading {
  /** The options with the servers as sources, for later loads. */
  readonly options: LoadOptions;
}

/** Queries all servers at once. A timeout is a diagnostic. */
export async function loadWithServers(
  options: LoadOptions = {},
  /** Called if a server answers after the load has stopped waiting for it. */
  onLateAnswer?: () => void,
): Promise<ServedLoading> {
  const loading = await loadSkills(options);
  if (!asksServers(loading, options)) return { ...loading, options };
  const { openServerSkills } = await import("./open-server-skills.ts");
  const served = openServerSkills(loading.config, options, undefined, onLateAnswer).sources;
  const told = options.onServers?.(served.map(({ name }) => name));
  const all = { ...options, sources: [...(options.sources ?? []), ...served] };
  const whole = await loadSkills(all);
  // A diagnostic about a server has the server's path. A diagnostic about a declined entry (SK913) has a path below
  // that path.
  const isTold = ({ code, path = "" }: Diagnostic): boolean =>
    served.some(({ name }) => path === `/${name}` || (code === "SK913" && path.startsWith(`/${name}/`)));
  told?.(whole.snapshot.diagnostics.filter(isTold));
  return { ...whole, options: all };
}

/** Returns the catalog names of servers' skills from the last request. No server is queried. */
export async function servedNames(
  loading: Pick<Loading, "config" | "profile">,
  options: LoadOptions = {},
): Promise<string[]> {
  if (!asksServers(loading, options)) return [];
  const { namesOfServers } = await import("./open-server-skills.ts");
  return namesOfServers(loading.config, options);
}

/**
 * An environment variable that marks a server which is queried for skills. Such a server queries no other server,
 * because two servers that name each other would query each other without end.
 */
const ASKED_BY = "SKILLWRIGHT_ASKED_BY";

/** Returns true if a configured server must be queried for skills. Only Skillwright's own profile uses such skills. */
function asksServers(
  { config, profile }: Pick<Loading, "config" | "profile">,
  { servers, ambient, environment }: LoadOptions,
): boolean {
  if (servers === false || ambient === false || profile.runtime !== "engine") return false;
  if (!Object.values(config.mcp).some(hasSkills)) return false;
  return ((environment ?? nodeEnvironment()).variables[ASKED_BY] ?? "") === "";
}
