/** The real packages, from the cache that `scripts/peers.mjs` fills. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { peersDirectory } from "../../scripts/peers.mjs";

export async function peer<T>(name: string): Promise<T> {
  const loader = join(peersDirectory(), "node_modules", "load-peer.mjs");
  if (!existsSync(loader)) throw new Error("the frameworks are not here yet: `node scripts/peers.mjs` fetches them");
  const { loadPeer } = (await import(pathToFileURL(loader).href)) as { loadPeer: (name: string) => Promise<T> };
  return loadPeer(name);
}
