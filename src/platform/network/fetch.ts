/** The network, for whoever is allowed to use it: what is asked for, how much may come back, and where it may lead. */
import type { StopSignal } from "../../model/conversation/stop-signal.ts";

export interface FetchOptions {
  readonly maxBytes: number;
  readonly timeoutMs: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: "GET" | "HEAD" | "POST" | "PUT";
  readonly body?: Uint8Array;
  /** Whether the user typed this address, rather than an index or a redirect supplying it. */
  readonly typed?: boolean;
  readonly signal?: StopSignal;
  readonly onProgress?: (received: number, total: number | undefined) => void;
}

export interface Fetched {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** After redirects. */
  readonly url: string;
  readonly bytes: Uint8Array;
}

/** Throws an `OperationError` (SK62x) for anything but a complete answer; a status is not judged here. */
export type Fetch = (url: string, options: FetchOptions) => Promise<Fetched>;
