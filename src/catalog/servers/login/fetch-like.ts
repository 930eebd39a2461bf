import { isMap, parseJson } from "../../../model/schema.ts";
import type { Fetch } from "../../../platform/network/fetch.ts";
import { isLoopbackName } from "../../../platform/network/permit-address.ts";

/** Maximum bytes of one answer. Metadata, registrations and tokens are small. */
const MAX_BYTES = 1_000_000;
/** Time limit of all requests together, because a program waits for these requests when it starts. */
const TIMEOUT_MS = 10_000;
const MAX_ERROR_CODE = 60;
const MAX_ERROR_TEXT = 300;

export type FetchLike = (url: string | URL, init?: RequestInit) => Promise<Response>;

/**
 * Adapts our fetch for the MCP client, for one login or refresh. The user accepted the server, but its metadata is
 * untrusted. An address in the metadata must not be private. It may be local only if the server itself is on this
 * machine.
 */
export function fetchLike(fetch: Fetch, server: string): FetchLike {
  const { origin, hostname } = new URL(server);
  const isLocal = isLocalHost(hostname);
  let leftMs = TIMEOUT_MS;
  return async (url, init = {}) => {
    const { method = "GET", body } = init;
    const to = new URL(url);
    const start = performance.now();
    const fetched = await fetch(String(url), {
      typed: to.origin === origin || (isLocal && isLocalHost(to.hostname)),
      maxBytes: MAX_BYTES,
      timeoutMs: Math.max(1, Math.ceil(leftMs)),
      method: method === "POST" ? "POST" : "GET",
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(body === undefined || body === null ? {} : { body: Buffer.from(String(body)) }),
    }).finally(() => {
      leftMs -= performance.now() - start;
    });
    const { status, headers, bytes } = fetched;
    const empty = [204, 205, 304].includes(status);
    return new Response(empty ? null : plainBody(status, Buffer.from(bytes).toString()), { status, headers });
  };
}

/**
 * Returns a JSON object unchanged, `null` for any other text, and a short text for an error response. The MCP client
 * prints the texts of errors to the console.
 */
function plainBody(status: number, text: string): string {
  const said = parseJson(text);
  const isError = status < 200 || status > 299 || (isMap(said) && said["error"] !== undefined);
  if (!isError) return isMap(said) ? text : "null";
  const { error, error_description: description } = isMap(said) ? said : {};
  return JSON.stringify({
    error: typeof error === "string" ? plain(error, MAX_ERROR_CODE) : "server_error",
    error_description: typeof description === "string" ? plain(description, MAX_ERROR_TEXT) : `HTTP ${status}`,
  });
}

function plain(text: string, maxChars: number): string {
  return text.slice(0, maxChars).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "�");
}

function isLocalHost(hostname: string): boolean {
  return isLoopbackName(hostname.replace(/^\[|\]$/g, ""));
}
