/** [SV34] A read-only server contacts no other host because of a request. */
import { once } from "node:events";
import { createServer } from "node:net";
import { afterAll, describe, expect, test } from "vitest";
import { ROUTES } from "../../../src/surfaces/http/routes.ts";
import { skill } from "../cli/run.ts";
import { appFor } from "./app-for.ts";
import { makePlace } from "./place.ts";

let contacts = 0;
const other = createServer((socket) => {
  contacts++;
  socket.destroy();
}).listen(0, "127.0.0.1");
await once(other, "listening");
const { port } = other.address() as { port: number };
afterAll(() => other.close());
const host = `127.0.0.1:${port}`;

const place = makePlace({
  "source/notes/SKILL.md": skill("notes"),
  "~/.config/skillwright/config.yaml": `urls: ["http://${host}/"]\nmcp:\n  far: { url: "http://${host}/mcp", skills: true }\n`,
  "skills-lock.json": JSON.stringify({
    version: 1,
    skills: { x: { source: `http://${host}/x.tar.gz`, sourceType: "well-known", computedHash: "0" } },
  }),
});

const SOURCES = [
  `http://${host}/x.tar.gz`,
  `http://${host}/`,
  `http://${host}/x.git`,
  `git+http://${host}/x.git`,
  `git://${host}/x.git`,
  `ssh://git@${host}/x.git`,
  `oci://${host}/x`,
  `plugin:http://${host}/x.git`,
  "owner/repo",
  "npm:pdf",
  "clawhub:pdf",
  "source",
];

const REQUESTS: readonly (readonly [path: string, body: object | undefined])[] = [
  ...SOURCES.flatMap((source) => [
    ["/api/plans", { do: "add", source }] as const,
    ["/api/plans", { do: "add", source, where: "user" }] as const,
  ]),
  ["/api/plans", { do: "update" }],
  ["/api/plans", { do: "install" }],
  ["/api/plans", { do: "install", from: "skills-lock.json" }],
  ["/api/plans", { do: "pull" }],
  ["/api/outdated", undefined],
  ["/api/served?skills=mcp:far:x", undefined],
];

const HERE: readonly (readonly [path: string, body: object | undefined])[] = [
  ["/api/plans", { do: "add", source: "./source" }],
  ["/api/plans", { do: "add", source: "./source", offline: true }],
  ["/api/plans", { do: "update", offline: true }],
  ["/api/plans", { do: "install", offline: true }],
  ["/api/outdated?offline=true", undefined],
];

describe("[SV34] without a token", async () => {
  // A load contacts the servers of the user's own configuration, but not because of a request.
  const served = await appFor({ ...place.load, servers: false });
  const ask = (path: string, body?: object): Promise<Response> => (body ? served.post(path, body) : served.get(path));

  test.each(REQUESTS)("%s %j is refused, and no other machine is contacted", async (path, body) => {
    contacts = 0;
    const response = await ask(path, body);
    expect([response.status, await response.json(), contacts]).toMatchObject([
      403,
      {
        error: {
          code: "SK923",
          help: "start it with `skillwright serve --token SECRET` or `--write`, or send the request with `offline`",
        },
      },
      0,
    ]);
  });

  test.each(HERE)("%s %j is answered", async (path, body) => {
    contacts = 0;
    expect([(await ask(path, body)).status, contacts]).toEqual([200, 0]);
  });
});

test("[SV34] with a token the same requests are answered", async () => {
  const served = await appFor({ ...place.load, servers: false }, { token: "secret" });
  const token = { authorization: "Bearer secret" };
  contacts = 0;
  const plan = await served.post("/api/plans", { do: "add", source: `http://${host}/x.tar.gz` }, token);
  expect([plan.status, contacts]).toEqual([422, 1]);
  expect((await served.post("/api/plans", { do: "add", source: `http://${host}/x.tar.gz` })).status).toBe(401);
  expect((await served.get("/api/outdated", token)).status).toBe(200);
});

test("[SV34] an offline plan contacts no other machine, also with a token", async () => {
  const served = await appFor({ ...place.load, servers: false }, { token: "secret" });
  const body = { do: "add", source: `http://${host}/x.tar.gz`, offline: true };
  contacts = 0;
  const plan = await served.post("/api/plans", body, { authorization: "Bearer secret" });
  expect([plan.status, contacts]).toEqual([422, 0]);
});

test("[SV34] a plan uses the settings that the server was started with", async () => {
  const load = { ...place.load, servers: false, config: { git_host: host } } as const;
  const served = await appFor(load, { token: "secret" });
  contacts = 0;
  const plan = await served.post("/api/plans", { do: "add", source: "owner/repo" }, { authorization: "Bearer secret" });
  expect([plan.status, contacts > 0]).toEqual([422, true]);
});

test("[SV34] every route that can contact others declares it", () => {
  const reading = ROUTES.filter(({ writes, contacts: can }) => !writes && can({} as never));
  expect(reading.map(({ id }) => id)).toEqual(["viewServed", "outdated", "plan"]);
});
