/** The server as a function, without a port. */
import type { LoadOptions } from "../../../src/catalog/load/load.ts";
import { type AppOptions, createApp, type HttpApp } from "../../../src/surfaces/http/app.ts";
import { type HttpContext, openHttpContext } from "../../../src/surfaces/http/http-context.ts";

export interface Served {
  readonly app: HttpApp;
  readonly desk: HttpContext;
  /** Errors that the server reported as bugs of Skillwright. */
  readonly mistakes: unknown[];
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
}

export async function appFor(
  load: LoadOptions,
  options: Partial<AppOptions> & { readonly write?: boolean } = {},
): Promise<Served> {
  const desk = await openHttpContext({ load, write: options.write ?? false, version: "0.0.0", now: () => 0 });
  const mistakes: unknown[] = [];
  const app = createApp({
    desk,
    token: undefined,
    names: new Set(["localhost"]),
    aliases: new Set<string>(),
    port: () => undefined,
    console: "/nowhere",
    addressOf: () => "127.0.0.1",
    report: (error) => mistakes.push(error),
    now: () => 0,
    ...options,
  });
  const request = async (path: string, init: RequestInit): Promise<Response> => {
    // Waits until the last change is complete.
    await desk.settled();
    return app.fetch(new Request(new URL(path, "http://localhost"), init));
  };
  return {
    app,
    desk,
    mistakes,
    get: async (path, headers = {}) => request(path, { headers: { host: "localhost", ...headers } }),
    post: (path, body, headers = {}) =>
      request(path, {
        method: "POST",
        body: typeof body === "string" ? body : JSON.stringify(body),
        headers: { host: "localhost", "content-type": "application/json", ...headers },
      }),
  };
}
