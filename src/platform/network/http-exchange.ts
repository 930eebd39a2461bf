/** One request and its whole answer, from one of the addresses that were permitted, within limits. */
import { type ClientRequest, type IncomingMessage, request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";
import type { LookupFunction } from "node:net";
import { OperationError } from "../../model/errors.ts";
import type { Fetched, FetchOptions } from "./fetch.ts";
import { type Permitted, showUrl } from "./permit-address.ts";

/** Below this a server is only keeping us. */
export interface Patience {
  /** Until the head of an answer is there. */
  readonly headMs: number;
  /** In each such span of a body, at least so many bytes. */
  readonly spanMs: number;
  readonly minBytes: number;
}

export interface Exchange extends Pick<FetchOptions, "maxBytes" | "method" | "body" | "signal" | "onProgress"> {
  readonly headers: Readonly<Record<string, string>>;
  /** What is left of the time for everything. */
  readonly timeoutMs: number;
  readonly patience: Patience;
  /** Roots to believe instead of Node's own. */
  readonly ca?: string;
}

export const TOOK_TOO_LONG = "it took too long";
export const WAS_STOPPED = "it was stopped";

/** Rejects with SK621 or SK622 for anything but a complete answer. */
export function exchange({ url, addresses }: Permitted, options: Exchange): Promise<Fetched> {
  const shown = showUrl(url);
  return new Promise((resolve, reject) => {
    if (options.signal?.aborted) return reject(failed(shown, WAS_STOPPED));
    const request = (url.protocol === "https:" ? secureRequest : plainRequest)(url, {
      agent: false,
      lookup: pinned(addresses),
      method: options.method ?? "GET",
      headers: { ...options.headers, ...lengthOf(options.body), connection: "close", "accept-encoding": "identity" },
      // Not even where a variable of the process asks for less.
      rejectUnauthorized: true,
      ...(options.ca === undefined ? {} : { ca: options.ca }),
    });
    const body = new Body(shown, options);
    let failure: OperationError | undefined;
    const fail = (error: OperationError): void => {
      failure ??= error;
      request.destroy();
    };
    const release = watchTime(request, shown, options, body, fail);
    request.on("error", (error) => fail(broken(shown, error)));
    request.on("response", (response) => body.take(response, fail));
    // Only now is it known that nothing came after the end.
    request.on("close", () => {
      release();
      if (failure === undefined && body.isComplete) resolve(body.answer(url.href));
      else reject(failure ?? broken(shown));
    });
    request.end(options.body);
  });
}

/** Every connection of the request goes to an address that was looked at, whatever the name leads to by now. */
function pinned(addresses: Permitted["addresses"]): LookupFunction {
  return (_, { all }, callback) => {
    const [first] = addresses;
    if (all) callback(null, [...addresses]);
    else callback(null, first?.address ?? "", first?.family ?? 0);
  };
}

function lengthOf(body: Uint8Array | undefined): Record<string, string> {
  return body === undefined ? {} : { "content-length": String(body.length) };
}

class Body {
  received = 0;
  isComplete = false;
  #response: IncomingMessage | undefined;
  readonly #chunks: Buffer[] = [];
  readonly #shown: string;
  readonly #options: Exchange;

  constructor(shown: string, options: Exchange) {
    this.#shown = shown;
    this.#options = options;
  }

  get hasBegun(): boolean {
    return this.#response !== undefined;
  }

  take(response: IncomingMessage, fail: (error: OperationError) => void): void {
    this.#response = response;
    const { maxBytes, onProgress } = this.#options;
    const total = declaredLength(response);
    const refused = this.#refusal(response, total);
    if (refused !== undefined) return fail(unwanted(this.#shown, refused));
    response.on("data", (chunk: Buffer) => {
      this.received += chunk.length;
      if (this.received > maxBytes) return fail(unwanted(this.#shown, `has more than ${maxBytes} bytes`));
      this.#chunks.push(chunk);
      onProgress?.(this.received, total);
    });
    response.on("error", (error) => fail(broken(this.#shown, error)));
    response.on("end", () => {
      this.isComplete = response.complete;
    });
  }

  /** Nothing is ever decoded, and an end that nobody announced could be a connection that broke. */
  #refusal({ headers, statusCode = 0 }: IncomingMessage, total: number | undefined): string | undefined {
    const { maxBytes, method } = this.#options;
    if (method === "HEAD" || statusCode === 204 || statusCode === 304) return undefined;
    if (total !== undefined && total > maxBytes) return `has ${total} bytes, and at most ${maxBytes} are taken`;
    // Of what went wrong only the status counts.
    if (statusCode < 200 || statusCode > 299) return undefined;
    const transfer = headers["transfer-encoding"];
    if (total === undefined && transfer === undefined) return "does not say where it ends";
    if (transfer !== undefined && transfer.toLowerCase() !== "chunked") return "is sent in a coding that is not read";
    const encoding = (headers["content-encoding"] ?? "identity").toLowerCase();
    // Some servers call a file by this that is packed anyway.
    const isPacked = /^(?:x-)?gzip$/.test(encoding) && /\.t?gz(?:\?…)?$/i.test(this.#shown);
    return encoding === "identity" || isPacked ? undefined : "is encoded, although that was not asked for";
  }

  answer(url: string): Fetched {
    const { statusCode = 0, headers = {} } = this.#response ?? {};
    const plain = Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join() : value]);
    return { status: statusCode, headers: Object.fromEntries(plain), url, bytes: Buffer.concat(this.#chunks) };
  }
}

function declaredLength({ headers }: IncomingMessage): number | undefined {
  const value = headers["content-length"];
  return value === undefined ? undefined : Number(value);
}

/** Ends a request that takes too long, comes too slowly or is no longer wanted. */
function watchTime(
  request: ClientRequest,
  shown: string,
  { timeoutMs, patience: { headMs, spanMs, minBytes }, signal }: Exchange,
  body: Body,
  fail: (error: OperationError) => void,
): () => void {
  const slow = (): void => fail(failed(shown, "the server is too slow"));
  const whole = setTimeout(() => fail(failed(shown, TOOK_TOO_LONG)), Math.max(1, timeoutMs));
  let before = 0;
  let sent = false;
  let waited = 0;
  request.once("finish", () => {
    sent = true;
  });
  const spans = setInterval(() => {
    if (body.hasBegun) {
      if (body.received - before < minBytes) slow();
      before = body.received;
    } else if (sent) {
      waited += spanMs;
      if (waited >= headMs) slow();
    }
  }, spanMs);
  const onAbort = (): void => fail(failed(shown, WAS_STOPPED));
  signal?.addEventListener("abort", onAbort, { once: true });
  return () => {
    clearTimeout(whole);
    clearInterval(spans);
    signal?.removeEventListener("abort", onAbort);
  };
}

function broken(shown: string, cause?: Error): OperationError {
  const code = cause !== undefined && "code" in cause && typeof cause.code === "string" ? cause.code : "ECONNRESET";
  // The parser's: more or less came than was announced, or what came is no answer.
  if (code.startsWith("HPE_")) return unwanted(shown, `is not what its head says (${code})`, cause);
  return failed(shown, `the connection failed (${code})`, cause);
}

export function failed(shown: string, what: string, cause?: Error): OperationError {
  const hint =
    what === WAS_STOPPED
      ? "nothing was changed; run it again"
      : "check the address and the network, and try again; proxies are not used";
  return new OperationError("SK621", `\`${shown}\` could not be fetched: ${what}`, { hint, cause });
}

function unwanted(shown: string, what: string, cause?: Error): OperationError {
  return new OperationError("SK622", `the answer of \`${shown}\` ${what}`, {
    hint: "nothing of it was kept; ask whoever runs the server",
    cause,
  });
}
