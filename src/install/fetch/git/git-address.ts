import { OperationError } from "../../../model/errors.ts";
import { INSTALL_LIMITS } from "../../../model/skills/bundle.ts";
import { decodePercent } from "../../../model/text/text.ts";
import { checkPath } from "../../../trust/bundle/check-path.ts";
import { showSource } from "../../source.ts";

/** Parses the text of a git source. Rejects everything that git could interpret as an option or a program. */

export interface GitAddress {
  /** The URL of the repository, without secrets. */
  readonly url: string;
  readonly protocol: Protocol;
  /** A branch, tag or commit (default: HEAD). */
  readonly ref: string;
  /** The directory in the repository; "" for the top. */
  readonly directory: string;
  /** The source as a user would write it, without secrets. */
  readonly source: string;
  /** The name of the repository. */
  readonly name: string;
  /** User and password from the URL. They are sent only to the URL's server. */
  readonly authorization?: string;
}

const PROTOCOLS = ["https", "http", "ssh", "git", "file"] as const;
type Protocol = (typeof PROTOCOLS)[number];

// Matches `owner/repo`. The owner has no dot, because `example.org/owner/repo` names a server.
const SHORT = /^[A-Za-z0-9][\w-]*\/[\w.-]+(?:\/[^#]*)?(?:#.*)?$/;
const SCP = /^([A-Za-z0-9][\w.-]*)@([A-Za-z0-9][A-Za-z0-9.-]*):([^#]+)$/;
const OWN_PROTOCOL = /^(?:git\+[a-z+]+|ssh|git|file):/i;
const MAX_TEXT = 2048;

/** Returns the `owner/repo` of a text that could also be a directory. */
export function ownerAndRepo(text: string): string | undefined {
  return SHORT.test(text) ? text.split("#")[0] : undefined;
}

/** Returns true if a text has the syntax of a git source. */
export function isGitText(text: string): boolean {
  if (text.length > MAX_TEXT) return false;
  if (OWN_PROTOCOL.test(text) || SHORT.test(text) || SCP.test(text.split("#")[0] as string)) return true;
  const url = parseUrl(text);
  if (url === undefined || !/^https?:$/.test(url.protocol)) return false;
  return (
    /\.git(?:\/|$)/.test(url.pathname) || (url.hostname === PUBLIC_HOSTS.git && /^\/[^/]+\/[^/]/.test(url.pathname))
  );
}

/** Throws SK603 for a text that must not reach git. */
export function parseGitAddress(text: string, host: string = PUBLIC_HOSTS.git): GitAddress {
  if (text.length > MAX_TEXT || /[\p{C}\s]/u.test(text)) throw refused(text, "has a space or a hidden character in it");
  const hash = text.indexOf("#");
  const place = hash === -1 ? text : text.slice(0, hash);
  const ref = hash === -1 ? undefined : text.slice(hash + 1);
  if (ref !== undefined) checkRef(ref, text);
  const scp = SCP.exec(place);
  if (scp) return fromScp(place, scp[3] as string, ref, text);
  if (SHORT.test(place)) return fromShort(place, ref, host);
  return fromUrl(place, ref, text);
}

const REF = /^[A-Za-z0-9_][\w./+@-]*$/;

/** Throws for a reference that git does not allow, or that does not identify exactly one revision. */
function checkRef(ref: string, text: string): void {
  const odd = !REF.test(ref) || /\.\.|@\{|\/\/|\/\.|\/$|\.$|\.lock(?:\/|$)/.test(ref);
  if (odd) throw refused(text, "names no branch, tag or commit after `#`");
}

function fromShort(place: string, ref: string | undefined, host: string): GitAddress {
  if (!/^[A-Za-z0-9][A-Za-z0-9.-]*(?::\d{1,5})?$/.test(host))
    throw new OperationError("SK603", `\`${showSource(host)}\` is not a valid git server`, {
      hint: "correct `git_host` in the configuration: write a host name without `https:` and without a path",
    });
  const [owner, repository = "", ...rest] = place.split("/");
  const directory = checkDirectory(rest.join("/"), place);
  const name = checkName(repository.replace(/\.git$/, ""), place);
  const url = `https://${host}/${owner}/${name}.git`;
  // The short form is used only for the public server. With any other server, it would name another repository.
  const written = host === PUBLIC_HOSTS.git ? place : `${url}${directory === "" ? "" : `//${directory}`}`;
  return { url, protocol: "https", ref: ref ?? "HEAD", directory, source: written + hashed(ref), name };
}

function fromScp(place: string, path: string, ref: string | undefined, text: string): GitAddress {
  if (/^[:-]|::/.test(path)) throw refused(text, "has a path that a program could take for an option");
  const { url, directory } = splitDirectory(place, 0, text);
  return { url, protocol: "ssh", ref: ref ?? "HEAD", directory, source: place + hashed(ref), name: nameOf(url, text) };
}

function fromUrl(place: string, ref: string | undefined, text: string): GitAddress {
  const marked = /^git\+(?=[a-z]+:)/i.exec(place)?.[0] ?? "";
  const parsed = parseUrl(place.slice(marked.length));
  const protocol = PROTOCOLS.find((each) => parsed?.protocol === `${each}:`);
  if (parsed === undefined || protocol === undefined)
    throw refused(text, "is not a supported git address", `the protocols are ${PROTOCOLS.join(", ")}`);
  if (/\/\.\.?(?:\/|$)/.test(place)) throw refused(text, "has `.` or `..` in its path");
  checkHost(parsed, protocol, text);
  const authorization = takeSecrets(parsed, protocol, text);
  const pasted = protocol === "https" ? pastedTree(parsed) : undefined;
  if (pasted) checkRef(pasted.ref, text);
  const { url, directory } = splitDirectory(pasted?.url ?? parsed.href, parsed.protocol.length + 2, text);
  return {
    url,
    protocol,
    ref: ref ?? pasted?.ref ?? "HEAD",
    directory: pasted ? checkDirectory(pasted.directory, text) : directory,
    source: marked + parsed.href + hashed(ref),
    name: nameOf(url, text),
    ...(authorization === undefined ? {} : { authorization }),
  };
}

const HOST = /^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9a-f:.]+\])$/i;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

function checkHost({ hostname, pathname, search }: URL, protocol: Protocol, text: string): void {
  if (search !== "") throw refused(text, "has a `?` in it");
  if (/%[01]/.test(pathname) || pathname.startsWith("/-")) throw refused(text, "has an unsupported path");
  if (protocol === "file") {
    if (hostname !== "") throw refused(text, "names another machine; `file:` has three slashes");
    if (/%(?:2f|5c)/i.test(pathname)) throw refused(text, "has an unsupported path");
    return;
  }
  if (!HOST.test(hostname)) throw refused(text, "names no server");
  if (protocol === "http" && !LOOPBACK.test(hostname))
    throw refused(text, "is not encrypted", "write `https:`; anyone on the network could change the skill");
}

/** Removes user and password from the URL. A user without a password is part of an ssh address. */
function takeSecrets(url: URL, protocol: Protocol, text: string): string | undefined {
  const { username, password } = url;
  if (username === "" && password === "") return undefined;
  if (protocol === "ssh") {
    if (password !== "") throw refused(text, "has a password in it", "remove the password: ssh logs in with keys");
    if (!/^[A-Za-z0-9_][\w.-]*$/.test(username)) throw refused(text, "names no user");
    return undefined;
  }
  if (protocol !== "https" && protocol !== "http") throw refused(text, "has a user in it");
  url.username = "";
  url.password = "";
  return Buffer.from(`${decodePercent(username)}:${decodePercent(password)}`).toString("base64");
}

/** Parses `…/tree/REF/DIRECTORY` or `…/blob/REF/DIRECTORY/SKILL.md`, as copied from a browser. */
function pastedTree(url: URL): { url: string; ref: string; directory: string } | undefined {
  const match = /^(\/[^/]+\/[^/]+)(?:\/-)?\/(?:tree|blob)\/([^/]+)(?:\/(.*))?$/.exec(url.pathname);
  if (!match) return undefined;
  const [, repository = "", ref = "", directory = ""] = match;
  return {
    url: `${url.origin}${repository}`,
    ref,
    directory: decodePercent(directory.replace(/\/?(?:SKILL\.md)?$/, "")),
  };
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

/** Splits `URL//DIRECTORY`. */
function splitDirectory(place: string, from: number, text: string): { url: string; directory: string } {
  const at = place.indexOf("//", from);
  const url = (at === -1 ? place : place.slice(0, at)).replace(/\/$/, "");
  return { url, directory: at === -1 ? "" : checkDirectory(decodePercent(place.slice(at + 2)), text) };
}

function checkDirectory(raw: string, text: string): string {
  const directory = raw.replace(/\/$/, "");
  const problem = directory === "" ? undefined : checkPath(directory, INSTALL_LIMITS);
  if (problem) throw refused(text, `has a directory that ${problem.what}`);
  return directory;
}

function nameOf(url: string, text: string): string {
  return checkName(url.slice(Math.max(url.lastIndexOf("/"), url.lastIndexOf(":")) + 1).replace(/\.git$/, ""), text);
}

function checkName(name: string, text: string): string {
  if (!/^[\w.~%+-]+$/.test(name) || /^\.{1,2}$/.test(name) || name.startsWith("-"))
    throw refused(text, "names no repository");
  return name;
}

function hashed(ref: string | undefined): string {
  return ref === undefined ? "" : `#${ref}`;
}

const HINT = "write `owner/repo`, `owner/repo/directory#ref` or an https, ssh, git or file URL";

function refused(text: string, what: string, hint: string = HINT): OperationError {
  return new OperationError("SK603", `\`${showSource(text)}\` ${what}`, { hint });
}

/** The default server of `owner/repo`. No other code names a public server. */
export const PUBLIC_HOSTS = { git: "github.com" } as const;
