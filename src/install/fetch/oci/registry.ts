/**
 * One repository of a registry, by the distribution API: requests in, answers out, logged in where the registry asks for
 * it. It knows nothing of skills, and believes no byte that is not as its digest says.
 */
import { OperationError } from "../../../model/errors.ts";
import { isMap, parseJson } from "../../../model/schema.ts";
import type { Fetched as Answer, FetchOptions } from "../../../platform/network/fetch.ts";
import type { SourceContext } from "../../source.ts";
import { throwIfStopped } from "../tree.ts";
import { isSameServer, sha256 } from "../web/web-request.ts";
import { credentialsFor } from "./credentials.ts";
import type { OciAddress } from "./oci-address.ts";

type Ask = Pick<FetchOptions, "method" | "headers" | "body"> & { readonly maxBytes?: number };

// Answers that are not content: errors, tokens, nothing at all.
const MAX_SMALL = 1024 * 1024;

export class Registry {
  readonly #address: OciAddress;
  readonly #context: SourceContext;
  readonly #scope: string;
  #authorization: string | undefined;

  constructor(address: OciAddress, context: SourceContext, action: "pull" | "pull,push") {
    this.#address = address;
    this.#context = context;
    this.#scope = `repository:${address.name}:${action}`;
  }

  /** A path below the repository, or an address that the registry gave. The status is the caller's to judge. */
  async ask(path: string, options: Ask = {}): Promise<Answer> {
    const url = new URL(path, `${this.#address.server}/v2/${this.#address.name}/`).href;
    const answer = await this.#send(url, options);
    if (answer.status !== 401 || !isSameServer(url, this.#address.server)) return answer;
    this.#authorization = await this.#logIn(answer.headers["www-authenticate"] ?? "");
    return this.#authorization === undefined ? answer : this.#send(url, options);
  }

  /** Content by its digest, or by a tag; throws SK602, SK604 or SK605. */
  async read(path: string, what: string, maxBytes: number, headers: Record<string, string> = {}): Promise<Uint8Array> {
    const { status, bytes } = await this.ask(path, { maxBytes, headers });
    const digest = /sha256:[0-9a-f]{64}$/.exec(path)?.[0];
    if (status !== 200) throw refusedBy(this.#address, what, status);
    if (digest !== undefined && sha256(bytes) !== digest)
      throw new OperationError("SK605", `${what} of \`${this.#address.text}\` is not what its digest says`, {
        hint: "it was changed in the registry or on its way; nothing of it was unpacked",
      });
    return bytes;
  }

  #send(url: string, { headers = {}, maxBytes = MAX_SMALL, ...rest }: Ask): Promise<Answer> {
    throwIfStopped(this.#context);
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

  /** What the registry asks for: a token from where it says, or the credentials themselves. */
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

/** `name="value"` of a challenge. */
function parameter(challenge: string, name: string): string | undefined {
  return new RegExp(`[\\s,]${name}="([^"]{0,1000})"`, "i").exec(challenge)?.[1];
}

/** Visible ASCII only: a header has no other place for anything. */
function tokenOf(bytes: Uint8Array): string | undefined {
  const said = parseJson(bytes);
  const token = isMap(said) ? (said["token"] ?? said["access_token"]) : undefined;
  return typeof token === "string" && /^[\x21-\x7e]{1,32768}$/.test(token) ? token : undefined;
}

export function refusedBy({ text }: OciAddress, what: string, status: number): OperationError {
  if ([401, 403].includes(status))
    return new OperationError("SK602", `the registry keeps ${what} of \`${text}\` from you (${status})`, {
      hint: "log in with `docker login`, `podman login` or `oras login`; credential helpers are not asked",
    });
  if (status === 404)
    return new OperationError("SK602", `the registry has no ${what} of \`${text}\``, { hint: "check name and tag" });
  return new OperationError("SK604", `the registry did not take or give ${what} of \`${text}\` (${status})`, {
    hint: "try again later",
  });
}
