/**
 * Checks an authorization server, which the MCP server chose. Its metadata is checked before anything is sent to it,
 * and its tokens before they are used or stored. The client that it registers is checked too. Each function returns the
 * problem; undefined if there is none.
 */

import { isIP } from "node:net";
import type { OAuthDiscoveryState, StoredOAuthTokens } from "@modelcontextprotocol/client";
import { isLoopbackName } from "../../../platform/network/permit-address.ts";
import { isPublicAddress } from "../../../platform/network/public-address.ts";

/** Maximum characters of the address of the login page. Browsers and web servers do not accept longer addresses. */
const MAX_ADDRESS = 8192;
/** Maximum characters of a token. Web servers do not accept longer headers. */
const MAX_TOKEN = 16_384;
const MAX_CLIENT = 4096;
/** Visible ASCII characters. A header cannot contain other characters. */
const PLAIN = /^[\x21-\x7e]+$/;
const PLAIN_WITH_SPACES = /^[\x20-\x7e]+$/;

/**
 * Returns the problem of an authorization server's metadata. PKCE is required, because without PKCE a stolen code gives
 * the same access as a token.
 */
export function problemOfMetadata(
  { authorizationServerUrl, authorizationServerMetadata: said }: OAuthDiscoveryState,
  server: string,
): string | undefined {
  const { host } = new URL(authorizationServerUrl);
  if (said === undefined) return `the authorization server \`${host}\` has no metadata`;
  if (!said.code_challenge_methods_supported?.includes("S256"))
    return `the authorization server \`${host}\` does not support PKCE with S256`;
  return problemOfLoginPage(said.authorization_endpoint, server);
}

/**
 * Returns the problem of a login page's address. The user opens the page in a browser, so it must be encrypted, and
 * must not be in the user's own network.
 */
export function problemOfLoginPage(address: string, server: string): string | undefined {
  if (address.length > MAX_ADDRESS) return `the address of the login page has more than ${MAX_ADDRESS} characters`;
  const { protocol, hostname, username, password } = new URL(address);
  const isLocal = isLoopbackName(withoutBrackets(hostname));
  const isLocalServer = isLoopbackName(withoutBrackets(new URL(server).hostname));
  if (protocol !== "https:" && !(protocol === "http:" && isLocal && isLocalServer))
    return "the login page is not an `https:` address";
  if (username !== "" || password !== "") return "the address of the login page contains a user name or a password";
  const isInside = isLocal ? !isLocalServer : isInternal(withoutBrackets(hostname));
  return isInside ? `the login page \`${hostname}\` is on this machine or in a private network` : undefined;
}

export function problemOfClient(id: string, secret: string | undefined): string | undefined {
  const fits = [id, ...(secret === undefined ? [] : [secret])].every(
    (text) => text.length <= MAX_CLIENT && PLAIN_WITH_SPACES.test(text),
  );
  return fits ? undefined : "the authorization server registers an invalid client";
}

export function problemOfTokens({
  token_type: type,
  access_token: access,
  refresh_token: refresh,
}: StoredOAuthTokens): string | undefined {
  if (type.toLowerCase() !== "bearer") return "the authorization server issues a token that is not a bearer token";
  const fits = [access, ...(refresh === undefined ? [] : [refresh])].every(
    (token) => token.length <= MAX_TOKEN && PLAIN.test(token),
  );
  return fits
    ? undefined
    : `the authorization server issues a token with invalid characters, or more than ${MAX_TOKEN}`;
}

function isInternal(hostname: string): boolean {
  return isIP(hostname) !== 0 && !isPublicAddress(hostname);
}

function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, "");
}
