import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { OperationError } from "../../../src/model/errors.ts";
import type { FetchOptions } from "../../../src/platform/network/fetch.ts";
import { type FetchSettings, openFetch } from "../../../src/platform/network/node-fetch.ts";
import { makeCertificate } from "../../trust/signatures/make-certificate.ts";
import {
  answer,
  diesMidway,
  endless,
  head,
  redirect,
  type Say,
  slowLoris,
  type WireServer,
  wireServer,
} from "../../wire-server.ts";

const LIMITS = { maxBytes: 100_000, timeoutMs: 60_000, typed: true } as const;
const PATIENCE = { headMs: 150, spanMs: 50, minBytes: 1000 };

let server: WireServer;
beforeEach(async () => {
  server = await wireServer();
});
afterEach(() => server.close());

/** Returns the text of the answer, or the code and message of the error. */
async function outcome(
  url: string,
  options: Partial<FetchOptions> = {},
  settings: FetchSettings = {},
): Promise<string> {
  try {
    const { status, bytes } = await openFetch(settings)(url, { ...LIMITS, ...options });
    return `${status} ${Buffer.from(bytes).toString()}`;
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    return `${error.code} ${error.message.replaceAll(`:${server.port}`, ":PORT")}`;
  }
}

const served = (say: Say, options: Partial<FetchOptions> = {}, settings: FetchSettings = {}): Promise<string> => {
  server.on("/x", say);
  return outcome(`${server.url}/x`, options, settings);
};

describe("what may be asked", () => {
  const nowhere = { resolve: () => Promise.resolve([{ address: "192.0.2.1", family: 4 }]) };

  test.each([
    ["http://example.test/x", "SK620 `http://example.test/x` is not encrypted"],
    ["http://192.168.1.5/x", "SK620 `http://192.168.1.5/x` is not encrypted"],
    ["http://localhost/x", "SK620 `http://localhost/x` is not encrypted, and belongs to another machine"],
    ["http://localhost.example.test/x", "SK620 `http://localhost.example.test/x` is not encrypted"],
    ["http://127.0.0.1@example.test/x", "SK620 `http://example.test/x` is not encrypted"],
    ["ftp://example.test/x", "SK620 `ftp://example.test/x` has the unsupported protocol `ftp:`"],
    ["file:///etc/passwd", "SK620 `file:///etc/passwd` has the unsupported protocol `file:`"],
    ["data:text/plain,x", "SK620 `data://text/plain,x` has the unsupported protocol `data:`"],
    ["", "SK620 `` is not a valid address"],
    ["https://", "SK620 `https://` is not a valid address"],
    ["a\u202eb", "SK620 `a�b` is not a valid address"],
  ])("[I1] typed %s", async (url, expected) => {
    expect(await outcome(url, {}, nowhere)).toBe(expected);
  });

  test("[I1] an endless address is none", async () => {
    expect(await outcome(`https://example.test/${"x".repeat(5000)}`)).toBe(
      `SK620 \`https://example.test/${"x".repeat(59)}\` is not a valid address`,
    );
  });

  test("[I1] plain http is for this machine, by address or by name", async () => {
    server.on("/x", answer(200, "hello"));
    expect(await outcome(`http://127.0.0.1:${server.port}/x`)).toBe("200 hello");
    expect(await outcome(`http://0x7f.1:${server.port}/x`)).toBe("200 hello");
    const local = { resolve: () => Promise.resolve([{ address: "127.0.0.1", family: 4 }]) };
    expect(await outcome(`http://localhost:${server.port}/x`, {}, local)).toBe("200 hello");
  });

  test.each([
    ["https://127.0.0.1/x", "an address"],
    ["https://169.254.169.254/latest/meta-data", "an address"],
    ["https://[::1]/x", "an address"],
    ["https://[::ffff:10.0.0.1]/x", "an address"],
    ["https://2130706433/x", "an address"],
    ["https://intranet.test/x", "`192.0.2.1`"],
  ])("[I2] refuses an index address of this machine or of a private network: %s", async (url, where) => {
    const shown = new URL(url).href;
    const expected = `SK620 \`${shown}\` resolves to ${where} of this machine or of a private network`;
    expect(await outcome(url, { typed: false }, nowhere)).toBe(expected);
  });

  test("[I2] one address inside among many is enough, and a password from a stranger", async () => {
    const mixed = {
      resolve: () =>
        Promise.resolve([
          { address: "8.8.8.8", family: 4 },
          { address: "10.0.0.1", family: 4 },
        ]),
    };
    expect(await outcome("https://mixed.test/x", { typed: false }, mixed)).toMatch(/^SK620 .*`10\.0\.0\.1`/);
    expect(await outcome("https://me:secret@mixed.test/x", { typed: false }, mixed)).toBe(
      "SK620 `https://mixed.test/x` contains a password that you did not type",
    );
  });

  test("a host name that cannot be resolved is SK621", async () => {
    const unknown = { resolve: () => Promise.reject(Object.assign(new Error(), { code: "ENOTFOUND" })) };
    expect(await outcome("https://missing.test/x", {}, unknown)).toBe(
      "SK621 the host name of `https://missing.test/x` cannot be resolved",
    );
  });
});

describe("redirects", () => {
  test("[I2] are followed on the typed server, and to the end", async () => {
    server.on("/a", redirect("/b?c=d"));
    server.on("/b?c=d", redirect(`${server.url}/x`, 308));
    server.on("/x", answer(200, "there"));
    const { url, bytes } = await openFetch()(`${server.url}/a`, LIMITS);
    expect([url, Buffer.from(bytes).toString()]).toEqual([`${server.url}/x`, "there"]);
  });

  test.each([
    ["another port of this machine", "http://127.0.0.1:1/x", /^SK620 .*of this machine or of a private network/],
    ["a cloud's metadata", "https://169.254.169.254/latest", /^SK620 .*of this machine or of a private network/],
    ["a private network", "https://10.1.2.3/x", /^SK620 .*of this machine or of a private network/],
    ["a name that leads inside", "https://rebound.test/x", /^SK620 .*`192\.168\.0\.1` of this machine/],
    ["plain http", "http://example.test/x", /^SK620 .*not encrypted/],
    ["another scheme", "file:///etc/passwd", /^SK620 .*`file:`/],
    ["a password", "https://me:secret@8.8.8.8/x", /^SK620 `https:\/\/8\.8\.8\.8\/x` contains a password/],
    ["nothing", "https://", /^SK620 .*not a valid address/],
  ])("[I2] to %s are refused", async (_, location, expected) => {
    const inside = { resolve: () => Promise.resolve([{ address: "192.168.0.1", family: 4 }]) };
    expect(await served(redirect(location), {}, inside)).toMatch(expected);
  });

  test.each([250, 900, 3000])("[I2] to a path of %i characters are named by its start", async (length) => {
    const shown = await served(redirect(`https://10.1.2.3/${"a".repeat(length)}`));
    expect(shown).toMatch(/^SK620 `https:\/\/10\.1\.2\.3\/a{199}…` resolves to /);
    expect(shown.length).toBeLessThan(300);
  });

  test("[I2] without end are given up", async () => {
    expect(await served(redirect("/x"))).toBe("SK622 `http://127.0.0.1:PORT/x` redirects too often");
    expect(server.requests).toHaveLength(6);
  });

  test("[I2] of what is written are handed back", async () => {
    expect(await served(redirect("/y"), { method: "POST", body: Buffer.from("data") })).toBe("302 ");
    expect(server.requests.map(({ method, body }) => [method, body])).toEqual([["POST", "data"]]);
  });
});

describe("names", () => {
  test("[I2] a name is looked up once; what it leads to later is never connected to", async () => {
    const answers = ["127.0.0.1", "10.0.0.1"];
    const resolve = () => Promise.resolve([{ address: answers.shift() ?? "10.0.0.2", family: 4 }]);
    const fetch = openFetch({ resolve });
    server.on("/x", redirect("/y"));
    server.on("/y", answer(200, "same"));
    for (const path of ["/x", "/y"]) {
      const { bytes } = await fetch(`http://localhost:${server.port}${path}`, LIMITS);
      expect(Buffer.from(bytes).toString()).toBe("same");
    }
    expect(answers).toEqual(["10.0.0.1"]);
  });
});

describe("answers", () => {
  test.each([
    ["with a length", answer(200, "hello"), "200 hello"],
    [
      "in chunks",
      (socket) => socket.end(`${head(200, { "Transfer-Encoding": "chunked" })}5\r\nhello\r\n0\r\n\r\n`),
      "200 hello",
    ],
    ["that are none, with their status", answer(404, "no"), "404 no"],
    [
      "from a server that keeps the connection",
      (socket) => socket.write(`${head(200, { "Content-Length": "5", Connection: "keep-alive" })}hello`),
      "200 hello",
    ],
    ["without any content", (socket) => socket.end(head(204, {})), "204 "],
  ] as [string, Say, string][])("come back whole: %s", async (_, say, expected) => {
    expect(await served(say)).toBe(expected);
  });

  test.each([
    ["dies midway", diesMidway(1000), /^SK621 .*the connection failed \(ECONNRESET\)/],
    ["hangs up", (socket) => socket.destroy(), /^SK621 .*ECONNRESET/],
    [
      "dies between chunks",
      (socket) => socket.end(`${head(200, { "Transfer-Encoding": "chunked" })}5\r\nhello\r\n`),
      /^SK621 .*ECONNRESET/,
    ],
    [
      "sends more than announced",
      answer(200, "hello", { "Content-Length": "3" }),
      /^SK622 .*does not match its header/,
    ],
    [
      "sends more than announced, and closes",
      answer(200, "hello", { "Content-Length": "3", Connection: "close" }),
      /^SK622 .*does not match its header/,
    ],
    ["sends less than announced", answer(200, "hello", { "Content-Length": "30" }), /^SK621 .*ECONNRESET/],
    [
      "announces two lengths",
      (socket) => socket.end(`${head(200, { "Content-Length": "3", "content-length": "5" })}hello`),
      /^SK622 .*HPE_UNEXPECTED_CONTENT_LENGTH/,
    ],
    [
      "announces a length and chunks",
      answer(200, "0\r\n\r\n", { "Transfer-Encoding": "chunked" }),
      /^SK622 .*HPE_INVALID_TRANSFER_ENCODING/,
    ],
    [
      "does not say where it ends",
      (socket) => socket.end(`${head(200, {})}hello`),
      /^SK622 .*has no length, so its end is unknown/,
    ],
    ["talks nonsense", (socket) => socket.end("zzzz\r\n\r\n"), /^SK622 .*HPE_INVALID_CONSTANT/],
    ["packs what was not asked for", answer(200, "x", { "Content-Encoding": "gzip" }), /^SK622 .*is compressed/],
    ["packs otherwise", answer(200, "x", { "Content-Encoding": "br" }), /^SK622 .*is compressed/],
    [
      "packs on the way",
      (socket) => socket.end(`${head(200, { "Transfer-Encoding": "gzip, chunked" })}1\r\nx\r\n0\r\n\r\n`),
      /^SK622 .*an unsupported content coding/,
    ],
    ["has endless heads", (socket) => socket.write(`HTTP/1.1 200 OK\r\nX: ${"x".repeat(100_000)}`), /^SK622 .*HPE_/],
  ] as [string, Say, RegExp][])("[I4] a server that %s", async (_, say, expected) => {
    expect(await served(say)).toMatch(expected);
  });

  test("[I4] a packed file is called packed by some servers, and stays as it is", async () => {
    server.on("/x.tar.gz", answer(200, "bytes", { "Content-Encoding": "x-gzip" }));
    expect(await outcome(`${server.url}/x.tar.gz`)).toBe("200 bytes");
    server.on("/x.zip", answer(200, "bytes", { "Content-Encoding": "x-gzip" }));
    expect(await outcome(`${server.url}/x.zip`)).toMatch(/^SK622/);
  });

  test("[I4] refuses a response whose announced length is five gigabytes", async () => {
    expect(await served(endless())).toBe(
      "SK622 the response of `http://127.0.0.1:PORT/x` has 5368709120 bytes, but at most 100000 bytes are accepted",
    );
  });

  test("[I4] stops reading a response of unknown length at the limit", async () => {
    const seen: number[] = [];
    const options = { onProgress: (received: number) => seen.push(received) };
    expect(await served(endless({ "Transfer-Encoding": "chunked" }), options)).toBe(
      "SK622 the response of `http://127.0.0.1:PORT/x` has more than 100000 bytes",
    );
    expect(Math.max(...seen)).toBeLessThanOrEqual(100_000);
  });

  test("[I4] a server that sends a byte now and then is left", async () => {
    expect(await served(slowLoris(), {}, { patience: PATIENCE })).toMatch(/^SK621 .*the server is too slow$/);
    const lorisHead: Say = (socket) => {
      socket.write("HTTP/1.1 200 OK\r\nX: ");
      const timer = setInterval(() => socket.write("x"), 10);
      socket.on("close", () => clearInterval(timer));
    };
    expect(await served(lorisHead, {}, { patience: PATIENCE })).toMatch(/^SK621 .*the server is too slow$/);
  });

  test("[I4] the timeout includes redirects and the lookup of host names", async () => {
    const silent: Say = () => undefined;
    expect(await served(silent, { timeoutMs: 100 })).toMatch(/^SK621 .*the request timed out$/);
    const never = { resolve: () => new Promise<never>(() => undefined) };
    expect(await outcome("https://example.test/", { timeoutMs: 50 }, never)).toMatch(/^SK621 .*the request timed out$/);
    const late: Say = (socket, request) => setTimeout(() => redirect("/x")(socket, request), 60);
    expect(await served(late, { timeoutMs: 150 })).toMatch(/^SK621 .*the request timed out$/);
  });

  test("[I4] a stop ends it, whenever it comes", async () => {
    expect(await served(slowLoris(), { signal: AbortSignal.timeout(50) })).toMatch(/^SK621 .*the request was stopped$/);
    expect(await served(slowLoris(), { signal: AbortSignal.abort() })).toMatch(/^SK621 .*the request was stopped$/);
    const never = { resolve: () => new Promise<never>(() => undefined) };
    expect(await outcome("https://example.test/", { signal: AbortSignal.timeout(20) }, never)).toMatch(
      /^SK621 .*the request was stopped$/,
    );
  });
});

describe("secrets", () => {
  test("[I6] go to the typed server only, and into no message", async () => {
    const other = await wireServer({ host: "127.0.0.1" });
    server.on("/x", redirect("/y"));
    server.on("/y", answer(200, "ok"));
    const url = `http://me:s%40cret@127.0.0.1:${server.port}/x`;
    const options = { ...LIMITS, headers: { "X-Token": "t", Cookie: "c" } };
    await openFetch()(url, options);
    const sent = server.requests.map(({ headers }) => [headers["authorization"], headers["x-token"]]);
    const basic = `Basic ${Buffer.from("me:s@cret").toString("base64")}`;
    expect(sent).toEqual([
      [basic, "t"],
      [basic, "t"],
    ]);
    server.on("/x", redirect(`${other.url}/x?token=abc`));
    expect(await outcome(url, options)).toBe(
      `SK620 \`${other.url}/x?…\` resolves to an address of this machine or of a private network`,
    );
    expect(other.requests).toEqual([]);
    await other.close();
  });
});

describe("over TLS", () => {
  test("[I6] another server gets nothing of what the first one got", async () => {
    const { key, cert } = certificateFor("first.test", "second.test");
    const [first, second] = [await wireServer({ tls: { key, cert } }), await wireServer({ tls: { key, cert } })];
    const settings = {
      resolve: () => Promise.resolve([{ address: "127.0.0.1", family: 4 }]),
      isPublic: () => true,
      ca: cert,
    };
    first.on("/x", redirect(`https://second.test:${second.port}/x`));
    second.on("/x", answer(200, "ok"));
    const headers = { Authorization: "Bearer t", Cookie: "c", "X-Token": "t" };
    expect(await outcome(`https://first.test:${first.port}/x`, { headers }, settings)).toBe("200 ok");
    expect(first.requests[0]?.headers).toMatchObject({ authorization: "Bearer t", cookie: "c", "x-token": "t" });
    expect(second.requests.map((request) => request.headers)).toEqual([
      {
        "user-agent": "skillwright",
        accept: "*/*",
        "accept-encoding": "identity",
        connection: "close",
        host: `second.test:${second.port}`,
      },
    ]);
    await first.close();
    await second.close();
  });

  test("[I1] a certificate without a trusted issuer, or of another name, is SK621", async () => {
    const { key, cert } = certificateFor("first.test");
    const secure = await wireServer({ tls: { key, cert } });
    secure.on("/x", answer(200, "ok"));
    const resolve = () => Promise.resolve([{ address: "127.0.0.1", family: 4 }]);
    const before = process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
    process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
    try {
      expect(await outcome(`https://first.test:${secure.port}/x`, {}, { resolve })).toMatch(/^SK621/);
      expect(await outcome(`https://other.test:${secure.port}/x`, {}, { resolve, ca: cert })).toMatch(
        /^SK621 .*ERR_TLS_CERT_ALTNAME_INVALID/,
      );
      expect(await outcome(`https://first.test:${secure.port}/x`, {}, { resolve, ca: cert })).toBe("200 ok");
    } finally {
      if (before === undefined) delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
      else process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = before;
      await secure.close();
    }
  });
});

function certificateFor(...names: readonly string[]): { key: string; cert: string } {
  const { key, pem } = makeCertificate({ name: "test", names, from: -3650 });
  return { key: key.export({ type: "pkcs8", format: "pem" }) as string, cert: pem };
}
