/** Decides whether an address may be requested, and determines the machine for the connection. */
import { isIP } from "node:net";
import { OperationError, systemCode } from "../../model/errors.ts";
import { hideLogins } from "../../model/text/display/without-secrets.ts";
import { isLoopbackAddress } from "./public-address.ts";

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** Returns every address of a host name. Throws a system error if there is none. */
export type ResolveName = (hostname: string) => Promise<readonly ResolvedAddress[]>;

export interface PermittedAddress {
  readonly url: URL;
  /** The only addresses to connect to. */
  readonly addresses: readonly ResolvedAddress[];
}

const MAX_URL = 4096;

/** Parses a web address. Throws SK620 if it is invalid or contains credentials. */
export function parseAddress(text: string, base?: URL): URL {
  const url = text.length <= MAX_URL && URL.canParse(text, base?.href) ? new URL(text, base) : undefined;
  if (url === undefined)
    throw refused(text.slice(0, 80).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "�"), "is not a valid address");
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw refused(showUrl(url), `has the unsupported protocol \`${url.protocol}\``);
  url.hash = "";
  return url;
}

export interface AddressPermission {
  /** True if the user named this server. The server may then be local or private. */
  readonly typed: boolean;
  readonly isPublic: (address: string) => boolean;
  readonly resolve: ResolveName;
}

export async function permitAddress(
  url: URL,
  { typed, isPublic, resolve }: AddressPermission,
): Promise<PermittedAddress> {
  const shown = showUrl(url);
  if (!typed && (url.username !== "" || url.password !== ""))
    throw refused(shown, "contains a password that you did not type");
  const hostname = url.hostname.replace(/^\[|\]$/g, "");
  if (url.protocol === "http:" && !isLoopbackName(hostname))
    throw refused(
      shown,
      "is not encrypted",
      `${typed ? "write `https:`" : "the address comes from a redirect or an index"}; anyone on the network could change the skill`,
    );
  const addresses = await resolveHost(hostname, shown, resolve);
  if (url.protocol === "http:" && !addresses.every(({ address }) => isLoopbackAddress(address)))
    throw refused(shown, "is not encrypted, and belongs to another machine");
  const inner = typed ? undefined : addresses.find(({ address }) => !isPublic(address));
  if (inner)
    throw refused(
      shown,
      `resolves to ${inner.address === hostname ? "an address" : `\`${inner.address}\``} of this machine or of a private network`,
      "redirects and indexes must not use such addresses; to allow this address, use it as the source yourself",
    );
  return { url, addresses };
}

/** Returns true for a name or an address of this machine. An IPv6 address must have no brackets. */
export function isLoopbackName(hostname: string): boolean {
  return hostname === "localhost" || hostname.endsWith(".localhost") || isLoopbackAddress(hostname);
}

async function resolveHost(hostname: string, shown: string, resolve: ResolveName): Promise<readonly ResolvedAddress[]> {
  const family = isIP(hostname);
  if (family !== 0) return [{ address: hostname, family }];
  try {
    const addresses = await resolve(hostname);
    if (addresses.length > 0) return addresses;
  } catch (error) {
    if (systemCode(error) === "") throw error;
  }
  throw new OperationError("SK621", `the host name of \`${shown}\` cannot be resolved`, {
    hint: "check the address and the network; Skillwright does not use proxies",
  });
}

/** Maximum characters of a path in a message, because a redirect or an index can name any address. */
const MAX_SHOWN_PATH = 200;

/** Returns the URL without user, password and query. */
export function showUrl(url: URL): string {
  const path = hideLogins(url.pathname);
  const shown = path.length > MAX_SHOWN_PATH ? `${path.slice(0, MAX_SHOWN_PATH)}…` : path;
  return `${url.protocol}//${url.host}${shown}${url.search === "" ? "" : "?…"}`;
}

function refused(shown: string, what: string, hint = "use an address that begins with `https:`"): OperationError {
  return new OperationError("SK620", `\`${shown}\` ${what}`, { hint });
}
