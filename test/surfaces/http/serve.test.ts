import { once } from "node:events";
import { Server } from "node:http";
import { connect } from "node:net";
import { expect, test, vi } from "vitest";
import { type ServeOptions, serve } from "../../../src/surfaces/http/serve.ts";
import { skill } from "../cli/run.ts";
import { makePlace } from "./place.ts";

const place = makePlace({ "~/.agents/skills/pdf/SKILL.md": skill("pdf") });
const options: ServeOptions = {
  ...{ load: place.load, version: "0", port: 0, address: "127.0.0.1", names: [], token: undefined, write: false },
  report: (error) => {
    throw error;
  },
};

/** How many watches this process has open. Node forgets a closed handle at the end of a turn, which follows `setImmediate`. */
async function watches(): Promise<number> {
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
  return process.getActiveResourcesInfo().filter((name) => name === "FSEventWrap").length;
}

test("[SV3] [SV4] with a token the server listens on every address, and answers requests that have the token", async () => {
  const serving = await serve({ ...options, address: "0.0.0.0", token: "t" });
  const asked = async (headers: Record<string, string>): Promise<number> =>
    (await fetch(`http://127.0.0.1:${serving.port}/api/about`, { headers })).status;
  const statuses = [await asked({}), await asked({ authorization: "Bearer t" })];
  await serving.close();
  expect([serving.url, statuses]).toEqual([`http://0.0.0.0:${serving.port}/`, [401, 200]]);
});

test("[SV1] a closed server leaves no port and no watch open, also of the hosts that were asked about", async () => {
  const before = await watches();
  const serving = await serve(options);
  const alone = await watches();
  await fetch(`${serving.url}api/skills?host=claude-code`);
  const withHost = await watches();
  await serving.close();
  expect([alone > before, withHost > alone, await watches()]).toEqual([true, true, before]);
  await expect(fetch(serving.url)).rejects.toMatchObject({ cause: { code: "ECONNREFUSED" } });
});

test("[SV3] a server that cannot listen leaves no watch open", async () => {
  const serving = await serve(options);
  const before = await watches();
  await expect(serve({ ...options, port: serving.port })).rejects.toMatchObject({ code: "SK925" });
  expect(await watches()).toBe(before);
  await serving.close();
});

test("[SV3] a server that cannot listen says why", async () => {
  const serving = await serve(options);
  const message = (more: Partial<ServeOptions>): Promise<unknown> =>
    serve({ ...options, ...more }).then(
      () => "it listens",
      (error: Error) => error.message,
    );
  expect([
    await message({ port: serving.port }),
    await message({ address: "192.0.2.1", token: "t", port: 4747 }),
  ]).toEqual([
    `cannot listen on 127.0.0.1:${serving.port}: somebody listens there already`,
    "cannot listen on 192.0.2.1:4747: this machine has no such address",
  ]);
  await serving.close();
});

test("[SV1] a server that ends does not wait for connections on which nothing was asked", async () => {
  const closedAll = vi.spyOn(Server.prototype, "closeAllConnections");
  const serving = await serve(options);
  const socket = connect(serving.port, "127.0.0.1");
  await once(socket, "connect");
  // An answer on another connection proves that the server has accepted the first one.
  await (await fetch(`${serving.url}health`)).text();
  await serving.close();
  expect(closedAll).not.toHaveBeenCalled();
  socket.destroy();
  closedAll.mockRestore();
});
