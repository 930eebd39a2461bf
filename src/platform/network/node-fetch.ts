/**
 * The network, implemented with Node's `http` and `https`. It returns complete responses, and checks each redirect
 * again as an untrusted address. It knows nothing about skills. It uses no proxies, because a proxy hides to which
 * machine a name leads.
 */
import { lookup } from "node:dns/promises";
import { OperationError } from "../../model/errors.ts";
import { decodePercent } from "../../model/text/text.ts";
import type { Fetch, FetchedResponse, FetchOptions } from "./fetch.ts";
import { exchangeFailed, exchangeOverHttp, type RequestTimeouts, TOOK_TOO_LONG, WAS_STOPPED } from "./http-exchange.ts";
import {
  type PermittedAddress,
  parseAddress,
  permitAddress,
  type ResolvedAddress,
  type ResolveName,
  showUrl,
} from "./permit-address.ts";
import { isPublicAddress } from "./public-address.ts";

export interface FetchSettings {
  readonly resolve?: ResolveName;
  readonly patience?: RequestTimeouts;
  /** Returns true for addresses that untrusted URLs may use. */
  readonly isPublic?: (address: string) => boolean;
  /** Trusted root certificates in PEM instead of Node's own. */
  readonly ca?: string;
}

const MAX_REDIRECTS = 5;
const PATIENCE: RequestTimeouts = { headMs: 30_000, spanMs: 10_000, minBytes: 1024 };

/** A function that sends requests, and the DNS lookup that it uses. */
export interface Network {
  readonly fetch: Fetch;
  readonly resolve: ResolveName;
}

export function openFetch(settings: FetchSettings = {}): Fetch {
  return openNetwork(settings).fetch;
}

/** Opens a network that caches its DNS lookups, so that a checked name cannot change its address. */
export function openNetwork(settings: FetchSettings = {}): Network {
  const { resolve = resolveAll, patience = PATIENCE, isPublic = isPublicAddress, ca } = settings;
  const known = new Map<string, Promise<readonly ResolvedAddress[]>>();
  const resolveOnce: ResolveName = (hostname) => {
    const found = known.get(hostname) ?? resolve(hostname);
    known.set(hostname, found);
    found.catch(() => known.delete(hostname));
    return found;
  };
  const fetch: Fetch = async (text, options) => {
    const end = Date.now() + options.timeoutMs;
    const first = parseAddress(text);
    let url = first;
    // After a redirect to another origin, no later URL is treated as typed by the user, not even a URL on the first
    // server.
    let own = true;
    for (let hops = 0; ; hops++) {
      own &&= url.origin === first.origin;
      const typed = own && options.typed === true;
      const permitting = permitAddress(url, { typed, isPublic, resolve: resolveOnce });
      const permitted = await inTime(permitting, url, end - Date.now(), options);
      const answer = await exchangeOverHttp(withoutSecrets(permitted), {
        ...options,
        headers: own ? ownHeaders(first, options) : OURS,
        timeoutMs: end - Date.now(),
        patience,
        ...(ca === undefined ? {} : { ca }),
      });
      const next = redirectOf(answer, options);
      if (next === undefined) return answer;
      if (hops === MAX_REDIRECTS) throw tooManyRedirects(first);
      url = parseAddress(next, url);
    }
  };
  return { fetch, resolve: resolveOnce };
}

/** Fetches one URL with its own lookup cache. */
export const nodeFetch: Fetch = (url, options) => openFetch()(url, options);

/** Limits the time of a DNS lookup. A lookup cannot be cancelled, so its result is ignored after the timeout. */
async function inTime<T>(work: Promise<T>, url: URL, timeoutMs: number, { signal }: FetchOptions): Promise<T> {
  if (signal?.aborted) throw exchangeFailed(showUrl(url), WAS_STOPPED);
  let release = (): void => undefined;
  const ended = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(exchangeFailed(showUrl(url), TOOK_TOO_LONG)), Math.max(1, timeoutMs));
    const onAbort = (): void => reject(exchangeFailed(showUrl(url), WAS_STOPPED));
    signal?.addEventListener("abort", onAbort, { once: true });
    release = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    };
  });
  try {
    return await Promise.race([work, ended]);
  } finally {
    release();
  }
}

async function resolveAll(hostname: string): Promise<ResolvedAddress[]> {
  return lookup(hostname, { all: true, verbatim: true });
}

function withoutSecrets({ url, addresses }: PermittedAddress): PermittedAddress {
  const bare = new URL(url);
  bare.username = "";
  bare.password = "";
  return { url: bare, addresses };
}

const OURS: Readonly<Record<string, string>> = { "user-agent": "skillwright", accept: "*/*" };

/** Sends caller headers only to the original origin. */
function ownHeaders({ username, password }: URL, { headers = {} }: FetchOptions): Record<string, string> {
  const secret = `${decodePercent(username)}:${decodePercent(password)}`;
  const basic = secret === ":" ? {} : { authorization: `Basic ${Buffer.from(secret).toString("base64")}` };
  const lowered = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return { ...OURS, ...basic, ...Object.fromEntries(lowered) };
}

/** Follows redirects only for reads. A write goes only to the named address. */
function redirectOf({ status, headers }: FetchedResponse, { method = "GET" }: FetchOptions): string | undefined {
  const reads = method === "GET" || method === "HEAD";
  return reads && [301, 302, 303, 307, 308].includes(status) ? headers["location"] : undefined;
}

function tooManyRedirects(first: URL): OperationError {
  return new OperationError("SK622", `\`${showUrl(first)}\` redirects too often`, {
    hint: `at most ${MAX_REDIRECTS} redirects are followed; use the final address instead`,
  });
}
