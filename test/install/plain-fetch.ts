import { OperationError } from "../../src/model/errors.ts";
import type { Fetch } from "../../src/platform/fetch.ts";

/** The port on Node's own `fetch`, for loopback servers: the limits, and none of the care. */
export const plainFetch: Fetch = async (url, options) => {
  const signals = [AbortSignal.timeout(options.timeoutMs), ...(options.signal ? [options.signal] : [])];
  try {
    const response = await fetch(url, { headers: options.headers ?? {}, signal: AbortSignal.any(signals) });
    const chunks: Uint8Array[] = [];
    let received = 0;
    for await (const chunk of response.body ?? []) {
      received += chunk.length;
      if (received > options.maxBytes) throw new Error(`more than ${options.maxBytes} bytes`);
      chunks.push(chunk);
    }
    const headers = Object.fromEntries(response.headers);
    return { status: response.status, headers, url: response.url, bytes: Buffer.concat(chunks) };
  } catch (error) {
    throw new OperationError("SK620", `\`${url}\` could not be fetched`, { cause: error });
  }
};
