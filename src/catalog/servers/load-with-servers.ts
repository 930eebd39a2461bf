/**
 * Conductor: a load, and where the configuration names MCP servers whose skills count, the same once more with what they serve.
 * Where it names none, nothing that knows of servers is even loaded.
 */
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { nodeEnvironment } from "../../platform/environment.ts";
import { hasSkills } from "../config/mcp-servers.ts";
import { type Loading, type LoadOptions, loadSkills } from "../load/load.ts";

export interface ServedLoading extends Loading {
  /** With the servers among the sources, to load again with. */
  readonly options: LoadOptions;
}

/** All servers are asked at once; one that does not answer in time is a diagnostic. */
export async function loadWithServers(options: LoadOptions = {}): Promise<ServedLoading> {
  const loading = await loadSkills(options);
  if (!asksServers(loading, options)) return { ...loading, options };
  const { openServerSkills } = await import("./open-server-skills.ts");
  const served = openServerSkills(loading.config, options).sources;
  const told = options.onServers?.(served.map(({ name }) => name));
  const all = { ...options, sources: [...(options.sources ?? []), ...served] };
  const whole = await loadSkills(all);
  // A declined entry has a place of its own.
  const isTold = ({ code, path = "" }: Diagnostic): boolean =>
    served.some(({ name }) => path === `/${name}` || (code === "SK913" && path.startsWith(`/${name}/`)));
  told?.(whole.snapshot.diagnostics.filter(isTold));
  return { ...whole, options: all };
}

/** What servers had when they were last asked, as the catalog calls it; none is asked now. */
export async function servedNames(
  loading: Pick<Loading, "config" | "profile">,
  options: LoadOptions = {},
): Promise<string[]> {
  if (!asksServers(loading, options)) return [];
  const { namesOfServers } = await import("./open-server-skills.ts");
  return namesOfServers(loading.config, options);
}

/** A server that is asked for skills asks no other one: two that name each other would never come to an end. */
const ASKED_BY = "SKILLWRIGHT_ASKED_BY";

/** Whether some server of the configuration is to be asked for its skills; other hosts know nothing of them. */
function asksServers(
  { config, profile }: Pick<Loading, "config" | "profile">,
  { servers, ambient, environment }: LoadOptions,
): boolean {
  if (servers === false || ambient === false || profile.runtime !== "engine") return false;
  if (!Object.values(config.mcp).some(hasSkills)) return false;
  return ((environment ?? nodeEnvironment()).variables[ASKED_BY] ?? "") === "";
}
