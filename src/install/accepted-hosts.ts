/**
 * The hosts that the user has accepted, either by typing a source or for a lock. A project's lock is untrusted, so it
 * cannot make the installer contact any other host. `HOST=ADDRESS` accepts a local or private address for a host. One
 * small file in the user's configuration directory stores the hosts.
 */

import { OperationError, systemCode } from "../model/errors.ts";
import { stringsIn } from "../model/schema.ts";
import { isInside } from "../model/text/is-inside.ts";
import { type Files, realPathIfAny } from "../platform/files/files.ts";
import type { ResolveName } from "../platform/network/permit-address.ts";
import { isPublicAddress } from "../platform/network/public-address.ts";
import { changeFiles } from "../platform/writing/change-files.ts";
import { formatFile, parseSchema, readStateText } from "../trust/locks/skills-lock.ts";
import type { StatePaths } from "../trust/locks/state-paths.ts";
import { PUBLIC_HOSTS, parseGitAddress } from "./fetch/git/git-address.ts";
import { parseOciAddress } from "./fetch/oci/oci-address.ts";
import { findSource } from "./fetch/sources.ts";

export interface HostOptions {
  /** Hosts that the user names for this call. */
  readonly acceptHosts?: readonly string[];
  /** `--yes`: accepts hosts of the public internet without a question. */
  readonly acceptPublicHosts?: boolean;
  /** Asks the user to accept a host. If `address` is set, the host resolves to this local or private address. */
  readonly askHost?: (host: string, address?: string) => Promise<boolean>;
}

const MAX_BYTES = 1024 * 1024;

export class AcceptedHosts {
  readonly #statePaths: StatePaths;
  readonly #files: Files;
  readonly #gitHost: string | undefined;
  readonly #options: HostOptions;
  readonly #resolve: ResolveName;
  readonly #typed = new Set<string>();
  readonly #pinned = new Map<string, readonly string[]>();
  readonly #fresh = new Set<string>();
  readonly #denied = new Set<string>();
  #known: ReadonlySet<string> | undefined;

  /** `resolve` must be the DNS lookup that the fetch uses. The check and the fetch then see the same addresses. */
  constructor(
    statePaths: StatePaths,
    files: Files,
    gitHost: string | undefined,
    options: HostOptions,
    resolve: ResolveName,
  ) {
    this.#statePaths = statePaths;
    this.#files = files;
    this.#gitHost = gitHost;
    this.#options = options;
    this.#resolve = resolve;
  }

  /** Accepts the host of a source, because the user typed the source. */
  async typed(text: string): Promise<void> {
    const host = await hostOfSource(text, this.#gitHost);
    if (host === undefined) return;
    this.#fresh.add(host);
    this.#typed.add(host);
  }

  /**
   * Throws SK508 if a project's file names a host that the user has not accepted. Also throws if the host has a local
   * or private address that the user has not named.
   */
  async permit(text: string, namer = "the lock of this project"): Promise<void> {
    const host = await hostOfSource(text, this.#gitHost);
    if (host === undefined) return;
    await this.#permitOne(host, namer, () => this.#accepts(host));
    for (const address of await this.#innerAddresses(host))
      await this.#permitOne(`${host}=${address}`, namer, () => this.#acceptsAddress(host, address));
  }

  /** Returns the checked addresses of a host from a lock; undefined for other hosts. */
  pinned(hostname: string): readonly string[] | undefined {
    return this.#pinned.get(hostname);
  }

  async #permitOne(accepted: string, namer: string, asks: () => Promise<boolean>): Promise<void> {
    if (this.#isKnown(accepted)) return;
    if (!this.#denied.has(accepted) && (await asks())) {
      this.#fresh.add(accepted);
      return;
    }
    this.#denied.add(accepted);
    throw hostNotAccepted(accepted, namer);
  }

  /**
   * Returns the local or private addresses of a host. A host with a private name returns none, because the user has
   * already named that host.
   */
  async #innerAddresses(host: string): Promise<readonly string[]> {
    if (isInnerHost(host)) return [];
    const hostname = hostnameOf(host);
    if (!this.#pinned.has(hostname)) this.#pinned.set(hostname, await this.#addressesOf(host, hostname));
    return (this.#pinned.get(hostname) ?? []).filter((address) => !isPublicAddress(address));
  }

  /**
   * Returns the addresses of a host. `--yes` does not accept a host name without an address, because the name can be an
   * alias in the user's ssh configuration.
   */
  async #addressesOf(host: string, hostname: string): Promise<readonly string[]> {
    try {
      return (await this.#resolve(hostname)).map(({ address }) => address);
    } catch (error) {
      if (systemCode(error) === "") throw error;
      if (this.#known?.has(host) || this.#typed.has(host) || this.#isNamed(host)) return [];
      throw new OperationError("SK621", `the server \`${host}\` cannot be found`, {
        hint: "check the address and the network",
      });
    }
  }

  /**
   * Saves the hosts that were accepted since the installer was opened, and the private addresses of the hosts that the
   * user typed.
   */
  async save(): Promise<void> {
    const known = this.#read();
    for (const host of this.#typed)
      if (!known.has(host))
        for (const address of await this.#innerAddresses(host)) this.#fresh.add(`${host}=${address}`);
    if ([...this.#fresh].every((host) => known.has(host))) return;
    const { hosts: path } = this.#statePaths;
    await changeFiles([path], (files) => {
      files.write(path, formatFile({ hosts: [...new Set([...this.#read(), ...this.#fresh])].sort() }));
    });
  }

  #isKnown(host: string): boolean {
    this.#known ??= this.#read();
    return this.#fresh.has(host) || this.#known.has(host);
  }

  async #accepts(host: string): Promise<boolean> {
    const { acceptPublicHosts = false, askHost } = this.#options;
    if (this.#isNamed(host)) return true;
    if (acceptPublicHosts && !isInnerHost(host)) return true;
    return (await askHost?.(host)) ?? false;
  }

  async #acceptsAddress(host: string, address: string): Promise<boolean> {
    return this.#isNamed(`${host}=${address}`) || ((await this.#options.askHost?.(host, address)) ?? false);
  }

  #isNamed(accepted: string): boolean {
    return (this.#options.acceptHosts ?? []).some((each) => each.toLowerCase() === accepted);
  }

  /** Reads the accepted hosts. Ignores the file if the project could have written it. */
  #read(): ReadonlySet<string> {
    const { hosts: path, projectRoot, home } = this.#statePaths;
    const real = realPathIfAny(path, this.#files);
    if (real === undefined || (isInside(real, projectRoot) && !isInside(home, projectRoot))) return new Set();
    const list = parseSchema(readStateText(path, this.#files, MAX_BYTES) ?? "", path)["hosts"];
    return new Set(stringsIn(list));
  }
}

// Finds the server of a source's text without any request.

/**
 * Returns the host and port in the text. Returns undefined for a text without a host: a directory, or a name on a
 * server that the user has configured. Throws an `OperationError` if no source accepts the text.
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

/**
 * Returns true for a name that only the user's machine or network resolves. The user must accept such a host by name.
 */
export function isInnerHost(host: string): boolean {
  if (!URL.canParse(`http://${host}`)) return true;
  const name = hostnameOf(host);
  if (/^[\d.]+$|:/.test(name)) return !isPublicAddress(name);
  return !name.includes(".") || /\.(?:localhost|local|internal|lan|home|corp|intranet|test)$/.test(name);
}

/** Returns the host without its port. */
function hostnameOf(host: string): string {
  return new URL(`http://${host}`).hostname.replace(/^\[|\]$/g, "");
}

/** Creates the error for a host or for `HOST=ADDRESS`. */
function hostNotAccepted(accepted: string, namer: string): OperationError {
  const [host = "", address] = accepted.split("=");
  if (address !== undefined)
    return new OperationError(
      "SK508",
      `${namer} names the host \`${host}\`, which resolves to \`${address}\` on this machine or in its network`,
      { hint: `if you know this address, add \`--accept-host ${accepted}\`` },
    );
  return new OperationError("SK508", `${namer} names the host \`${host}\`, which you have not accepted`, {
    hint: `if you know this host, add \`--accept-host ${host}\``,
  });
}
