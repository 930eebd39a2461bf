/** Runs `skillwright serve` for the fixtures of its codes. */
import type { LoadOptions } from "../../src/catalog/load/load.ts";
import { OperationError } from "../../src/model/errors.ts";
import { RequestMeter } from "../../src/surfaces/http/requests/limits.ts";
import { serveHttp } from "../../src/surfaces/http/serve.ts";
import { appFor } from "../surfaces/http/app-for.ts";

/** Each call throws the error of its fixture. */
export const SERVE_CALLS = {
  "serve-request": (options: LoadOptions, ask: string) => request(options, ask),
  "serve-write": (options: LoadOptions) => request(options, "/api/untrust", { method: "POST", ...JSON_BODY }),

  "serve-flood"() {
    const meter = new RequestMeter(1, () => 0);
    for (let count = 0; count < 100; count++) meter.take("192.0.2.1");
  },

  async "serve-open"(load: LoadOptions) {
    const options = { load, version: "0", port: 0, names: [], token: undefined, write: false, report: () => undefined };
    await serveHttp({ ...options, address: "0.0.0.0" });
  },
};

const JSON_BODY = { headers: { "content-type": "application/json" }, body: "{}" };

async function request(options: LoadOptions, path: string, init: RequestInit = {}): Promise<void> {
  const { app } = await appFor(options);
  const url = new URL(path, "http://localhost");
  const headers = { host: url.host, ...(init.headers as Record<string, string> | undefined) };
  const response = await app.fetch(new Request(url, { ...init, headers }));
  const { error } = (await response.json()) as { error: { code: string; message: string; help: string | null } };
  throw new OperationError(error.code, error.message, error.help === null ? {} : { hint: error.help });
}
