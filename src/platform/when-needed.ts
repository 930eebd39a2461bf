/** Ports that are loaded with the first call: the network and programs take longer to load than most commands take. */
import type { Fetch } from "./network/fetch.ts";
import type { Spawn } from "./processes/spawn.ts";

/** One fetch for all calls, as `openFetch` has it. */
export function fetchWhenNeeded(): Fetch {
  let opened: Promise<Fetch> | undefined;
  return async (url, options) => {
    opened ??= import("./network/node-fetch.ts").then(({ openFetch }) => openFetch());
    return (await opened)(url, options);
  };
}

export const spawnWhenNeeded: Spawn = async (program, args, options) => {
  const { nodeSpawn } = await import("./processes/node-spawn.ts");
  return nodeSpawn(program, args, options);
};
