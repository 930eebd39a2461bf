/**
 * The hosts that the user has accepted: typed in a source, or accepted for a lock. A project's lock is a stranger's file, so
 * no other host is contacted because of it. One small file in the user's own configuration directory.
 */
import { type Files, realPathIfAny } from "../platform/files/files.ts";
import { changeFiles } from "../platform/writing/change-files.ts";
import type { Places } from "../trust/approvals/places.ts";
import { formatFile, parseSchema, readText } from "../trust/approvals/skills-lock.ts";
import { isWithin } from "../trust/approvals/trust-store.ts";

export interface HostOptions {
  /** Hosts that the user names in this call. */
  readonly acceptHosts?: readonly string[];
  /** `--yes`: hosts of the public internet are accepted without a question. */
  readonly acceptPublicHosts?: boolean;
  /** Asks a person. */
  readonly askHost?: (host: string) => Promise<boolean>;
}

const MAX_BYTES = 1024 * 1024;

export class AcceptedHosts {
  readonly #places: Places;
  readonly #files: Files;
  readonly #gitHost: string | undefined;
  readonly #options: HostOptions;
  readonly #fresh = new Set<string>();
  readonly #denied = new Set<string>();
  #known: ReadonlySet<string> | undefined;

  constructor(places: Places, files: Files, gitHost: string | undefined, options: HostOptions) {
    this.#places = places;
    this.#files = files;
    this.#gitHost = gitHost;
    this.#options = options;
  }

  /** The user typed this source. */
  async typed(text: string): Promise<void> {
    const { hostOfSource } = await import("./fetch/source-host.ts");
    const host = await hostOfSource(text, this.#gitHost);
    if (host !== undefined) this.#fresh.add(host);
  }

  /** [Y27] Throws SK508 if a project's lock leads to a host that the user has not accepted. */
  async permit(text: string): Promise<void> {
    const { hostOfSource, hostNotAccepted } = await import("./fetch/source-host.ts");
    const host = await hostOfSource(text, this.#gitHost);
    if (host === undefined || this.#isKnown(host)) return;
    if (!this.#denied.has(host) && (await this.#accepts(host))) {
      this.#fresh.add(host);
      return;
    }
    this.#denied.add(host);
    throw hostNotAccepted(host);
  }

  /** Writes down the hosts that were accepted since the installer was opened. */
  async save(): Promise<void> {
    const known = this.#read();
    if ([...this.#fresh].every((host) => known.has(host))) return;
    const { hosts: path } = this.#places;
    await changeFiles([path], (files) => {
      files.write(path, formatFile({ hosts: [...new Set([...this.#read(), ...this.#fresh])].sort() }));
    });
  }

  #isKnown(host: string): boolean {
    this.#known ??= this.#read();
    return this.#fresh.has(host) || this.#known.has(host);
  }

  async #accepts(host: string): Promise<boolean> {
    const { acceptHosts = [], acceptPublicHosts = false, askHost } = this.#options;
    if (acceptHosts.some((each) => each.toLowerCase() === host)) return true;
    const { isInnerHost } = await import("./fetch/source-host.ts");
    if (acceptPublicHosts && !isInnerHost(host)) return true;
    return (await askHost?.(host)) ?? false;
  }

  /** A file that the project could have written accepts nothing. */
  #read(): ReadonlySet<string> {
    const { hosts: path, projectRoot, home } = this.#places;
    const real = realPathIfAny(path, this.#files);
    if (real === undefined || (isWithin(real, projectRoot) && !isWithin(home, projectRoot))) return new Set();
    const list = parseSchema(readText(path, this.#files, MAX_BYTES) ?? "", path)["hosts"];
    return new Set((Array.isArray(list) ? list : []).filter((each) => typeof each === "string"));
  }
}
