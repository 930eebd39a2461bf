/**
 * The network as one question to a server may use it: so many bytes in all, however many answers they are spread over, and no
 * redirect to anybody else, who would get the user's headers and answer in the server's name.
 */
import type { Allowance } from "./allowance.ts";

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

const MAX_REDIRECTS = 3;

export function heldFetch(allowance: Allowance): Fetch {
  const take = (bytes: number): void => {
    if (!allowance.takes(bytes)) throw new Error(`it says more than ${allowance.most} bytes`);
  };
  return async (first, init) => {
    let url = new URL(first);
    for (let hops = 0; ; hops++) {
      const answer = await fetch(url, { ...init, redirect: "manual" });
      const next = redirectOf(answer, url);
      if (next === undefined) return counted(answer, take);
      await answer.body?.cancel();
      if (next.origin !== url.origin)
        throw new Error(`it sends us to ${next.origin}, which is not the server that you named`);
      if (hops === MAX_REDIRECTS) throw new Error("it leads from one address to the next without end");
      url = next;
    }
  };
}

/** Only those that keep what is asked. */
function redirectOf({ status, headers }: Response, base: URL): URL | undefined {
  const location = headers.get("location");
  if ((status !== 307 && status !== 308) || location === null || !URL.canParse(location, base.href)) return undefined;
  return new URL(location, base);
}

function counted(answer: Response, take: (bytes: number) => void): Response {
  if (answer.body === null) return answer;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      take(chunk.length);
      controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = answer;
  return new Response(answer.body.pipeThrough(counter), { status, statusText, headers });
}
