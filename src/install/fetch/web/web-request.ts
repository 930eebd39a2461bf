/** Functions for requests that all web sources use. They fetch one address, and report servers that fail. */
import { createHash } from "node:crypto";
import { OperationError, throwIfStopped } from "../../../model/errors.ts";
import type { FetchedResponse as Answer } from "../../../platform/network/fetch.ts";
import { showPath } from "../../../trust/bundle/refusal.ts";
import { type SourceContext, showSource } from "../../source.ts";

export interface WebRequest {
  readonly maxBytes: number;
  /** The address that the user typed or configured. Other addresses come from servers. */
  readonly typed: string;
}

/** Requests a page and returns the response with any status. */
export function requestPage(url: string, { maxBytes, typed }: WebRequest, context: SourceContext): Promise<Answer> {
  throwIfStopped(context.signal, "fetching");
  const what = `fetching ${showAddress(url)}`;
  const own = isSameServer(url, typed);
  return context.fetch(own ? withSecrets(url, typed) : url, {
    maxBytes,
    timeoutMs: context.limits.timeoutMs,
    typed: own,
    ...(context.signal ? { signal: context.signal } : {}),
    onProgress: (done, total) => context.progress?.({ what, done, ...(total === undefined ? {} : { total }) }),
  });
}

/** Adds the user's name and password to a URL. The URL must be on the server for which the user typed them. */
function withSecrets(text: string, typed: string): string {
  const url = new URL(text);
  const { username, password } = new URL(typed);
  url.username = username;
  url.password = password;
  return url.href;
}

/**
 * Returns the bytes of a successful response. Throws SK602 if the address has no content, and SK604 if the server
 * fails.
 */
export function successfulBytes({ status, bytes }: Answer, url: string): Uint8Array {
  if (status === 200) return bytes;
  const shown = showAddress(url);
  if ([401, 403, 404, 410].includes(status))
    throw new OperationError("SK602", `there is nothing at \`${shown}\` (${status})`, {
      hint: "check the address and your access",
    });
  throw new OperationError("SK604", `the server of \`${shown}\` did not return it (${status})`, {
    hint: status === 429 ? "too many requests; wait a while" : "try again later",
  });
}

/** Throws SK605 if the bytes do not match the expected digest. */
export function checkDigest(bytes: Uint8Array, expected: string, what: string): void {
  const actual = sha256Digest(bytes);
  if (actual !== expected)
    throw new OperationError("SK605", `\`${showPath(what)}\` has the digest \`${actual}\` and not \`${expected}\``, {
      hint: "the file was changed after its publication or in transit; nothing was unpacked",
    });
}

export function sha256Digest(bytes: Uint8Array): string {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}

export function isSameServer(a: string, b: string): boolean {
  return URL.canParse(a) && URL.canParse(b) && new URL(a).origin === new URL(b).origin;
}

/** Returns an address for display. The part after `?` could be a token. */
export function showAddress(url: string): string {
  const [place = "", ...query] = url.split("?");
  return `${showSource(place)}${query.length === 0 ? "" : "?…"}`;
}
