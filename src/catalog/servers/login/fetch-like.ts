import type { Fetch } from "../../../platform/network/fetch.ts";

/** Limits of one request. Metadata, registrations and tokens are small, and a program waits for them when it starts. */
const MAX_BYTES = 1_000_000;
const TIMEOUT_MS = 10_000;

export type FetchLike = (url: string | URL, init?: RequestInit) => Promise<Response>;

/**
 * Adapts our fetch for the MCP client. The user accepted the server, but its metadata is untrusted: its addresses must
 * not be local or private, unless the server itself is on this machine.
 */
export function fetchLike(fetch: Fetch, server: string): FetchLike {
  const { origin, hostname } = new URL(server);
  const isLocal = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
  return async (url, init = {}) => {
    const { method = "GET", body } = init;
    const fetched = await fetch(String(url), {
      typed: isLocal || new URL(url).origin === origin,
      maxBytes: MAX_BYTES,
      timeoutMs: TIMEOUT_MS,
      method: method === "POST" ? "POST" : "GET",
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(body === undefined || body === null ? {} : { body: Buffer.from(String(body)) }),
    });
    const empty = [204, 205, 304].includes(fetched.status);
    return new Response(empty ? null : Buffer.from(fetched.bytes), {
      status: fetched.status,
      headers: fetched.headers,
    });
  };
}
