import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { loginToServer } from "../../../../src/catalog/servers/login/login.ts";
import { openFileLoginStore } from "../../../../src/catalog/servers/login/login-store.ts";
import { OperationError } from "../../../../src/model/errors.ts";
import type { Fetch } from "../../../../src/platform/network/fetch.ts";
import { withFrameworks } from "../../../surfaces/adapters/frameworks.ts";
import { type AuthServer, openAuthServer } from "./auth-server.ts";

const { describe, test } = withFrameworks;

let server: AuthServer;
let directory: string;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "skw-login-"));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));
beforeEach(async () => {
  server = await openAuthServer();
});
afterEach(() => server.close());

const open = async (address: string): Promise<void> => void (await server.browse(address));

test("[DP17] no request of a login waits for a silent server longer than ten seconds", async () => {
  const limits: number[] = [];
  const silent: Fetch = async (_, { timeoutMs }) => {
    limits.push(timeoutMs);
    throw new OperationError("SK620", "it took too long");
  };
  await expect(
    loginToServer({ url: "http://127.0.0.1:1/mcp", open: () => undefined, fetch: silent }),
  ).rejects.toThrow();
  expect(limits).toEqual([10_000]);
});

describe("a server that asks for a login", () => {
  test("[DP17] the browser is led to it and back, and the token is taken", async () => {
    expect((await server.call({})).status).toBe(401);
    const seen: URL[] = [];
    const pages: string[] = [];
    const access = await loginToServer({
      url: server.url,
      open: async (address) => {
        seen.push(new URL(address));
        const { status, page } = await server.browse(address);
        pages.push(`${status} ${page}`);
      },
    });
    expect(await server.call(await access.headers())).toEqual({ status: 200, text: "3 issues" });
    const [{ origin, searchParams }] = seen as [URL];
    expect([origin, searchParams.get("response_type"), searchParams.get("code_challenge_method")]).toEqual([
      server.issuer,
      "code",
      "S256",
    ]);
    expect([searchParams.get("resource"), searchParams.get("scope")]).toEqual([server.url, "mcp"]);
    expect(searchParams.get("redirect_uri")).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
    expect(pages).toEqual([expect.stringMatching(/^200 .*You can close this window/s)]);
    expect(server.asked).toEqual([
      "GET /.well-known/oauth-authorization-server",
      "POST /register",
      "GET /authorize",
      "POST /token",
    ]);
  });

  test("[DP17] a token that has expired is refreshed without a person; a revoked one is reported", async () => {
    let now = 1_000_000;
    let opened = 0;
    const access = await loginToServer({
      url: server.url,
      clock: () => now,
      open: (address) => {
        opened++;
        return open(address);
      },
    });
    const first = await access.headers();
    now += 3_600_000;
    const second = await access.headers();
    expect([first === second, (await server.call(second)).status, opened]).toEqual([false, 200, 1]);
    expect(first["authorization"]).not.toBe(second["authorization"]);
    server.revokeAll();
    now += 3_600_000;
    await expect(access.headers()).rejects.toMatchObject({
      code: "SK465",
      message: expect.stringContaining("has expired"),
    });
    expect(opened).toBe(1);
  });

  test("[DP17] a store keeps it for the next run, for the user alone", async () => {
    const path = join(directory, "kept", "mcp-logins.json");
    const store = openFileLoginStore(path);
    await loginToServer({ url: server.url, open, store });
    expect([statSync(path).mode & 0o777, Object.keys(JSON.parse(readFileSync(path, "utf8")).logins)]).toEqual([
      0o600,
      [server.url],
    ]);
    const again = await loginToServer({
      url: server.url,
      store: openFileLoginStore(path),
      open: () => {
        throw new Error("no user should be asked");
      },
    });
    expect((await server.call(await again.headers())).status).toBe(200);
    expect([
      await store.forget(server.url),
      await store.forget(server.url),
      openFileLoginStore(path).load(server.url),
    ]).toEqual([true, false, undefined]);
  });

  test("[DP17] with any bytes in the store, the worst result is another login", async () => {
    for (const login of [
      null,
      3,
      {},
      { tokens: 1 },
      { tokens: { access_token: 7 } },
      { tokens: { access_token: "x" }, until: 0 },
    ]) {
      const access = await loginToServer({
        url: server.url,
        open,
        store: { load: () => login, save: () => undefined },
      });
      expect((await server.call(await access.headers())).status).toBe(200);
    }
  });

  test("[DP17] a refused login is reported, and nothing is stored", async () => {
    server.consent = "no";
    const path = join(directory, "refused.json");
    await expect(loginToServer({ url: server.url, open, store: openFileLoginStore(path) })).rejects.toMatchObject({
      code: "SK465",
      message: "the login failed: the server refused the login (`access_denied`)",
    });
    expect(existsSync(path)).toBe(false);
  });

  test("[DP17] no answer comes in time, or the login is stopped", async () => {
    const idle = () => undefined;
    await expect(loginToServer({ url: server.url, open: idle, timeoutMs: 1 })).rejects.toMatchObject({
      message: "the login failed: the login timed out",
    });
    const stop = new AbortController();
    const login = loginToServer({ url: server.url, open: () => stop.abort(), signal: stop.signal });
    await expect(login).rejects.toMatchObject({ message: "the login failed: the login was stopped" });
  });

  test.each([
    ["another state", (callback: URL) => `${callback.href}?code=stolen&state=guessed`],
    ["no state", (callback: URL) => `${callback.href}?code=stolen`],
    ["another path", (callback: URL) => new URL("/else?code=stolen", callback).href],
  ])("[DP17] a request with %s is refused, and the login goes on", async (_, forged) => {
    const statuses: number[] = [];
    const access = await loginToServer({
      url: server.url,
      open: async (address) => {
        const callback = new URL(new URL(address).searchParams.get("redirect_uri") ?? "");
        statuses.push((await fetch(forged(callback))).status);
        await server.browse(address);
      },
    });
    expect([statuses, (await server.call(await access.headers())).status]).toEqual([[400], 200]);
  });

  test("[DP17] the server stops listening after the answer", async () => {
    let callback = "";
    await loginToServer({
      url: server.url,
      open: (address) => {
        callback = new URL(address).searchParams.get("redirect_uri") ?? "";
        return open(address);
      },
    });
    await expect(fetch(callback)).rejects.toThrow();
  });
});

describe("a server that asks for none", () => {
  test.each<[string, number, Record<string, string>, string]>([
    ["it answers", 200, {}, "{}"],
    ["it wants a token, and says no more", 401, {}, "SK465"],
  ])("[DP17] %s", async (_, status, headers, expected) => {
    const plain = createServer((request, response) => {
      response.writeHead(request.url === "/mcp" ? status : 404, headers);
      response.end("{}");
    });
    await new Promise<void>((resolve) => plain.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(plain.address() as AddressInfo).port}/mcp`;
    const opened: string[] = [];
    const came = await loginToServer({ url, open: (address) => void opened.push(address) }).then(
      async (access) => JSON.stringify(await access.headers()),
      (error: { code: string }) => error.code,
    );
    expect([came, opened]).toEqual([expected, []]);
    plain.close();
  });
});
