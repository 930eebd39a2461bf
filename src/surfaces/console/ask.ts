/** Sends requests, only to the server that delivered the page. */

/** An error that contains the message of the server, or a connection error. */
export class RequestError extends Error {
  readonly code: string | undefined;
  readonly help: string | undefined;
  readonly status: number;

  constructor(message: string, status: number, code?: string, help?: string) {
    super(message);
    this.status = status;
    this.code = code;
    this.help = help;
  }
}

type Value = string | number | boolean | readonly string[] | undefined;

export function getJson<T>(
  path: string,
  query: Readonly<Record<string, Value>> = {},
  signal?: AbortSignal,
): Promise<T> {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query))
    for (const each of Array.isArray(value) ? value : [value]) if (each !== undefined) search.append(key, String(each));
  const asked = search.size > 0 ? `${path}?${search}` : path;
  return ask<T>(asked, signal ? { signal } : {});
}

export function postJson<T>(path: string, body: object, signal?: AbortSignal): Promise<T> {
  const headers = { "content-type": "application/json" };
  return ask<T>(path, { method: "POST", headers, body: JSON.stringify(body), ...(signal ? { signal } : {}) });
}

/** Returns the API path of a skill. */
export function skillPath(id: string, rest = ""): string {
  return `/api/skills/${encodeURIComponent(id)}${rest}`;
}

async function ask<T>(path: string, init: RequestInit): Promise<T> {
  const response = await fetch(path, init).catch((error: unknown) => {
    if (init.signal?.aborted) throw error;
    throw new RequestError("the server does not answer", 0, undefined, "check that `skillwright serve` still runs");
  });
  const body = (await response.json().catch(() => ({}))) as { error?: Partial<RequestError> };
  if (response.ok) return body as T;
  const { message = `the server answered ${response.status}`, code, help } = body.error ?? {};
  throw new RequestError(message, response.status, code, help ?? undefined);
}
