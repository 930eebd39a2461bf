/** The client registration and the tokens of one server, in memory and in an optional store. */
import type {
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from "@modelcontextprotocol/client";
import { OperationError } from "../../../model/errors.ts";
import { isMap } from "../../../model/schema.ts";
import type { FetchLike } from "./fetch-like.ts";
import type { LoginStore } from "./login-store.ts";

interface Login {
  /** The callback URL for which the client is registered. */
  readonly callback?: string;
  readonly client?: StoredOAuthClientInformation;
  readonly tokens?: StoredOAuthTokens;
  /** Expiry time of the token in milliseconds since 1970. */
  readonly until?: number;
}

/** A token is treated as expired this long before its expiry time, so that it cannot expire during a request. */
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

  /** Returns true if there is a token. Refreshes it if it has expired. */
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
    return { ...this.#provider(callback), state: () => state, redirectToAuthorization: (url) => open(url.href) };
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
      saveClientInformation: (client) => this.#keep({ ...this.#login, client }),
      tokens: () => this.#login.tokens,
      saveTokens: (tokens) => this.#keep({ ...this.#login, tokens, ...this.#until(tokens) }),
      saveCodeVerifier: (made) => {
        verifier = made;
      },
      codeVerifier: () => verifier,
      // The first discovery stays valid until the end, so that the code cannot be sent to another server.
      saveDiscoveryState: (state) => {
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

  #until({ expires_in: seconds }: StoredOAuthTokens): { until?: number } {
    return seconds === undefined ? {} : { until: this.#clock() + seconds * 1000 };
  }

  async #keep(login: Login): Promise<void> {
    this.#login = login;
    if (login.tokens !== undefined) await this.#store?.save(this.#url, login);
  }
}

/** Checks the store, because other programs may have written the file. */
function readLogin(value: unknown): Login {
  if (!isMap(value) || !isMap(value["tokens"]) || typeof value["tokens"]["access_token"] !== "string") return {};
  const { callback, client, tokens, until } = value;
  return {
    tokens: tokens as unknown as StoredOAuthTokens,
    ...(typeof callback === "string" ? { callback } : {}),
    ...(isMap(client) ? { client: client as unknown as StoredOAuthClientInformation } : {}),
    ...(typeof until === "number" ? { until } : {}),
  };
}
