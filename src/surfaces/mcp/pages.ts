/**
 * Splits long lists into pages. A cursor contains the key of the last item. Items may therefore be added or removed
 * between two requests.
 */
import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";

export interface ResultPage<T> {
  readonly items: readonly T[];
  readonly nextCursor?: string;
}

const MARK = "after:";

/** Returns the page of `items` after the cursor. The items must be sorted by their key. */
export function readPage<T>(
  items: readonly T[],
  cursor: string | undefined,
  { size, key }: { readonly size: number; readonly key: (item: T) => string },
): ResultPage<T> {
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const start = after === undefined ? 0 : items.findIndex((item) => key(item) > after);
  if (start === -1) return { items: [] };
  const page = items.slice(start, start + size);
  const last = page.at(-1);
  const more = start + size < items.length && last !== undefined;
  return { items: page, ...(more ? { nextCursor: Buffer.from(MARK + key(last)).toString("base64url") } : {}) };
}

function readCursor(cursor: string): string {
  const read = Buffer.from(cursor, "base64url").toString("utf8");
  if (read.startsWith(MARK)) return read.slice(MARK.length);
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, "the cursor is not valid");
}
