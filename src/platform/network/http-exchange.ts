/** Sends one request to a permitted address and returns the complete response, within limits. */
import { type ClientRequest, type IncomingMessage, request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";
import type { LookupFunction } from "node:net";
import { OperationError } from "../../model/errors.ts";
import type { FetchedResponse, FetchOptions } from "./fetch.ts";
import { type PermittedAddress, showUrl } from "./permit-address.ts";

/** Timeouts of a request. */
export interface RequestTimeouts {
  /** Maximum time until the response headers arrive. */
  readonly headMs: number;
  /** A body must deliver at least `minBytes` in each time span of `spanMs`. */
  readonly spanMs: number;
  readonly minBytes: number;
}

export interface Exchange extends Pick<FetchOptions, "maxBytes" | "method" | "body" | "signal" | "onProgress"> {
  readonly headers: Readonly<Record<string, string>>;
  /** Remaining time for the whole request. */
  readonly timeoutMs: number;
  readonly patience: RequestTimeouts;
  /** Trusted root certificates instead of Node's own. */
  readonly ca?: string;
}

export const TOOK_TOO_LONG = "the request timed out";
export const WAS_STOPPED = "the request was stopped";

/** Rejects with SK621 or SK622 unless the response is complete. */
export function exchangeOverHttp({ url, addresses }: PermittedAddress, options: Exchange): Promise<FetchedResponse> {
  const shown = showUrl(url);
  return new Promise((resolve, reject) => {
    if (options.signal?.aborted) return reject(exchangeFailed(shown, WAS_STOPPED));
    const request = (url.protocol === "https:" ? secureRequest : plainRequest)(url, {
      agent: false,
      lookup: pinned(addresses),
      method: options.method ?? "GET",
      headers: { ...options.headers, ...lengthOf(options.body), connection: "close", "accept-encoding": "identity" },
      // Certificates are always checked, even if an environment variable turns the check off.
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
    // Waits for `close`, because only then is it certain that no data follows the end of the response.
    request.on("close", () => {
      release();
      if (failure === undefined && body.isComplete) resolve(body.answer(url.href));
      else reject(failure ?? broken(shown));
    });
    request.end(options.body);
  });
}

/** Returns a DNS lookup that returns only the checked addresses, even if the name resolves differently now. */
function pinned(addresses: PermittedAddress["addresses"]): LookupFunction {
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

  /**
   * Returns the reason why a response is rejected. A response without a length is rejected, because a broken connection
   * looks like its end. A compressed response is also rejected.
   */
  #refusal({ headers, statusCode = 0 }: IncomingMessage, total: number | undefined): string | undefined {
    const { maxBytes, method } = this.#options;
    if (method === "HEAD" || statusCode === 204 || statusCode === 304) return undefined;
    if (total !== undefined && total > maxBytes)
      return `has ${total} bytes, but at most ${maxBytes} bytes are accepted`;
    // For an error response, only the status matters.
    if (statusCode < 200 || statusCode > 299) return undefined;
    const transfer = headers["transfer-encoding"];
    if (total === undefined && transfer === undefined) return "has no length, so its end is unknown";
    if (transfer !== undefined && transfer.toLowerCase() !== "chunked") return "has an unsupported content coding";
    const encoding = (headers["content-encoding"] ?? "identity").toLowerCase();
    // Accepts gzip for a file that is itself a gzip archive, because some servers declare it as encoded.
    const isPacked = /^(?:x-)?gzip$/.test(encoding) && /\.t?gz(?:\?…)?$/i.test(this.#shown);
    return encoding === "identity" || isPacked
      ? undefined
      : "is compressed, although the request did not allow compression";
  }

  answer(url: string): FetchedResponse {
    const { statusCode = 0, headers = {} } = this.#response ?? {};
    const plain = Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join() : value]);
    return { status: statusCode, headers: Object.fromEntries(plain), url, bytes: Buffer.concat(this.#chunks) };
  }
}

function declaredLength({ headers }: IncomingMessage): number | undefined {
  const value = headers["content-length"];
  return value === undefined ? undefined : Number(value);
}

/** Aborts a request that takes too long, is too slow or was cancelled. */
function watchTime(
  request: ClientRequest,
  shown: string,
  { timeoutMs, patience: { headMs, spanMs, minBytes }, signal }: Exchange,
  body: Body,
  fail: (error: OperationError) => void,
): () => void {
  const slow = (): void => fail(exchangeFailed(shown, "the server is too slow"));
  const whole = setTimeout(() => fail(exchangeFailed(shown, TOOK_TOO_LONG)), Math.max(1, timeoutMs));
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
  const onAbort = (): void => fail(exchangeFailed(shown, WAS_STOPPED));
  signal?.addEventListener("abort", onAbort, { once: true });
  return () => {
    clearTimeout(whole);
    clearInterval(spans);
    signal?.removeEventListener("abort", onAbort);
  };
}

function broken(shown: string, cause?: Error): OperationError {
  const code = cause !== undefined && "code" in cause && typeof cause.code === "string" ? cause.code : "ECONNRESET";
  // Parser errors: the length is wrong, or the data is not an HTTP response.
  if (code.startsWith("HPE_")) return unwanted(shown, `does not match its header (${code})`, cause);
  return exchangeFailed(shown, `the connection failed (${code})`, cause);
}

export function exchangeFailed(shown: string, what: string, cause?: Error): OperationError {
  const hint =
    what === WAS_STOPPED
      ? "nothing was changed; run the command again"
      : "check the address and the network, and try again; Skillwright does not use proxies";
  return new OperationError("SK621", `\`${shown}\` could not be fetched: ${what}`, { hint, cause });
}

function unwanted(shown: string, what: string, cause?: Error): OperationError {
  return new OperationError("SK622", `the response of \`${shown}\` ${what}`, {
    hint: "nothing was stored; report this to the server's operator",
    cause,
  });
}
