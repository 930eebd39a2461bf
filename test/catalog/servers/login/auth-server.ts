/**
 * A real MCP server on loopback that requires a login, and its authorization server. Both use the official SDK and a
 * port of their own. `browse` plays the user's browser.
 */
import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { framework } from "../../../surfaces/adapters/frameworks.ts";

interface Client {
  readonly client_id: string;
  readonly redirect_uris: readonly string[];
}

interface Grant {
  readonly client: string;
  readonly challenge: string;
  readonly redirect: string;
  readonly resource: string | undefined;
}

type Handler = (request: never, response: never, next: () => void) => void;
interface App {
  use(...handlers: (string | Handler)[]): void;
  (request: unknown, response: unknown): void;
}

interface AuthKit {
  mcpAuthRouter(options: object): Handler;
  mcpAuthMetadataRouter(options: object): Handler;
  createOAuthMetadata(options: object): object;
  requireBearerAuth(options: object): Handler;
  getOAuthProtectedResourceMetadataUrl(url: URL): string;
  InvalidTokenError: new (message: string) => Error;
  InvalidGrantError: new (message: string) => Error;
}

interface ServerKit {
  McpServer: new (info: object) => { registerTool(name: string, options: object, run: () => object): void };
  createMcpHandler(make: () => unknown): { fetch(request: Request): Promise<Response> };
}

export interface AuthServer {
  readonly url: string;
  readonly issuer: string;
  /** Every request to the authorization server: method and path. */
  readonly asked: readonly string[];
  /** Lifetime of its tokens in seconds. */
  lifetime: number;
  /** The user's answer at the login page. */
  consent: "yes" | "no";
  /** Follows an authorization address as a browser would, up to the callback. */
  browse(address: string): Promise<{ readonly status: number; readonly page: string }>;
  /** Calls the server's only tool with these headers. Returns the status and the tool's text. */
  call(headers: Readonly<Record<string, string>>): Promise<{ readonly status: number; readonly text: string }>;
  /** Revokes all tokens, including refresh tokens. */
  revokeAll(): void;
  close(): Promise<void>;
}

export async function openAuthServer(): Promise<AuthServer> {
  const [kit, mcp, { default: express }] = await Promise.all([
    framework<AuthKit>("@modelcontextprotocol/server-legacy/auth"),
    framework<ServerKit>("@modelcontextprotocol/server"),
    framework<{ default: () => App }>("express"),
  ]);
  const [authority, resource] = [express(), express()];
  const servers = [createServer(authority), createServer(resource)] as const;
  const [issuer, base] = (await Promise.all(servers.map(listen))) as [string, string];
  const url = `${base}/mcp`;
  const provider = new Provider(kit, new URL(url).href);
  const asked: string[] = [];
  authority.use(((request: { method: string; path: string }, _: unknown, next: () => void) => {
    asked.push(`${request.method} ${request.path}`);
    next();
  }) as unknown as Handler);
  const issuerUrl = new URL(issuer);
  authority.use(kit.mcpAuthRouter({ provider, issuerUrl, scopesSupported: ["mcp"] }));
  const oauthMetadata = kit.createOAuthMetadata({ provider, issuerUrl, scopesSupported: ["mcp"] });
  const resourceServerUrl = new URL(url);
  resource.use(kit.mcpAuthMetadataRouter({ oauthMetadata, resourceServerUrl, scopesSupported: ["mcp"] }));
  const resourceMetadataUrl = kit.getOAuthProtectedResourceMetadataUrl(resourceServerUrl);
  resource.use("/mcp", kit.requireBearerAuth({ verifier: provider, requiredScopes: ["mcp"], resourceMetadataUrl }));
  resource.use("/mcp", serveTool(mcp));
  return {
    url,
    issuer,
    asked,
    get lifetime() {
      return provider.lifetime;
    },
    set lifetime(seconds) {
      provider.lifetime = seconds;
    },
    get consent() {
      return provider.consent;
    },
    set consent(said) {
      provider.consent = said;
    },
    browse,
    call: (headers) => callTool(url, headers),
    revokeAll: () => provider.revokeAll(),
    close: async () => {
      for (const server of servers) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The part of an authorization server that users of the SDK must write. */
class Provider {
  lifetime = 3600;
  consent: "yes" | "no" = "yes";
  readonly #kit: AuthKit;
  readonly #resource: string;
  readonly #clients = new Map<string, Client>();
  readonly #codes = new Map<string, Grant>();
  readonly #tokens = new Map<string, { readonly client: string; readonly until: number }>();
  readonly #refresh = new Map<string, string>();

  constructor(kit: AuthKit, resource: string) {
    this.#kit = kit;
    this.#resource = resource;
  }

  readonly clientsStore = {
    getClient: (id: string): Client | undefined => this.#clients.get(id),
    registerClient: (client: Client): Client => {
      const made = { ...client, client_id: randomUUID() };
      this.#clients.set(made.client_id, made);
      return made;
    },
  };

  async authorize(
    client: Client,
    params: { state?: string; codeChallenge: string; redirectUri: string; resource?: URL },
    response: { redirect(to: string): void },
  ): Promise<void> {
    const to = new URL(params.redirectUri);
    if (params.state) to.searchParams.set("state", params.state);
    if (this.consent === "no") to.searchParams.set("error", "access_denied");
    else {
      const code = randomUUID();
      const { codeChallenge: challenge, redirectUri: redirect } = params;
      this.#codes.set(code, { client: client.client_id, challenge, redirect, resource: params.resource?.href });
      to.searchParams.set("code", code);
    }
    response.redirect(to.href);
  }

  async challengeForAuthorizationCode(_: Client, code: string): Promise<string> {
    return this.#codes.get(code)?.challenge ?? "";
  }

  async exchangeAuthorizationCode(
    client: Client,
    code: string,
    _: string | undefined,
    redirect: string | undefined,
    resource: URL | undefined,
  ): Promise<object> {
    const grant = this.#codes.get(code);
    this.#codes.delete(code);
    const fits = grant?.client === client.client_id && grant.redirect === redirect && grant.resource === this.#resource;
    if (!fits || resource?.href !== this.#resource)
      throw new this.#kit.InvalidGrantError("that is not what was granted");
    return this.#give(client.client_id);
  }

  async exchangeRefreshToken(client: Client, token: string): Promise<object> {
    if (this.#refresh.get(token) !== client.client_id) throw new this.#kit.InvalidGrantError("no such token");
    this.#refresh.delete(token);
    return this.#give(client.client_id);
  }

  async verifyAccessToken(token: string): Promise<object> {
    const known = this.#tokens.get(token);
    if (known === undefined) throw new this.#kit.InvalidTokenError("no such token");
    return { token, clientId: known.client, scopes: ["mcp"], expiresAt: known.until };
  }

  revokeAll(): void {
    this.#tokens.clear();
    this.#refresh.clear();
  }

  #give(client: string): object {
    const [access, refresh] = [randomUUID(), randomUUID()];
    this.#tokens.set(access, { client, until: Math.floor(Date.now() / 1000) + 86_400 });
    this.#refresh.set(refresh, client);
    return {
      access_token: access,
      token_type: "bearer",
      expires_in: this.lifetime,
      refresh_token: refresh,
      scope: "mcp",
    };
  }
}

interface NodeRequest extends AsyncIterable<Uint8Array> {
  readonly method: string;
  readonly originalUrl: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface NodeResponse {
  writeHead(status: number, headers: Record<string, string>): void;
  end(body: Uint8Array): void;
}

function serveTool({ McpServer, createMcpHandler }: ServerKit): Handler {
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: "tracker", version: "1.0.0" });
    server.registerTool("count", { description: "Counts issues." }, () => ({
      content: [{ type: "text", text: "3 issues" }],
    }));
    return server;
  });
  const serve = async (request: NodeRequest, response: NodeResponse): Promise<void> => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method, headers } = request;
    const body = method === "POST" ? { body: Buffer.concat(chunks) } : {};
    const answer = await handler.fetch(
      new Request(`http://127.0.0.1${request.originalUrl}`, { method, headers, ...body }),
    );
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(Buffer.from(await answer.arrayBuffer()));
  };
  return serve as unknown as Handler;
}

async function browse(address: string): Promise<{ status: number; page: string }> {
  const login = await fetch(address, { redirect: "manual" });
  const to = login.headers.get("location");
  const answer = to === null ? login : await fetch(to);
  return { status: answer.status, page: await answer.text() };
}

async function callTool(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ status: number; text: string }> {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "count", arguments: {} } }),
  });
  const text = await answer.text();
  return { status: answer.status, text: /"text":"([^"]*)"/.exec(text)?.[1] ?? "" };
}
