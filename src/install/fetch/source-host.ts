/** Which server a source's text leads to, without asking anyone. */
import { OperationError } from "../../model/errors.ts";
import { isPublicAddress } from "../../platform/network/public-address.ts";
import { PUBLIC_HOSTS, parseGitAddress } from "./git/git-address.ts";
import { parseOciAddress } from "./oci/oci-address.ts";
import { findSource } from "./sources.ts";

/**
 * Host and port that the text itself names. Returns undefined if the text names none: a directory, or a place on a server
 * that the user's own configuration names. Throws an `OperationError` for a text that no source takes.
 */
export async function hostOfSource(text: string, gitHost: string = PUBLIC_HOSTS.git): Promise<string | undefined> {
  if (text.startsWith("plugin:")) return hostOfSource(text.slice("plugin:".length), gitHost);
  const { kind } = await findSource(text);
  const host =
    kind === "git" ? gitHostOf(text, gitHost) : kind === "oci" ? parseOciAddress(text).registry : webHost(text);
  return host === undefined || host === gitHost ? undefined : host.toLowerCase();
}

function gitHostOf(text: string, gitHost: string): string | undefined {
  const { url, protocol } = parseGitAddress(text, gitHost);
  if (protocol === "file") return undefined;
  const [, scp] = /^[^/@]+@([^/:]+):/.exec(url) ?? [];
  return scp ?? webHost(url.replace(/^[a-z]+:/i, "https:"));
}

function webHost(text: string): string | undefined {
  return /^https?:/i.test(text) && URL.canParse(text) ? new URL(text).host : undefined;
}

/** Returns true for a name that only a machine or a network of the user's resolves: such a host is named one by one. */
export function isInnerHost(host: string): boolean {
  if (!URL.canParse(`http://${host}`)) return true;
  const name = hostnameOf(host);
  if (/^[\d.]+$|:/.test(name)) return !isPublicAddress(name);
  return !name.includes(".") || /\.(?:localhost|local|internal|lan|home|corp|intranet|test)$/.test(name);
}

/** The host without its port. */
export function hostnameOf(host: string): string {
  return new URL(`http://${host}`).hostname.replace(/^\[|\]$/g, "");
}

/** For a host, or for `HOST=ADDRESS`. */
export function hostNotAccepted(accepted: string): OperationError {
  const [host = "", address] = accepted.split("=");
  if (address !== undefined)
    return new OperationError(
      "SK508",
      `the lock of this project names the host \`${host}\`, which leads to \`${address}\` in this machine or its network`,
      { hint: `if you know this address, add \`--accept-host ${accepted}\`` },
    );
  return new OperationError(
    "SK508",
    `the lock of this project names the host \`${host}\`, which you have not accepted`,
    {
      hint: `if you know this host, add \`--accept-host ${host}\``,
    },
  );
}
