/**
 * The content-addressed store: `<store>/<digest>/`, read-only files, whole or not there. It is cache, offline mirror, the
 * place that rollback and differences come from, and the one that scripts run from. A name is never believed: what is
 * read is hashed again.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { Bundle, BundleFile } from "../model/bundle.ts";
import { INSTALL_LIMITS } from "../model/bundle.ts";
import { systemCode } from "../model/errors.ts";
import { isMap } from "../model/is-map.ts";
import type { Origin } from "../model/origin.ts";
import { nodeFiles } from "../platform/node-files.ts";
import { writeFileAtomically } from "../platform/write-file.ts";
import { moveTree, removeTree, writeTree } from "../platform/write-tree.ts";
import { isDigest } from "../trust/skills-lock.ts";
import { digestBundle } from "./digest-bundle.ts";
import { readDirectoryBundle } from "./read-directory.ts";

/** Where the files of a digest are, or would be. */
export function storedAt(store: string, digest: string): string {
  return `${store}/${digest.slice("sha256:".length)}`;
}

/** [Y1] Puts a bundle there unless it is there already; `temporary` is on the same disk. */
export function putBundle(store: string, bundle: Bundle, temporary: string, onFile?: () => void): string {
  const digest = digestBundle(bundle);
  const place = storedAt(store, digest);
  if (readStored(store, digest) !== undefined) return digest;
  // Damaged or half there by some accident: it is no loss.
  removeTree(place);
  removeTree(temporary);
  writeTree(temporary, bundle.files.map(readOnly), onFile);
  moveTree(temporary, place);
  return digest;
}

function readOnly({ path, bytes, executable }: BundleFile): { path: string; bytes: Uint8Array; mode: number } {
  return { path, bytes, mode: executable ? 0o555 : 0o444 };
}

/** The files of a digest, each byte checked; undefined where they are not there, or not what their name says. */
export function readStored(store: string, digest: string): Bundle | undefined {
  const place = storedAt(store, digest);
  if (!isDigest(digest) || !existsSync(place)) return undefined;
  const read = readDirectoryBundle(place, nodeFiles, INSTALL_LIMITS);
  return "bundle" in read && digestBundle(read.bundle) === digest ? read.bundle : undefined;
}

/** Under which name, and from where, a digest came here. */
export interface Arrival {
  readonly name: string;
  readonly origin: Origin;
}

/** Remembers where a stored bundle came from, so that the same source can be asked for without a network. */
export function noteArrival(store: string, digest: string, arrival: Arrival): void {
  const known = readArrivals(store, digest);
  const text = JSON.stringify(arrival);
  if (known.some((each) => JSON.stringify(each) === text)) return;
  const all = [...known, arrival].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  writeFileAtomically(`${storedAt(store, digest)}.json`, `${JSON.stringify(all, null, 2)}\n`);
}

export function readArrivals(store: string, digest: string): readonly Arrival[] {
  try {
    const list: unknown = JSON.parse(readFileSync(`${storedAt(store, digest)}.json`, "utf8"));
    return Array.isArray(list) ? list.filter(isArrival) : [];
  } catch (error) {
    if (!(error instanceof SyntaxError) && systemCode(error) === "") throw error;
    return [];
  }
}

function isArrival(value: unknown): value is Arrival {
  return (
    isMap(value) &&
    typeof value["name"] === "string" &&
    isMap(value["origin"]) &&
    typeof value["origin"]["source"] === "string"
  );
}

/** The digests in the store, sorted. */
export function listStored(store: string): readonly string[] {
  try {
    return readdirSync(store)
      .filter((name) => /^[0-9a-f]{64}$/.test(name))
      .sort()
      .map((name) => `sha256:${name}`);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return [];
    throw error;
  }
}

/** What an approval or a lock says of each file. */
export function fileList(bundle: Bundle): Readonly<Record<string, string>> {
  return Object.fromEntries(
    bundle.files.map((file) => [file.path, `${file.executable ? "755" : "644"} ${hash(file)}`]),
  );
}

function hash({ bytes }: BundleFile): string {
  const { createHash } = process.getBuiltinModule("node:crypto");
  return createHash("sha256").update(bytes).digest("hex");
}
