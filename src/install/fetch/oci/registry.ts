/**
 * A client for one repository of the OCI distribution API, with login. It knows nothing about skills, and verifies the
 * digest of all content.
 */
import { OperationError, throwIfStopped } from "../../../model/errors.ts";
import { isMap, parseJson } from "../../../model/schema.ts";
import type { FetchedResponse as Answer, FetchOptions } from "../../../platform/network/fetch.ts";
import type { SourceContext } from "../../source.ts";
import { isSameServer, sha256Digest } from "../web/web-request.ts";
import { credentialsFor } from "./credentials-for.ts";
import type { OciAddress } from "./oci-address.ts";

type Ask = Pick<FetchOptions, "method" | "headers" | "body"> & { readonly maxBytes?: number };

// Limit for responses that are not content: errors and tokens.
const MAX_SMALL = 1024 * 1024;

export class OciRegistry {
  readonly #address: OciAddress;
  readonly #context: SourceContext;
  readonly #scope: string;
  #authorization: string | undefined;

  constructor(address: OciAddress, context: SourceContext, action: "pull" | "pull,push") {
    this.#address = address;
    this.#context = context;
    this.#scope = `repository:${address.name}:${action}`;
  }

  /** Requests a path of the repository, or an address that the registry returned. The caller checks the status. */
  async ask(path: string, options: Ask = {}): Promise<Answer> {
    const url = new URL(path, `${this.#address.server}/v2/${this.#address.name}/`).href;
    const answer = await this.#send(url, options);
    if (answer.status !== 401 || !isSameServer(url, this.#address.server)) return answer;
    this.#authorization = await this.#logIn(answer.headers["www-authenticate"] ?? "");
    return this.#authorization === undefined ? answer : this.#send(url, options);
  }

  /** Returns content by digest or tag. Throws SK602, SK604 or SK605. */
  async read(path: string, what: string, maxBytes: number, headers: Record<string, string> = {}): Promise<Uint8Array> {
    const { status, bytes } = await this.ask(path, { maxBytes, headers });
    const digest = /sha256:[0-9a-f]{64}$/.exec(path)?.[0];
    if (status !== 200) throw registryError(this.#address, what, status);
    if (digest !== undefined && sha256Digest(bytes) !== digest)
      throw new OperationError("SK605", `${what} of \`${this.#address.text}\` does not match its digest`, {
        hint: "the data was changed in the registry or in transit; nothing was unpacked",
      });
    return bytes;
  }

  #send(url: string, { headers = {}, maxBytes = MAX_SMALL, ...rest }: Ask): Promise<Answer> {
    throwIfStopped(this.#context.signal, "fetching");
    const { signal, limits, progress, fetch } = this.#context;
    const own = isSameServer(url, this.#address.server);
    const authorization = own && this.#authorization ? { authorization: this.#authorization } : {};
    return fetch(url, {
      ...rest,
      headers: { ...headers, ...authorization },
      maxBytes,
      timeoutMs: limits.timeoutMs,
      typed: own,
      ...(signal ? { signal } : {}),
      onProgress: (done, total) =>
        progress?.({ what: `fetching ${this.#address.text}`, done, ...(total === undefined ? {} : { total }) }),
    });
  }

  /** Returns the authorization that the registry requests: a token from its token server, or the credentials. */
  async #logIn(challenge: string): Promise<string | undefined> {
    const credentials = credentialsFor(this.#address.registry, this.#context);
    const basic = credentials && `Basic ${credentials}`;
    if (/^basic\b/i.test(challenge)) return basic;
    const realm = parameter(challenge, "realm");
    if (!/^bearer\b/i.test(challenge) || realm === undefined || !URL.canParse(realm)) return undefined;
    const url = new URL(realm);
    const service = parameter(challenge, "service");
    if (service !== undefined) url.searchParams.set("service", service);
    url.searchParams.set("scope", this.#scope);
    const { fetch, limits, signal } = this.#context;
    const { status, bytes } = await fetch(url.href, {
      headers: basic ? { authorization: basic } : {},
      maxBytes: MAX_SMALL,
      timeoutMs: limits.timeoutMs,
      typed: isSameServer(url.href, this.#address.server),
      ...(signal ? { signal } : {}),
    });
    const token = status === 200 ? tokenOf(bytes) : undefined;
    return token && `Bearer ${token}`;
  }
}

/** Returns the value of `name="value"` in a challenge. */
function parameter(challenge: string, name: string): string | undefined {
  return new RegExp(`[\\s,]${name}="([^"]{0,1000})"`, "i").exec(challenge)?.[1];
}

/** Accepts only visible ASCII, so that a token cannot add headers. */
function tokenOf(bytes: Uint8Array): string | undefined {
  const said = parseJson(bytes);
  const token = isMap(said) ? (said["token"] ?? said["access_token"]) : undefined;
  return typeof token === "string" && /^[\x21-\x7e]{1,32768}$/.test(token) ? token : undefined;
}

export function registryError({ text }: OciAddress, what: string, status: number): OperationError {
  if ([401, 403].includes(status))
    return new OperationError("SK602", `the registry denies access to ${what} of \`${text}\` (${status})`, {
      hint: "log in with `docker login`, `podman login` or `oras login`; credential helpers are not used",
    });
  if (status === 404)
    return new OperationError("SK602", `the registry has no ${what} of \`${text}\``, {
      hint: "check the name and the tag",
    });
  return new OperationError("SK604", `the registry failed to transfer ${what} of \`${text}\` (${status})`, {
    hint: "try again later",
  });
}
