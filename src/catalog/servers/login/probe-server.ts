import type { FetchLike } from "./fetch-like.ts";

/**
 * The access that a server requires of its clients. `token`: the server requires a token, but does not say where to get
 * one.
 */
export type ServerDemand =
  | { readonly wants: "nothing" }
  | { readonly wants: "token" }
  | { readonly wants: "login"; readonly metadata: URL | undefined };

const HELLO = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "skillwright", version: "0" } },
});

/** Finds out what the server requires, with an initial request without a token. */
export async function probeServer(url: string, fetchFn: FetchLike): Promise<ServerDemand> {
  const { extractWWWAuthenticateParams, discoverOAuthServerInfo } = await import("@modelcontextprotocol/client");
  const response = await fetchFn(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: HELLO,
  });
  if (response.status !== 401) return { wants: "nothing" };
  const { resourceMetadataUrl: metadata } = extractWWWAuthenticateParams(response);
  if (metadata !== undefined) return { wants: "login", metadata };
  const { authorizationServerMetadata } = await discoverOAuthServerInfo(url, { fetchFn });
  return authorizationServerMetadata === undefined ? { wants: "token" } : { wants: "login", metadata };
}
