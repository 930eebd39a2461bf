/**
 * The HTTP server as a function from request to response. It handles routes, access and limits, and the library
 * provides the answers. It does not open a port.
 */
import type { IncomingMessage } from "node:http";
import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { Hono } from "hono/tiny";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { jsonText } from "../../model/text/display/printable.ts";
import { EventBroadcaster } from "./events.ts";
import { type Icon, iconOf } from "./files/icons.ts";
import { PLAIN_PAGE, staticFile } from "./files/static-files.ts";
import type { HttpContext } from "./http-context.ts";
import { AnswerCache } from "./kept-answers.ts";
import { McpMount } from "./mcp-mount.ts";
import { OpenCodeSkills, openCodeSkillsIn } from "./open-code-skills.ts";
import { openApi, pathParameters } from "./openapi.ts";
import { RequestMeter, WorkQueue } from "./requests/limits.ts";
import { refuseUnmatched } from "./requests/nothing-here.ts";
import { pathInProject } from "./requests/path-in-project.ts";
import { readInput } from "./requests/read-input.ts";
import { failureOf, HttpRefusal } from "./requests/refusal.ts";
import { type AccessRules, cookieName, isSameToken, refuseForeignRequest } from "./requests/refuse-foreign-request.ts";
import type { Route } from "./routes/route.ts";
import { ROUTES } from "./routes.ts";

export interface AppOptions extends AccessRules {
  readonly desk: HttpContext;
  /** Directory of the console's files. */
  readonly console: string;
  /** Returns the address of the client's end of the connection. */
  readonly addressOf: (context: Context) => string;
  /** Reports an internal error to the operator of the server. */
  readonly report: (error: unknown) => void;
  readonly now: () => number;
}

const MAX_BODY_BYTES = 1024 * 1024;

export interface HttpApp {
  readonly fetch: Hono["fetch"];
  readonly events: EventBroadcaster;
  /** Ends event streams and other work that would never end by itself. */
  close(): Promise<void>;
}

export function createApp(options: AppOptions): HttpApp {
  const app = new Hono();
  const { desk } = options;
  const events = new EventBroadcaster(desk);
  const openCode = new OpenCodeSkills(desk);
  const mcp = new McpMount(desk, options.report);
  app.onError((error, context) => {
    const { status, headers, body } = failureOf(error);
    if (status === 500 && !isCutOff(context)) options.report(error);
    const type = { "content-type": "application/json" };
    return context.body(jsonText(body), status as ContentfulStatusCode, { ...SAFE, ...type, ...headers });
  });
  const nothing = refuseUnmatched(ROUTES);
  app.notFound(({ req }) => {
    throw nothing(req.path);
  });
  app.use(guarded(options));
  // The bodies of GET requests are not checked, because the check takes as long as the answer.
  app.on(["POST", "PUT", "PATCH", "DELETE"], "*", bodyLimit({ maxSize: MAX_BODY_BYTES, onError: tooLarge }));
  app.get("/health", (context) => context.json({ status: "ok" }, 200, SAFE));
  app.get("/skill", async ({ req }) => json(await skillsFor(req.query("directory"), openCode, desk)));
  // The stream is opened only for GET, because a HEAD request would never end.
  app.get("/api/events", ({ req }) => {
    return new Response(req.method === "HEAD" ? null : events.listen(), { headers: EVENT_HEADERS });
  });
  app.get("/api/skills/:skill/icon", async ({ req }) =>
    image(await iconOf(req.param("skill"), req.query("size"), desk)),
  );
  app.all("/mcp", ({ req }) => mcp.fetch(req.raw));
  const document = JSON.stringify(openApi(ROUTES, desk.version));
  app.get("/api/openapi.json", () => json(document));
  // Reads and scripts have separate queues, so a read does not wait for a long script.
  const [looking, acting, kept] = [new WorkQueue(), new WorkQueue(), new AnswerCache(desk)];
  for (const route of ROUTES) addRoute(app, route, options, route.writes ? acting : looking, kept);
  app.get("*", (context) => page(context, options));
  return {
    fetch: app.fetch,
    events,
    async close() {
      events.close();
      openCode.close();
      await mcp.close();
    },
  };
}

/**
 * Returns the skills for OpenCode's route. OpenCode answers for any directory, but Skillwright only for directories of
 * the project.
 */
async function skillsFor(
  directory: string | undefined,
  openCode: OpenCodeSkills,
  desk: HttpContext,
): Promise<Uint8Array<ArrayBuffer>> {
  if (directory === undefined || directory === desk.own.snapshot.cwd) return openCode.get();
  return openCodeSkillsIn(await pathInProject(directory, desk), desk.own);
}

function addRoute(app: Hono, route: Route, { desk, token }: AppOptions, queue: WorkQueue, kept: AnswerCache): void {
  const path = pathParameters(route.path).reduce(
    (pattern, name) => pattern.replace(`{${name}}`, `:${name}`),
    route.path,
  );
  app.on(route.method, path, async (context) => {
    if (route.writes && !desk.write)
      throw new HttpRefusal(403, "SK923", "the server is read-only", "start it with `skillwright serve --write`");
    const given = await readInput(context, route);
    if (!desk.write && token === undefined && route.contacts(given as never))
      throw new HttpRefusal(403, "SK923", "the server has no token, so it contacts no other machine", CONTACT_HELP);
    const gone = context.req.raw.signal;
    // The input was validated against the schema, so the cast is safe.
    const work = (): Promise<object> | object => route.run(given as never, desk, gone);
    const make = async (): Promise<Uint8Array<ArrayBuffer>> =>
      new TextEncoder().encode(jsonText(await (route.heavy ? queue.run(work, gone) : work())));
    const answer = await kept.get(route, given, make);
    if (route.writes) await desk.settled();
    return json(answer);
  });
}

const CONTACT_HELP =
  "start it with `skillwright serve --token SECRET` or `--write`, or send the request with `offline`";

/** Headers of every response. They forbid the browser to run, frame, sniff or cache it. */
const SAFE = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cache-control": "no-store",
};

const JSON_HEADERS = { ...SAFE, "content-type": "application/json" };

/** Headers of an event stream. They tell proxies not to buffer events. */
const EVENT_HEADERS = { ...SAFE, "content-type": "text/event-stream", "x-accel-buffering": "no" };

/** Returns true if the client disconnected before it sent the whole request. This is not an error of the server. */
function isCutOff({ env }: Context): boolean {
  // Without a socket there is no environment, for example in a test.
  const { incoming } = (env ?? {}) as { incoming?: IncomingMessage };
  return incoming?.destroyed === true && !incoming.complete;
}

function json(body: string | Uint8Array<ArrayBuffer>): Response {
  return new Response(body, { headers: JSON_HEADERS });
}

/**
 * Returns a response with an image. Its headers prevent the browser from loading or running anything, even if the user
 * opens the image itself.
 */
function image({ bytes, headers }: Icon): Response {
  const policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";
  return new Response(bytes, { headers: { ...SAFE, "content-security-policy": policy, ...headers } });
}

function tooLarge(): never {
  throw new HttpRefusal(413, "SK920", `the body has more than ${MAX_BODY_BYTES} bytes`);
}

/** Maximum requests per second from one address. Requests from this machine have no limit. */
const PER_SECOND = 200;
/** Maximum requests with a wrong token per second from one address. */
const WRONG_PER_SECOND = 1;

function guarded(options: AppOptions): (context: Context, next: () => Promise<void>) => Promise<Response | undefined> {
  const meter = new RequestMeter(PER_SECOND, options.now);
  const wrong = new RequestMeter(WRONG_PER_SECOND, options.now);
  return async (context, next) => {
    const address = options.addressOf(context);
    if (!isLoopbackClient(address)) meter.take(address);
    const entered = enter(context, options);
    if (entered) return entered;
    const { req } = context;
    try {
      refuseForeignRequest({ method: req.method, path: req.path, header: (name) => req.header(name) }, options);
    } catch (error) {
      if (error instanceof HttpRefusal && error.status === 401) wrong.take(address);
      throw error;
    }
    await next();
    return undefined;
  };
}

export function isLoopbackClient(address: string): boolean {
  return address === "::1" || /^(?:::ffff:)?127\./.test(address);
}

/**
 * Handles `/?token=…`. Stores the token in a cookie that other pages cannot use, and removes the token from the
 * address.
 */
function enter({ req }: Context, { token }: AppOptions): Response | undefined {
  const given = token !== undefined && req.path === "/" ? req.query("token") : undefined;
  if (given === undefined || token === undefined || !isSameToken(given, token)) return undefined;
  const cookie = `${cookieName(req.header("host") ?? "")}=${token}; HttpOnly; SameSite=Strict; Path=/`;
  return new Response(null, { status: 303, headers: { ...SAFE, location: "/", "set-cookie": cookie } });
}

/** Headers of the console's page. They allow only scripts, styles and requests of this server. */
const PAGE = {
  ...SAFE,
  "cache-control": "no-cache",
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
    // Forbids code to turn text into markup. This also applies to our own script.
    "require-trusted-types-for 'script'; trusted-types 'none'",
};

function page(context: Context, { console: directory }: AppOptions): Response | Promise<Response> {
  const { path } = context.req;
  const file = /^\/(?:api|mcp)(?:\/|$)/.test(path) ? undefined : staticFile(directory, path);
  if (!file && path === "/")
    return new Response(PLAIN_PAGE, { headers: { ...PAGE, "content-type": "text/html; charset=utf-8" } });
  if (!file) return context.notFound();
  const headers = { ...PAGE, "content-type": file.type, etag: file.etag };
  if (context.req.header("if-none-match") === file.etag) return new Response(null, { status: 304, headers });
  return new Response(file.bytes, { headers });
}
