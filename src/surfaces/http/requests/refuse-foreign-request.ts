/**
 * Decides which requests the server accepts. Any web page can make a browser send requests to any address, and any host
 * name can resolve to this machine. A request must therefore use one of the server's names and have no foreign origin.
 * If a token is set, it must have the token.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { HttpRefusal } from "./refusal.ts";

export interface AccessRules {
  /** Accepted host names and addresses in lower case, without a port. */
  readonly names: ReadonlySet<string>;
  /** Returns the server's port; undefined if the server is not listening yet. */
  readonly port: () => number | undefined;
  /** Names from `--name`. A proxy may use them on another port. */
  readonly aliases: ReadonlySet<string>;
  readonly token: string | undefined;
}

export interface Requester {
  header(name: string): string | undefined;
  readonly method: string;
  readonly path: string;
}

/** Returns the name of the cookie. It contains the port, because browsers send a cookie to all ports of a host. */
export function cookieName(host: string): string {
  const [, port] = /:(\d{1,5})$/.exec(host) ?? [];
  return port === undefined ? "skillwright" : `skillwright-${port}`;
}

/** Throws an `HttpRefusal` if the server does not accept the request. */
export function refuseForeignRequest(visitor: Requester, { names, aliases, port, token }: AccessRules): void {
  const host = visitor.header("host") ?? "";
  const name = hostNameOf(host);
  if (!aliases.has(name) && !(names.has(name) && isPort(host, port())))
    throw new HttpRefusal(421, "SK921", "the request uses a host name that the server does not accept", NAMES_HELP);
  if (!isFromHere(visitor, host))
    throw new HttpRefusal(
      403,
      "SK921",
      "the request comes from a page of another site",
      "open the console at the address that `skillwright serve` prints",
    );
  if (token !== undefined && visitor.path !== "/health" && !hasToken(visitor, token))
    throw new HttpRefusal(401, "SK921", "the request has no token, or a wrong one", TOKEN_HELP, {
      "www-authenticate": "Bearer",
    });
}

const NAMES_HELP = "use the server's IP address, or start it with `--name NAME`";
const TOKEN_HELP = "send `Authorization: Bearer TOKEN`, or open `/?token=TOKEN` once";

/**
 * Returns true if a host name contains the server's port. Another server on this machine has another port, and its
 * pages must not access this server.
 */
function isPort(host: string, port: number | undefined): boolean {
  const [, given = "80"] = /:(\d{1,5})$/.exec(host.replace(/^\[[^\]]*\]/, "")) ?? [];
  return port === undefined || Number(given) === port;
}

/** Returns the host without the port: `[::1]` for `[::1]:80`, and `localhost` for `localhost:80`. */
function hostNameOf(host: string): string {
  const name = host.startsWith("[") ? host.slice(0, host.indexOf("]") + 1) : host.split(":", 1)[0];
  return (name ?? "").toLowerCase().replace(/\.$/, "");
}

/**
 * Returns true if a request comes from our own page or from a program. A program sends neither `origin` nor
 * `sec-fetch-site`. A link on another page may open the console, because the console then sends its own requests.
 */
function isFromHere(visitor: Requester, host: string): boolean {
  const origin = visitor.header("origin");
  if (origin !== undefined && origin.replace(/^https?:\/\//, "") !== host) return false;
  const site = visitor.header("sec-fetch-site") ?? "none";
  if (site === "none" || site === "same-origin") return true;
  const opens = visitor.method === "GET" && visitor.header("sec-fetch-mode") === "navigate";
  return opens && !/^\/(?:api|mcp|skill)\b/.test(visitor.path);
}

function hasToken(visitor: Requester, token: string): boolean {
  const [, bearer] = /^Bearer (\S+)$/i.exec(visitor.header("authorization") ?? "") ?? [];
  return isSameToken(
    bearer ?? cookieOf(visitor.header("cookie") ?? "", cookieName(visitor.header("host") ?? "")),
    token,
  );
}

function cookieOf(cookies: string, name: string): string {
  const pair = cookies.split(";").find((each) => each.trim().startsWith(`${name}=`));
  return pair === undefined ? "" : pair.trim().slice(name.length + 1);
}

/** Compares a token in constant time. An empty text never matches, so an unset variable gives no access. */
export function isSameToken(given: string, token: string): boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(token)) && token !== "";
}
