/** Ports that are loaded with the first call: the network and programs take longer to load than most commands take. */
import type { FetchSettings, Network } from "./network/node-fetch.ts";
import type { Spawn } from "./processes/spawn.ts";

/** One network for all calls, as `openNetwork` has it. */
export function openLazyNetwork(settings?: FetchSettings): Network {
  let opened: Promise<Network> | undefined;
  const open = (): Promise<Network> => {
    opened ??= import("./network/node-fetch.ts").then(({ openNetwork }) => openNetwork(settings));
    return opened;
  };
  return {
    fetch: async (url, options) => (await open()).fetch(url, options),
    resolve: async (hostname) => (await open()).resolve(hostname),
  };
}

export const lazySpawn: Spawn = async (program, args, options) => {
  const { nodeSpawn } = await import("./processes/node-spawn.ts");
  return nodeSpawn(program, args, options);
};
