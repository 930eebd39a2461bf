/** The client registration and the tokens of one server, in memory and in an optional store. */
import type {
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from "@modelcontextprotocol/client";
import { OperationError } from "../../../model/errors.ts";
import { number, object, optional, readShape, string } from "../../../model/schema.ts";
import { problemOfClient, problemOfLoginPage, problemOfMetadata, problemOfTokens } from "./check-authorization.ts";
import type { FetchLike } from "./fetch-like.ts";
import { loginError } from "./login-failed.ts";
import type { LoginStore } from "./login-store.ts";

interface Login {
  /** The callback URL for which the client is registered. */
  readonly callback?: string;
  readonly client?: StoredOAuthClientInformation;
  readonly tokens?: StoredOAuthTokens;
  /** Expiry time of the token in milliseconds since 1970. */
  readonly until?: number;
}

/** Maximum characters of the granted scopes. Longer scopes are not stored, because they are only informational. */
const MAX_SCOPES = 4096;
/** Time before a token's expiry at which the token is treated as expired, so that it cannot expire during a request. */
const MARGIN_MS = 30_000;

export class Credentials {
  readonly #url: string;
  readonly #store: LoginStore | undefined;
  readonly #clock: () => number;
  #login: Login;

  constructor(url: string, { store, clock }: { readonly store?: LoginStore; readonly clock: () => number }) {
    this.#url = url;
    this.#store = store;
    this.#clock = clock;
    this.#login = readLogin(store?.load(url));
  }

  /** Returns true if there is a token that can be used. An expired token is refreshed first. */
  async isUsable(fetchFn: FetchLike): Promise<boolean> {
    if (this.#login.tokens === undefined) return false;
    return this.#isFresh || (await this.#refreshed(fetchFn));
  }

  async headers(fetchFn: FetchLike): Promise<Readonly<Record<string, string>>> {
    if (await this.isUsable(fetchFn)) return { authorization: `Bearer ${this.#login.tokens?.access_token}` };
    throw new OperationError("SK465", `the login at \`${this.#url}\` has expired`, { hint: "log in again" });
  }

  /** Returns the provider for the official client, with a user at a browser. */
  interactive(callback: string, state: string, open: (address: string) => Promise<void> | void): OAuthClientProvider {
    this.#login = this.#login.callback === callback ? this.#login : { callback };
    const redirectToAuthorization = (url: URL): Promise<void> | void => {
      this.#refuse(problemOfLoginPage(url.href, this.#url));
      return open(url.href);
    };
    return { ...this.#provider(callback), state: () => state, redirectToAuthorization };
  }

  get #isFresh(): boolean {
    const { until } = this.#login;
    return until === undefined || this.#clock() < until - MARGIN_MS;
  }

  /** Refreshes the token without the user. Returns false if that fails. */
  async #refreshed(fetchFn: FetchLike): Promise<boolean> {
    const { tokens, callback = "http://127.0.0.1/callback" } = this.#login;
    if (tokens?.refresh_token === undefined) return false;
    const { auth } = await import("@modelcontextprotocol/client");
    const provider = { ...this.#provider(callback), redirectToAuthorization: () => undefined };
    return (await auth(provider, { serverUrl: this.#url, fetchFn })) === "AUTHORIZED";
  }

  #provider(callback: string): Omit<OAuthClientProvider, "redirectToAuthorization"> {
    let verifier = "";
    let discovered: OAuthDiscoveryState | undefined;
    return {
      redirectUrl: callback,
      clientMetadata: {
        client_name: "Skillwright",
        redirect_uris: [callback],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "none",
      },
      clientInformation: () => this.#login.client,
      saveClientInformation: (client) => this.#keep({ ...this.#login, client: this.#checkedClient(client) }),
      tokens: () => this.#login.tokens,
      saveTokens: (tokens) => this.#keep({ ...this.#login, ...this.#checkedTokens(tokens) }),
      saveCodeVerifier: (made) => {
        verifier = made;
      },
      codeVerifier: () => verifier,
      // Keeps the metadata that was discovered first until the login ends. The code then cannot be sent to another
      // authorization server.
      saveDiscoveryState: (state) => {
        this.#refuse(problemOfMetadata(state, this.#url));
        discovered = state;
      },
      discoveryState: () => discovered,
      invalidateCredentials: async (scope) => {
        const { callback: before, client } = this.#login;
        const known = before === undefined ? {} : { callback: before };
        if (scope === "all" || scope === "client") await this.#keep(known);
        else if (scope === "tokens") await this.#keep({ ...known, ...(client ? { client } : {}) });
      },
    };
  }

  #refuse(problem: string | undefined): void {
    if (problem !== undefined) throw loginError(this.#url, problem);
  }

  /** Returns only the client data that later requests need, because the server's answer can have a megabyte. */
  #checkedClient(client: StoredOAuthClientInformation): StoredOAuthClientInformation {
    const { client_id, client_secret, client_secret_expires_at, issuer } = client;
    this.#refuse(problemOfClient(client_id, client_secret));
    const method = "token_endpoint_auth_method" in client ? client.token_endpoint_auth_method : undefined;
    return defined({ client_id, client_secret, client_secret_expires_at, token_endpoint_auth_method: method, issuer });
  }

  /** Returns only the token data that later requests need. */
  #checkedTokens(tokens: StoredOAuthTokens): Pick<Login, "tokens" | "until"> {
    this.#refuse(problemOfTokens(tokens));
    const { access_token, token_type, expires_in, refresh_token, issuer } = tokens;
    const scope = tokens.scope !== undefined && tokens.scope.length <= MAX_SCOPES ? tokens.scope : undefined;
    const until = expires_in === undefined ? undefined : this.#clock() + expires_in * 1000;
    const kept: StoredOAuthTokens = defined({ access_token, token_type, expires_in, refresh_token, scope, issuer });
    return { tokens: kept, ...(until === undefined ? {} : { until }) };
  }

  async #keep(login: Login): Promise<void> {
    this.#login = login;
    if (login.tokens !== undefined) await this.#store?.save(this.#url, login);
  }
}

const some = optional(string("text that the server sent"));
const STORED_LOGIN = object({
  callback: some,
  client: optional(
    object({
      client_id: string("the registered client"),
      client_secret: some,
      client_secret_expires_at: optional(number("seconds since 1970")),
      token_endpoint_auth_method: some,
      issuer: some,
    }),
  ),
  tokens: object({
    access_token: string("the token"),
    token_type: some,
    expires_in: optional(number("seconds")),
    refresh_token: some,
    scope: some,
    issuer: some,
  }),
  until: optional(number("milliseconds since 1970")),
});

/** Checks the stored login, because other programs may have written the file. An invalid login is ignored. */
function readLogin(value: unknown): Login {
  const login = readShape(value, STORED_LOGIN);
  if (login === undefined) return {};
  const tokens = { token_type: "bearer", ...login.tokens };
  return problemOfTokens(tokens) === undefined ? { ...login, tokens } : {};
}

/** Leaves out the keys without a value. */
function defined<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
