/**
 * Logs in to a server and returns the headers for its requests. The server's 401 response leads to its metadata, and
 * the metadata to the authorization server. The user logs in with a browser, and the code arrives on a local port
 * (OAuth 2.1 with PKCE, with the official MCP client). Tokens are in memory and in the optional store, and are never
 * printed.
 */

import { randomBytes } from "node:crypto";
import type { StopSignal } from "../../../model/conversation/stop-signal.ts";
import type { Fetch } from "../../../platform/network/fetch.ts";
import type { Credentials } from "./credentials.ts";
import { type FetchLike, fetchLike } from "./fetch-like.ts";
import { asLoginError, loginError } from "./login-failed.ts";
import type { LoginStore } from "./login-store.ts";
import { probeServer } from "./probe-server.ts";

export interface LoginOptions {
  /** The server's address, which the user has seen and accepted. */
  readonly url: string;
  /** The callback port that the authorization server requires (default: any port). */
  readonly callbackPort?: number;
  /** Shows or opens an address for the user. */
  readonly open: (address: string) => Promise<void> | void;
  readonly store?: LoginStore;
  readonly fetch?: Fetch;
  /** Time limit for the user to log in. */
  readonly timeoutMs?: number;
  readonly signal?: StopSignal;
  /** Milliseconds since 1970 at which the access expires. */
  readonly clock?: () => number;
}

/** The access data for requests to the server. */
export interface McpAccess {
  /**
   * Returns the header `authorization` with a fresh token. Returns no headers if the server needs none. Throws SK465 if
   * a new login is needed.
   */
  headers(): Promise<Readonly<Record<string, string>>>;
}

const LOGIN_TIMEOUT_MS = 300_000;

/**
 * Logs in to a server. It asks the user only if the store has no login and the server requires one. Throws SK465 if the
 * login fails.
 */
export async function loginToServer(options: LoginOptions): Promise<McpAccess> {
  const { url, store, clock = Date.now } = options;
  const fetch = options.fetch ?? (await ourFetch());
  const { Credentials } = await import("./credentials.ts");
  const credentials = new Credentials(url, { clock, ...(store ? { store } : {}) });
  const quoted = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      throw asLoginError(url, error);
    }
  };
  const isNeeded = await quoted(logIn(credentials, fetch, options));
  return { headers: async () => (isNeeded ? quoted(credentials.headers(fetchLike(fetch, url))) : {}) };
}

/** Returns false if the server requires no login. */
async function logIn(credentials: Credentials, fetch: Fetch, options: LoginOptions): Promise<boolean> {
  const { url } = options;
  const fetchFn = fetchLike(fetch, url);
  if (await credentials.isUsable(fetchFn)) return true;
  const asked = await probeServer(url, fetchFn);
  if (asked.wants === "nothing") return false;
  if (asked.wants === "token")
    throw loginError(url, "it requires a token, but does not say which server issues tokens");
  await goThrough(credentials, { fetch, fetchFn, metadata: asked.metadata }, options);
  return true;
}

/** Returns what a server requires of its clients: nothing, a token, or a login. */
export async function askServer(url: string, fetch?: Fetch): Promise<"nothing" | "token" | "login"> {
  try {
    return (await probeServer(url, fetchLike(fetch ?? (await ourFetch()), url))).wants;
  } catch (error) {
    throw asLoginError(url, error);
  }
}

async function ourFetch(): Promise<Fetch> {
  const { openFetch } = await import("../../../platform/network/node-fetch.ts");
  return openFetch();
}

interface LoginRequests {
  readonly fetch: Fetch;
  /** The fetch function for requests before the user is asked. */
  readonly fetchFn: FetchLike;
  readonly metadata: URL | undefined;
}

async function goThrough(
  credentials: Credentials,
  { fetch, fetchFn, metadata }: LoginRequests,
  { url, callbackPort = 0, open, timeoutMs = LOGIN_TIMEOUT_MS, signal }: LoginOptions,
): Promise<void> {
  const state = randomBytes(24).toString("base64url");
  const { openCallbackServer } = await import("./callback-server.ts");
  const callback = await openCallbackServer(callbackPort, state);
  try {
    const { auth } = await import("@modelcontextprotocol/client");
    const provider = credentials.interactive(callback.address, state, open);
    const common = { serverUrl: url, ...(metadata ? { resourceMetadataUrl: metadata } : {}) };
    if ((await auth(provider, { ...common, fetchFn })) === "AUTHORIZED") return;
    const { code, iss } = await callback.answer(timeoutMs, signal);
    const answer = { authorizationCode: code, ...(iss === undefined ? {} : { iss }) };
    await auth(provider, { ...common, ...answer, fetchFn: fetchLike(fetch, url) });
  } finally {
    callback.close();
  }
}
