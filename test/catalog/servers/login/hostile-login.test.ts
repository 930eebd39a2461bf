/** Logins at servers that attack: every step of the login gives hostile answers, and nothing leaves this process. */
import { beforeEach, expect, type MockInstance, test, vi } from "vitest";
import { loginToServer } from "../../../../src/catalog/servers/login/login.ts";
import type { Fetch, FetchedResponse } from "../../../../src/platform/network/fetch.ts";

const SECRET = "SECRETTOKEN";
const HOSTILE = "\u001b[2J\u009b31m\u202eevil\nerror[SK000]: forged\nhelp: run this\n";

/** The MCP client prints its warnings with texts of servers. */
let printed: MockInstance<typeof console.warn>;
beforeEach(() => {
  printed = vi.spyOn(console, "warn").mockImplementation(() => undefined);
});

type Step = "probe" | "resource" | "metadata" | "register" | "token";
type Answer = Readonly<Record<string, unknown>> | { readonly status: number; readonly text: string };
interface Asked {
  readonly url: string;
  readonly typed: boolean;
}

interface World {
  readonly server?: string;
  readonly authority?: string;
  readonly answers?: Partial<Record<Step, Answer>>;
  readonly plus?: Partial<Record<Step, Readonly<Record<string, unknown>>>>;
  readonly stored?: unknown;
  readonly clock?: () => number;
}

/** Logs in with a user who accepts everything. */
async function logIn({ server = "https://mcp.example", authority = "https://login.example", ...world }: World) {
  const url = `${server}/mcp`;
  const asked: Asked[] = [];
  const shown: string[] = [];
  let kept: unknown;
  const usual: Record<Step, Answer> = {
    probe: { status: 401, text: "" },
    resource: { resource: url, authorization_servers: [authority] },
    metadata: {
      issuer: authority,
      authorization_endpoint: `${authority}/authorize`,
      token_endpoint: `${authority}/token`,
      registration_endpoint: `${authority}/register`,
      response_types_supported: ["code"],
      code_challenge_methods_supported: ["S256"],
    },
    register: { client_id: "client", redirect_uris: ["http://127.0.0.1/callback"] },
    token: { access_token: SECRET, token_type: "Bearer", expires_in: 1, refresh_token: `refresh-${SECRET}` },
  };
  const fetch: Fetch = async (to, { typed = false }): Promise<FetchedResponse> => {
    asked.push({ url: to, typed });
    const step = stepOf(to);
    const answer = world.answers?.[step] ?? { ...usual[step], ...world.plus?.[step] };
    const [status, text] =
      typeof answer["status"] === "number" ? [answer["status"], String(answer["text"])] : [200, JSON.stringify(answer)];
    const found = { "www-authenticate": `Bearer resource_metadata="${server}/.well-known/oauth-protected-resource"` };
    const headers: Record<string, string> = step === "probe" ? found : {};
    return { status, headers, url: to, bytes: Buffer.from(text) };
  };
  const open = async (address: string): Promise<void> => {
    shown.push(address);
    const { searchParams } = new URL(address);
    const callback = new URL(searchParams.get("redirect_uri") ?? "");
    callback.searchParams.set("state", searchParams.get("state") ?? "");
    callback.searchParams.set("code", "the-code");
    await (await globalThis.fetch(callback)).text();
  };
  const store = {
    load: () => world.stored,
    save: (_: string, login: unknown) => {
      kept = login;
    },
  };
  const clock = world.clock ? { clock: world.clock } : {};
  const outcome = await loginToServer({ url, open, store, fetch, timeoutMs: 5000, ...clock }).then(
    (access) => ({ access }),
    (error: Error & { code?: string }) => ({ error }),
  );
  return { ...outcome, asked, shown, kept: () => kept };
}

function stepOf(url: string): Step {
  if (url.includes("oauth-protected-resource")) return "resource";
  if (url.includes("/.well-known/")) return "metadata";
  if (url.endsWith("/register")) return "register";
  return url.endsWith("/token") ? "token" : "probe";
}

/** Checks that a failure is one bounded line of ours, shows no secret, and stores nothing. */
function expectRefused(result: Awaited<ReturnType<typeof logIn>>): void {
  const { error } = result as { error?: Error & { code?: string } };
  expect(error?.code).toMatch(/^SK(?:465|62\d)$/);
  const message = error?.message ?? "";
  expect(message).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  expect([message.length < 1500, message.includes(SECRET), result.kept()]).toEqual([true, false, undefined]);
}

test("[DP17] a login with usual answers succeeds, so the answers below fail for their own reason", async () => {
  const { access, shown, asked } = (await logIn({})) as Awaited<ReturnType<typeof logIn>> & { access: unknown };
  expect(access).toBeDefined();
  expect(shown).toEqual([expect.stringMatching(/^https:\/\/login\.example\/authorize\?/)]);
  expect(asked.map(({ typed, url }) => [typed, new URL(url).host])).toEqual([
    [true, "mcp.example"],
    [true, "mcp.example"],
    [false, "login.example"],
    [false, "login.example"],
    [false, "login.example"],
  ]);
});

const BODIES: readonly string[] = [
  "",
  "null",
  "[]",
  "7",
  '"text"',
  "{}",
  `{"error":${JSON.stringify(HOSTILE)},"error_description":${JSON.stringify(HOSTILE.repeat(500))}}`,
  `<html>${HOSTILE}${SECRET}</html>`.replace(SECRET, ""),
  "[".repeat(100_000),
  `{"__proto__":{"issuer":"https://login.example"}}`,
];
const STATUSES = [200, 301, 307, 400, 401, 403, 404, 429, 500, 502, 599];
const ANSWERS = (["metadata", "register", "token"] as const).flatMap((step) =>
  STATUSES.flatMap((status) => BODIES.map((text): [Step, number, string] => [step, status, text])),
);

test("[DP17] a login fails with one line of ours for every broken answer of every step", async () => {
  for (const [step, status, text] of ANSWERS) expectRefused(await logIn({ answers: { [step]: { status, text } } }));
}, 60_000);

const HOSTS = ["10.0.0.1", "127.0.0.1", "169.254.169.254", "[fd00::1]", "[::1]", "192.168.1.1", "localhost", "0x7f.1"];
const PAGES = [
  ...[
    "file:///etc/passwd",
    "ftp://x.example/a",
    "smb://x.example/a",
    "ms-msdt:/id",
    "vscode://file/x",
    "mailto:a@b.example",
  ],
  ...[
    "javascript:alert(1)",
    "data:text/html,x",
    "about:blank",
    "blob:https://x.example/1",
    "view-source:https://x.example",
  ],
  ...["http://login.example/a", "https://github.com@evil.example/a", "https://u:p@login.example/a", "not an address"],
  ...HOSTS.flatMap((host) => [`https://${host}/a`, `http://${host}/a`]),
  `https://login.example/${"a".repeat(8192)}`,
];

test.each(PAGES)("[DP17] the user is never sent to the login page %s", async (page) => {
  const result = await logIn({ plus: { metadata: { authorization_endpoint: page } } });
  expectRefused(result);
  expect([result.shown, result.asked.some(({ url }) => stepOf(url) === "register")]).toEqual([[], false]);
});

test.each([
  ["no list of methods", { code_challenge_methods_supported: undefined }],
  ["no method", { code_challenge_methods_supported: [] }],
  ["only plain", { code_challenge_methods_supported: ["plain"] }],
])("[DP17] nothing is sent to an authorization server without PKCE: %s", async (_, metadata) => {
  const result = await logIn({ plus: { metadata } });
  expectRefused(result);
  expect([result.shown, result.asked.length]).toEqual([[], 3]);
});

test.each([
  ["another type", { token_type: "mac" }],
  ["proof of possession", { token_type: "DPoP" }],
  ["no characters", { access_token: "" }],
  ["a line break", { access_token: `${SECRET}\r\nx: y` }],
  ["an escape", { access_token: `${SECRET}\u001b[2J` }],
  ["a space", { access_token: `${SECRET} ${SECRET}` }],
  ["other letters", { access_token: `${SECRET}é` }],
  ["a megabyte", { access_token: SECRET.repeat(50_000) }],
  ["a huge refresh token", { refresh_token: SECRET.repeat(50_000) }],
  ["a refresh token with a line break", { refresh_token: `${SECRET}\n` }],
])("[DP17] a token with %s is refused, also in the store", async (_, token) => {
  expectRefused(await logIn({ plus: { token } }));
  const tokens = { access_token: SECRET, token_type: "Bearer", ...token };
  const again = await logIn({ stored: { callback: "http://127.0.0.1/callback", tokens } });
  expect([again.shown.length, "access" in again]).toEqual([1, true]);
});

test.each([
  ["a huge id", { client_id: "c".repeat(10_000) }],
  ["an empty id", { client_id: "" }],
  ["an id with an escape", { client_id: HOSTILE }],
  ["a huge secret", { client_secret: "s".repeat(10_000) }],
])("[DP17] a registration with %s is refused", async (_, register) => {
  const result = await logIn({ plus: { register } });
  expectRefused(result);
  expect(result.shown).toEqual([]);
});

test("[DP17] only the values that later requests need are stored", async () => {
  const long = "n".repeat(900_000);
  const { kept } = await logIn({
    plus: { register: { client_name: long, jwks: { long } }, token: { id_token: long, scope: long, other: long } },
  });
  expect(JSON.stringify(kept()).length).toBeLessThan(1000);
});

test.each(["127.0.0.1:1", "localhost:1"])(
  "[DP17] metadata of a server on this machine (%s) leads to this machine, but not to others in its network",
  async (host) => {
    const server = `http://${host}`;
    const near = await logIn({ server, authority: "http://127.0.0.1:2" });
    expect(["access" in near, near.asked.every(({ typed }) => typed)]).toEqual([true, true]);
    for (const inside of ["https://10.0.0.1", "https://169.254.169.254", "https://keycloak.corp"]) {
      const { asked } = await logIn({ server, authority: inside });
      expect(asked.filter(({ url }) => url.startsWith(inside)).map(({ typed }) => typed)).not.toContain(true);
    }
  },
);

test("[DP17] a refresh that goes wrong is a new login, and says nothing of the token", async () => {
  for (const [step, status, text] of ANSWERS.filter(([step]) => step !== "register")) {
    let now = 0;
    const answers: Partial<Record<Step, Answer>> = {};
    const { access } = (await logIn({ answers, clock: () => now })) as { access?: { headers(): Promise<unknown> } };
    now = 3_600_000;
    answers[step] = { status, text };
    const error = await access?.headers().then(
      () => undefined,
      (thrown: Error & { code?: string }) => thrown,
    );
    expect(error?.code).toMatch(/^SK(?:465|62\d)$/);
    expect(error?.message).not.toMatch(/[\p{Cc}\p{Cf}]|SECRETTOKEN/u);
  }
  const lines = printed.mock.calls.map((call) => call.join(" "));
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.filter((line) => line.length > 1000 || /[\p{Cc}\p{Cf}]|SECRETTOKEN/u.test(line))).toEqual([]);
}, 60_000);
