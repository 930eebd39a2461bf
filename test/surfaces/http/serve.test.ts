import { once } from "node:events";
import { get, Server } from "node:http";
import { connect } from "node:net";
import { expect, test, vi } from "vitest";
import { openApi } from "../../../src/surfaces/http/openapi.ts";
import { ROUTES } from "../../../src/surfaces/http/routes.ts";
import { type ServeOptions, serveHttp } from "../../../src/surfaces/http/serve.ts";
import { countFileWatches } from "../../file-watches.ts";
import { skill } from "../cli/run.ts";
import { makePlace } from "./place.ts";

const place = makePlace({ "~/.agents/skills/pdf/SKILL.md": skill("pdf") });
const options: ServeOptions = {
  ...{ load: place.load, version: "0", port: 0, address: "127.0.0.1", names: [], token: undefined, write: false },
  report: (error) => {
    throw error;
  },
};

test("[SV3] [SV4] with a token the server listens on every address, and answers requests that have the token", async () => {
  const serving = await serveHttp({ ...options, address: "0.0.0.0", token: "t" });
  const asked = async (headers: Record<string, string>): Promise<number> =>
    (await fetch(`http://127.0.0.1:${serving.port}/api/about`, { headers })).status;
  const statuses = [await asked({}), await asked({ authorization: "Bearer t" })];
  await serving.close();
  expect([serving.url, statuses]).toEqual([`http://127.0.0.1:${serving.port}/`, [401, 200]]);
  expect(serving.project).toBe(place.load.environment?.cwd);
});

test("[SV4] the names of a server match in any case", async () => {
  const serving = await serveHttp({ ...options, names: ["Skills.Example"] });
  const asked = (host: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      get(`${serving.url}api/about`, { headers: { host } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).on("error", reject);
    });
  const statuses = [await asked("skills.example"), await asked("SKILLS.example"), await asked("other.example")];
  await serving.close();
  expect(statuses).toEqual([200, 200, 421]);
});

test("[SV1] a closed server leaves no port and no watch open, also of the hosts that were asked about", async () => {
  const watches = countFileWatches();
  const serving = await serveHttp(options);
  const alone = await watches.open();
  await fetch(`${serving.url}api/skills?host=claude-code`);
  const withHost = await watches.open();
  await serving.close();
  expect([alone > 0, withHost > alone, await watches.open()]).toEqual([true, true, 0]);
  watches.stop();
  await expect(fetch(serving.url)).rejects.toMatchObject({ cause: { code: "ECONNREFUSED" } });
});

test("[SV3] a server that cannot listen leaves no watch open", async () => {
  const serving = await serveHttp(options);
  const watches = countFileWatches();
  await expect(serveHttp({ ...options, port: serving.port })).rejects.toMatchObject({
    code: "SK925",
    cause: { code: "EADDRINUSE" },
  });
  expect(await watches.open()).toBe(0);
  watches.stop();
  await serving.close();
});

test("[SV3] a server that cannot listen says why", async () => {
  const serving = await serveHttp(options);
  const message = (more: Partial<ServeOptions>): Promise<unknown> =>
    serveHttp({ ...options, ...more }).then(
      () => "it listens",
      (error: Error) => error.message,
    );
  expect([
    await message({ port: serving.port }),
    await message({ address: "192.0.2.1", token: "t", port: 4747 }),
  ]).toEqual([
    `cannot listen on 127.0.0.1:${serving.port}: the port is in use`,
    "cannot listen on 192.0.2.1:4747: this machine has no such address",
  ]);
  await serving.close();
});

test.each(["0.0.0.0", "::", "192.0.2.1"])("[SV3] without a token it does not listen on %s", async (address) => {
  const serving = serveHttp({ ...options, address, token: undefined }).then((each) => each.close());
  await expect(serving).rejects.toMatchObject({
    code: "SK925",
    message: `other machines could reach \`${address}\`, and no token is set`,
  });
});

/** The beginning of the answer to a request as it is written on the wire; empty if the server closes without an answer. */
async function answerTo(port: number, request: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let text = "";
  socket.setEncoding("latin1").on("data", (part: string) => {
    text += part;
  });
  socket.write(request);
  await once(socket, "close");
  return text.split("\r\n", 1)[0] ?? "";
}

test("[SV4] TRACE and CONNECT are 405, and no other method reaches an answer or stops the server", async () => {
  const serving = await serveHttp(options);
  const host = `Host: 127.0.0.1:${serving.port}\r\nConnection: close\r\n`;
  const asked = async (method: string, path = "/api/about"): Promise<string> =>
    answerTo(serving.port, `${method} ${path} HTTP/1.1\r\n${host}\r\n`);
  for (const method of ["TRACE", "CONNECT"])
    expect([method, await asked(method)]).toEqual([method, "HTTP/1.1 405 Method Not Allowed"]);
  for (const path of ["/", "/health", "/skill", "/mcp", "/api/events", "/api/plans", "/nothing", "*"])
    expect([path, await asked("TRACE", path)]).toEqual([path, expect.stringMatching(/ 40[0-9] /)]);
  for (const method of ["TRACK", "PROPFIND", "PATCH", "OPTIONS", "trace"])
    expect([method, await asked(method)]).toEqual([method, expect.not.stringContaining(" 200 ")]);
  expect(await asked("GET")).toBe("HTTP/1.1 200 OK");
  await serving.close();
});

/** Sends the beginning of a request, and resets or ends the connection when the server has read it. */
async function cutOff(port: number, request: string, how: "reset" | "end"): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined).resume();
  socket.write(request);
  // The server answers this request after it has read the other one.
  await fetch(`http://127.0.0.1:${port}/health`);
  if (how === "reset") socket.resetAndDestroy();
  else socket.end();
  if (!socket.closed) await once(socket, "close");
}

test("[SV4] a request that its client cuts off is not an error of the server", async () => {
  const errors: unknown[] = [];
  const serving = await serveHttp({ ...options, write: true, token: "t", report: (error) => errors.push(error) });
  const { port } = serving;
  const { paths: described } = openApi(ROUTES, "0") as { readonly paths: Record<string, object> };
  const paths = Object.entries(described).flatMap(([path, methods]) =>
    "post" in methods ? [path.replace(/\{[^}]*\}/g, "pdf")] : [],
  );
  const head = (path: string, more: string): string =>
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer t\r\nContent-Type: application/json\r\n${more}\r\n\r\n`;
  const accept = "Accept: application/json, text/event-stream\r\n";
  let cut = 0;
  for (const path of [...paths, "/mcp", "/nowhere"])
    for (const begun of [
      `${head(path, `${accept}Content-Length: 1000`)}{"a"`,
      head(path, `${accept}Content-Length: 1000`),
      `${head(path, `${accept}Transfer-Encoding: chunked`)}4\r\n{"a"\r\n`,
    ])
      for (const how of ["reset", "end"] as const) {
        await cutOff(port, begun, how);
        cut++;
      }
  expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200);
  await serving.close();
  expect(cut).toBeGreaterThan(100);
  expect(errors).toEqual([]);
});

test("[SV4] a second `Host` cannot name another server, in either order and version", async () => {
  const { port, close } = await serveHttp(options);
  const ours = `127.0.0.1:${port}`;
  const asked = async (version: string, hosts: readonly string[]): Promise<string> => {
    const lines = hosts.map((host) => `Host: ${host}\r\n`).join("");
    return (await answerTo(port, `GET /api/about HTTP/${version}\r\n${lines}Connection: close\r\n\r\n`)).slice(9, 12);
  };
  const refused: string[] = [];
  for (const version of ["1.0", "1.1"])
    for (const hosts of [
      [ours, "pages.example"],
      ["pages.example", ours],
      [`${ours}, pages.example`],
      [`x@${ours}`],
      [""],
      [],
    ])
      refused.push(await asked(version, hosts));
  const answered = await asked("1.1", [ours]);
  await close();
  expect([answered, refused.filter((status) => status !== "400" && status !== "421")]).toEqual(["200", []]);
});

test("[SV4] `Host` must have the port that the server listens on", async () => {
  const serving = await serveHttp(options);
  const { port } = serving;
  const asked = async (host: string): Promise<string> =>
    (await answerTo(port, `GET /api/about HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).slice(9, 12);
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `LOCALHOST:${port}`])
    expect([host, await asked(host)]).toEqual([host, "200"]);
  const wrong = ["127.0.0.1", "localhost", `127.0.0.1:${port + 1}`, `127.0.0.1:${port}0`, `localhost:0${port}x`];
  for (const host of [...wrong, `127.0.0.1:`, `evil.example:${port}`, `127.0.0.1:${port}@evil.example`, ""])
    expect([host, await asked(host)]).toEqual([host, expect.stringMatching(/^4\d\d$/)]);
  await serving.close();
});

test("[SV1] a server that ends does not wait for connections on which nothing was asked", async () => {
  const closedAll = vi.spyOn(Server.prototype, "closeAllConnections");
  const serving = await serveHttp(options);
  const socket = connect(serving.port, "127.0.0.1");
  await once(socket, "connect");
  // An answer on another connection proves that the server has accepted the first one.
  await (await fetch(`${serving.url}health`)).text();
  await serving.close();
  expect(closedAll).not.toHaveBeenCalled();
  socket.destroy();
  closedAll.mockRestore();
});
