/**
 * Limits the network use of one connection: bytes per request, JSON structure, and no redirects to other servers,
 * because these would receive the user's headers.
 */
import type { JsonScan } from "./json-scan.ts";
import { ServerFault } from "./server-fault.ts";
import type { ServerQuota } from "./server-quota.ts";

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

export interface LimitedFetchOptions {
  readonly allowance: ServerQuota;
  readonly scan: JsonScan;
  readonly onBroken: (why: Error) => void;
}

const MAX_REDIRECTS = 3;

export function limitedFetch(
  held: LimitedFetchOptions,
  headers: () => Promise<Readonly<Record<string, string>>>,
): Fetch {
  return async (first, init) => {
    const merged = new Headers(init?.headers);
    for (const [name, value] of Object.entries(await headers())) merged.set(name, value);
    let url = new URL(first);
    for (let hops = 0; ; hops++) {
      const answer = await fetch(url, { ...init, headers: merged, redirect: "manual" });
      const next = redirectOf(answer, url);
      if (next === undefined) return checked(answer, init, held);
      await answer.body?.cancel();
      if (next.origin !== url.origin)
        throw new ServerFault(`it redirects to ${next.origin}, which is not the server that you named`);
      if (hops === MAX_REDIRECTS) throw new ServerFault("too many redirects");
      url = next;
    }
  };
}

/** Returns the target of a redirect that keeps method and body; undefined for every other response. */
function redirectOf({ status, headers }: Response, base: URL): URL | undefined {
  const location = headers.get("location");
  if ((status !== 307 && status !== 308) || location === null || !URL.canParse(location, base.href)) return undefined;
  return new URL(location, base);
}

async function checked(answer: Response, init: RequestInit | undefined, held: LimitedFetchOptions): Promise<Response> {
  const counted = count(answer, held);
  if (init?.method !== "POST" || !answer.ok) return counted;
  const isQuestion = typeof init.body === "string" && /^\{(?=.*"id":)(?=.*"method":)/s.test(init.body);
  if (!isQuestion) return counted;
  if (answer.status === 202 || counted.body === null)
    throw new ServerFault("it accepts the request and does not answer");
  const isJson = /^application\/json\b/i.test(answer.headers.get("content-type") ?? "");
  return isJson ? readList(counted) : counted;
}

/** Throws for an empty batch: it has no response, and the client would wait forever. */
async function readList(answer: Response): Promise<Response> {
  const text = await answer.text();
  if (/^\s*(?:\[\s*\])?\s*$/.test(text)) throw new ServerFault("it sends an empty answer");
  const { status, statusText, headers } = answer;
  return new Response(text, { status, statusText, headers });
}

function count(answer: Response, { allowance, scan, onBroken }: LimitedFetchOptions): Response {
  if (answer.body === null) return answer;
  scan.restart();
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      try {
        if (!allowance.takes(chunk.length)) throw new ServerFault(`it sends more than ${allowance.most} bytes`);
        scan.take(chunk);
        controller.enqueue(chunk);
      } catch (error) {
        // The error is reported here, because after an error in an event stream the library continues to wait.
        onBroken(error as Error);
        throw error;
      }
    },
  });
  const { status, statusText, headers } = answer;
  return new Response(answer.body.pipeThrough(counter), { status, statusText, headers });
}
