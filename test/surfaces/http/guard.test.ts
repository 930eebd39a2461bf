import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { RequestMeter, WorkQueue } from "../../../src/surfaces/http/requests/limits.ts";
import type { HttpRefusal } from "../../../src/surfaces/http/requests/refusal.ts";
import { appFor } from "./app-for.ts";
import { makePlace } from "./place.ts";

const { load } = makePlace({});
const open = await appFor(load);
const closed = await appFor(load, { token: "s3cret" });

describe("[SV4] who may ask", () => {
  test.each<[string, Record<string, string>, number]>([
    ["a program", {}, 200],
    ["the console", { origin: "http://localhost:4747", host: "localhost:4747", "sec-fetch-site": "same-origin" }, 200],
    ["a name in capitals, with a dot", { host: "LOCALHOST.:80" }, 200],
    ["another name", { host: "pages.example" }, 421],
    ["a name that only begins like ours", { host: "localhost.pages.example" }, 421],
    ["no name", { host: "" }, 421],
    ["another page", { origin: "https://pages.example" }, 403],
    ["a page on another port", { origin: "http://localhost:3000", host: "localhost:4747" }, 403],
    ["a page without an origin", { origin: "null" }, 403],
    ["an image in another page", { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" }, 403],
    ["a neighbouring site", { "sec-fetch-site": "same-site" }, 403],
    ["a link on another page", { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" }, 403],
  ])("%s", async (_who, headers, status) => {
    expect((await open.get("/api/about", headers)).status).toBe(status);
  });

  test.each([
    ["[::1]", 200],
    ["[::1]:80", 200],
    ["[::2]:80", 421],
    ["[::1", 421],
  ])("an address of version 6: %s → %i", async (host, status) => {
    const served = await appFor(load, { names: new Set(["[::1]"]) });
    expect((await served.get("/api/about", { host })).status).toBe(status);
  });

  test("a link on another page may open the console", async () => {
    expect((await open.get("/", { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" })).status).toBe(200);
  });

  test("who has no token reads how to send it", async () => {
    const served = await appFor(load, { token: "s3cret" });
    expect(await (await served.get("/api/about")).json()).toMatchObject({
      error: { code: "SK921", help: "send `Authorization: Bearer TOKEN`, or open `/?token=TOKEN` once" },
    });
  });

  test("an error while a body is read is not the client's mistake", async () => {
    const served = await appFor(load, { write: true });
    const mistake = new RangeError("our mistake");
    const request = new Request("http://localhost/api/plans", {
      method: "POST",
      body: new ReadableStream({ start: (controller) => controller.error(mistake) }),
      duplex: "half",
      headers: { host: "localhost", "content-type": "application/json", "content-length": "2" },
    } as RequestInit);
    expect([(await served.app.fetch(request)).status, served.mistakes]).toEqual([500, [mistake]]);
  });

  test.each<[string, Record<string, string>, number]>([
    ["nothing", {}, 401],
    ["the token", { authorization: "Bearer s3cret" }, 200],
    ["another", { authorization: "Bearer s3cre" }, 401],
    ["a cookie", { cookie: "a=b; skillwright=s3cret" }, 200],
    ["a cookie of a server on another port", { cookie: "skillwright=s3cret", host: "localhost:4747" }, 401],
    ["its own on this port", { cookie: "skillwright-4747=s3cret", host: "localhost:4747" }, 200],
    ["a wrong cookie", { cookie: "skillwright=" }, 401],
  ])("with a token: %s", async (_what, headers, status) => {
    expect((await closed.get("/api/about", headers)).status).toBe(status);
  });

  test.each<[string, Record<string, string>]>([
    ["nothing", {}],
    ["an empty token", { authorization: "Bearer " }],
    ["an empty cookie", { cookie: "skillwright=" }],
    ["a word", { authorization: "Bearer x" }],
  ])("an empty token admits nobody: %s", async (_what, headers) => {
    const empty = await appFor(load, { token: "" });
    expect((await empty.get("/api/about", headers)).status).toBe(401);
    expect((await empty.get("/?token=", headers)).status).toBe(401);
  });

  test("health needs no token and tells nothing", async () => {
    expect(await (await closed.get("/health")).json()).toEqual({ status: "ok" });
  });

  test("a browser brings the token once", async () => {
    const response = await closed.get("/?token=s3cret");
    expect([response.status, response.headers.get("location"), response.headers.get("set-cookie")]).toEqual([
      303,
      "/",
      "skillwright=s3cret; HttpOnly; SameSite=Strict; Path=/",
    ]);
    expect((await closed.get("/?token=wrong")).status).toBe(401);
  });
});

describe("[SV8] how much", () => {
  test("so many requests of an address, and more after a while", () => {
    let now = 0;
    const meter = new RequestMeter(10, () => now);
    const taken = (address: string): number => {
      for (let count = 0; ; count++)
        try {
          meter.take(address);
        } catch {
          return count;
        }
    };
    expect([taken("a"), taken("b")]).toEqual([50, 50]);
    now = 1000;
    expect(taken("a")).toBe(10);
  });

  test("10,000 addresses are remembered, and then the older half is forgotten", () => {
    const meter = new RequestMeter(1, () => 0);
    const isRefused = (address: string): boolean => {
      try {
        meter.take(address);
        return false;
      } catch {
        return true;
      }
    };
    for (let count = 0; count < 5; count++) meter.take("first");
    for (let count = 1; count < 10_000; count++) meter.take(`other ${count}`);
    for (let count = 0; count < 4; count++) meter.take("other 9999");
    expect([isRefused("first"), isRefused("other 9999")]).toEqual([true, true]);
    meter.take("one more");
    expect([isRefused("first"), isRefused("other 9999")]).toEqual([false, true]);
  });

  test("requests from elsewhere are counted, with the time to wait", async () => {
    const far = await appFor(load, { token: "t", addressOf: () => "192.0.2.1" });
    const statuses: number[] = [];
    for (let count = 0; count < 1002; count++) statuses.push((await far.get("/health")).status);
    expect([statuses.indexOf(429), statuses.at(-1)]).toEqual([1000, 429]);
    expect((await far.get("/health")).headers.get("retry-after")).toBe("1");
  });

  test("tokens cannot be tried out", async () => {
    const one = await appFor(load, { token: "t" });
    const statuses: number[] = [];
    for (let count = 0; count < 7; count++) statuses.push((await one.get("/api/about")).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
  });

  test("two at once, some waiting, the rest sent away", async () => {
    const queue = new WorkQueue();
    const ends: (() => void)[] = [];
    const works = Array.from({ length: 70 }, () =>
      queue
        .run(() => new Promise<void>((resolve) => ends.push(resolve)), new AbortController().signal)
        .then(
          () => "done",
          () => "sent away",
        ),
    );
    await new Promise(setImmediate);
    expect(ends.length).toBe(2);
    while (ends.length > 0) {
      ends.shift()?.();
      await new Promise(setImmediate);
    }
    const results = await Promise.all(works);
    expect(results.filter((each) => each === "done").length).toBe(66);
  });

  test("a client that leaves while waiting is never served, and delays no other", async () => {
    const queue = new WorkQueue();
    const served: string[] = [];
    const ends: (() => void)[] = [];
    const ask = (who: string, signal: AbortSignal): Promise<unknown> =>
      queue
        .run(() => {
          served.push(who);
          return new Promise<void>((resolve) => ends.push(resolve));
        }, signal)
        .catch((error: HttpRefusal) => [error.status, error.code, error.message]);
    const { signal } = new AbortController();
    const leaving = new AbortController();
    const busy = [ask("a", signal), ask("b", signal)];
    const left = ask("c", leaving.signal);
    const last = ask("d", signal);
    await new Promise(setImmediate);
    leaving.abort();
    expect(await left).toEqual([408, "SK920", "the client closed the connection"]);
    ends.shift()?.();
    await new Promise(setImmediate);
    expect(served).toEqual(["a", "b", "d"]);
    for (const end of ends) end();
    await Promise.all([...busy, last]);
  });
});

describe("[SV10] the console's files", () => {
  const directory = mkdtempSync(join(tmpdir(), "skillwright-console-"));
  mkdirSync(join(directory, "assets"));
  writeFileSync(join(directory, "index.html"), "<!doctype html>");
  writeFileSync(join(directory, "assets", "console.js"), "1");
  writeFileSync(join(directory, ".secret.js"), "2");
  writeFileSync(join(directory, "notes.txt"), "3");

  test("with their types, and a policy that lets no other script in", async () => {
    const { get } = await appFor(load, { console: directory });
    const page = await get("/");
    expect([await page.text(), page.headers.get("content-type")]).toEqual([
      "<!doctype html>",
      "text/html; charset=utf-8",
    ]);
    const policy = page.headers.get("content-security-policy");
    expect(policy).toContain("script-src 'self';");
    // No text becomes markup.
    expect(policy).toMatch(/; require-trusted-types-for 'script'; trusted-types 'none'$/);
    const script = await get("/assets/console.js");
    expect([script.status, script.headers.get("content-type")]).toEqual([200, "text/javascript; charset=utf-8"]);
    const again = await get("/assets/console.js", { "if-none-match": script.headers.get("etag") ?? "" });
    expect(again.status).toBe(304);
    writeFileSync(join(directory, "assets", "console.js"), "changed");
    const changed = await get("/assets/console.js", { "if-none-match": script.headers.get("etag") ?? "" });
    expect([changed.status, await changed.text()]).toEqual([200, "changed"]);
    const notes = await get("/notes.txt");
    expect(notes.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  });

  test.each([
    "/.secret.js",
    "/assets/../.secret.js",
    "/..%2f.secret.js",
    "/assets",
    "/%2e%2e/package.json",
    "/assets//console.js",
    "/a.exe",
  ])("nothing else: %s", async (path) => {
    const { get } = await appFor(load, { console: directory });
    expect((await get(path)).status).toBe(404);
  });

  test("an explanation if the page was not built", async () => {
    expect(await (await open.get("/")).text()).toContain("/api/openapi.json");
  });
});

test.each([
  ["POST", "/api/skills", "GET"],
  ["DELETE", "/api/compile", "GET, POST"],
  ["GET", "/api/run", "POST"],
  ["PUT", "/api/skills/pdf/load", "GET, POST"],
  ["PATCH", "/skill", "GET"],
  ["POST", "/health", "GET"],
  ["POST", "/api/events", "GET"],
  ["POST", "/api/skills/pdf/icon", "GET"],
  ["OPTIONS", "/api/openapi.json", "GET"],
  ["POST", "/", "GET"],
])("[SV7] %s %s: another method, and which", async (method, path, allow) => {
  const { app } = await appFor(load);
  const response = await app.fetch(
    new Request(new URL(path, "http://localhost"), { method, headers: { host: "localhost" } }),
  );
  expect([response.status, response.headers.get("allow")]).toEqual([405, allow]);
});
