/** The network interface: a request with the maximum size of the response and the allowed addresses. */
import type { StopSignal } from "../../model/conversation/stop-signal.ts";

export interface FetchOptions {
  readonly maxBytes: number;
  readonly timeoutMs: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: "GET" | "HEAD" | "POST" | "PUT";
  readonly body?: Uint8Array;
  /** True if the user typed this address; false if an index or a redirect contains it. */
  readonly typed?: boolean;
  readonly signal?: StopSignal;
  readonly onProgress?: (received: number, total: number | undefined) => void;
}

export interface FetchedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The final URL after redirects. */
  readonly url: string;
  readonly bytes: Uint8Array;
}

/** Throws an `OperationError` (SK62x) unless the response is complete. Callers check the status. */
export type Fetch = (url: string, options: FetchOptions) => Promise<FetchedResponse>;
