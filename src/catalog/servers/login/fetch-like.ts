import type { Fetch } from "../../../platform/network/fetch.ts";

/** Metadata, registrations and tokens are small. */
const MAX_BYTES = 1_000_000;
const TIMEOUT_MS = 30_000;

export type FetchLike = (url: string | URL, init?: RequestInit) => Promise<Response>;

/**
 * Our own fetch in the shape that the MCP client calls. The server is one that the user accepted; where its metadata leads is a
 * stranger's word, and must not lead inside a machine or a network, unless the server itself is on this machine.
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
