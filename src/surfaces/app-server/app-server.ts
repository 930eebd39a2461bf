/**
 * Implements Codex's app server for skills. It receives and sends lines, and the caller connects it to a stream. It
 * answers or ignores every input; no input of a client ends the server.
 */

import type { LoadOptions } from "../../catalog/load/load.ts";
import { OperationError } from "../../model/errors.ts";
import { anything, findMismatch, hasShape, isMap, object, optional, string } from "../../model/schema.ts";
import { ALL_VERBS } from "../../ops/all-verbs.ts";
import { codexHome } from "../../ops/settings/set-codex-enabled.ts";
import { nodeEnvironment, platformDirectories } from "../../platform/environment.ts";
import { ClientDirectories } from "./client-directories.ts";
import {
  INTERNAL_ERROR,
  INVALID_PARAMS,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  REQUEST_FAILED,
  type RequestId,
  RpcError,
  type RpcRequest,
  readMessage,
  SERVER_OVERLOADED,
} from "./messages.ts";
import type { AppServerState, Method } from "./method.ts";
import { CODEX_METHODS } from "./methods-codex.ts";
import { OUR_METHODS } from "./methods-ours.ts";
import { methodsOf } from "./verb-methods.ts";

export const METHODS: ReadonlyMap<string, Method> = new Map(
  [...CODEX_METHODS, ...OUR_METHODS, ...ALL_VERBS.flatMap(methodsOf)].map((method) => [method.name, method]),
);

export interface AppServerOptions {
  readonly load: LoadOptions;
  readonly cwd: string;
  readonly version: string;
  readonly send: (message: object) => void;
  /** Reports an internal error to the operator of the server. */
  readonly report: (error: unknown) => void;
}

/** Maximum concurrent requests. */
const MAX_UNDER_WAY = 256;
/** Milliseconds within which changes are reported together. */
const CHANGE_MS = 50;

/** Time for which running requests may continue after the client disconnected. */
const RUN_ON_MS = 1_000;

const INITIALIZE = object({
  clientInfo: object({ name: string("name of the client"), version: string("version of the client") }),
  capabilities: optional(anything("capabilities of the client")),
});

export class AppServer {
  readonly #options: AppServerOptions;
  readonly #ground: AppServerState;
  #initialized = false;
  #silent = false;
  #underWay = 0;
  #writing: Promise<unknown> = Promise.resolve();
  #idle: (() => void)[] = [];
  #telling: NodeJS.Timeout | undefined;
  readonly #leaving = new AbortController();

  constructor(options: AppServerOptions) {
    const { load, cwd } = options;
    this.#options = options;
    const directories = new ClientDirectories(load, () => this.#changed());
    this.#ground = { load, cwd, directories, extraRoots: [], leaving: this.#leaving.signal };
  }

  /** Handles one message of the client. */
  take(line: string): void {
    const message = readMessage(line);
    if (message.kind === "malformed") this.#fail(message.id, new RpcError(message.code, message.message));
    if (message.kind === "request") void this.#answer(message);
  }

  /** Handles a line that exceeds the limit. */
  tooLong(maxBytes: number): void {
    this.#fail(null, new RpcError(INVALID_REQUEST, `the message has more than ${maxBytes} bytes`));
  }

  /** Closes the server after all requests were answered. Commands that still run are stopped after a short time. */
  async close(): Promise<void> {
    const late = setTimeout(() => this.#leaving.abort(), RUN_ON_MS);
    if (this.#underWay > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
    clearTimeout(late);
    clearTimeout(this.#telling);
    await this.#ground.directories.close();
  }

  async #answer(request: RpcRequest): Promise<void> {
    this.#underWay++;
    try {
      if (this.#underWay > MAX_UNDER_WAY) throw new RpcError(SERVER_OVERLOADED, "Server overloaded; retry later.");
      this.#options.send({ id: request.id, result: await this.#run(request) });
    } catch (error) {
      this.#fail(request.id, error);
    }
    this.#underWay--;
    if (this.#underWay === 0) for (const resolve of this.#idle.splice(0)) resolve();
  }

  #run({ method: name, params }: RpcRequest): Promise<object> | object {
    if (name === "initialize") return this.#initialize(params);
    if (!this.#initialized) throw new RpcError(INVALID_REQUEST, "Not initialized");
    const method = METHODS.get(name);
    if (!method) throw new RpcError(METHOD_NOT_FOUND, `there is no method \`${name.slice(0, 100)}\``);
    const given = known(params, method);
    const run = (): Promise<object> | object => method.run(given as never, this.#ground);
    if (!method.writes) return run();
    const done = this.#writing.then(run);
    this.#writing = done.catch(() => undefined);
    return done;
  }

  #initialize(params: unknown): object {
    if (this.#initialized) throw new RpcError(INVALID_REQUEST, "Already initialized");
    if (!hasShape(params, INITIALIZE))
      throw new RpcError(INVALID_REQUEST, "Invalid request: missing field `clientInfo`");
    const { clientInfo, capabilities } = params;
    const silenced = isMap(capabilities) ? capabilities["optOutNotificationMethods"] : undefined;
    this.#silent = Array.isArray(silenced) && silenced.includes("skills/changed");
    this.#initialized = true;
    const { environment = nodeEnvironment(), host } = this.#options.load;
    const { name, version } = clientInfo;
    return {
      userAgent: `skillwright/${this.#options.version} (${name}; ${version})`,
      codexHome: host === "codex" ? codexHome(environment) : platformDirectories(environment).config,
      platformFamily: environment.platform === "win32" ? "windows" : "unix",
      platformOs: { linux: "linux", darwin: "macos", win32: "windows" }[environment.platform],
    };
  }

  #changed(): void {
    if (this.#silent || this.#telling) return;
    this.#telling = setTimeout(() => {
      this.#telling = undefined;
      this.#options.send({ method: "skills/changed", params: {} });
    }, CHANGE_MS);
  }

  #fail(id: RequestId | null, error: unknown): void {
    this.#options.send({ error: errorJson(error, this.#options.report), id });
  }
}

/** Returns the parameters of a method. Unknown fields and `null` are ignored, as in Codex. */
function known(params: unknown, { name, params: { json } }: Method): object {
  if (params !== undefined && params !== null && !isMap(params))
    throw new RpcError(INVALID_PARAMS, `${name} takes an object`);
  const { properties = {} } = json;
  const given = Object.entries(params ?? {}).filter(([key, value]) => Object.hasOwn(properties, key) && value !== null);
  const picked = Object.fromEntries(given);
  const wrong = findMismatch(picked, json, "params");
  if (wrong !== undefined) throw new RpcError(INVALID_PARAMS, `${name}: ${wrong}`);
  return picked;
}

function errorJson(error: unknown, report: (error: unknown) => void): object {
  if (error instanceof RpcError) {
    const { code, message, data } = error;
    return { code, message, ...(data ? { data } : {}) };
  }
  if (error instanceof OperationError)
    return { code: REQUEST_FAILED, message: error.message, data: { code: error.code, help: error.hint ?? null } };
  report(error);
  return { code: INTERNAL_ERROR, message: "internal error" };
}
