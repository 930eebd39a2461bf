/**
 * Reads the files and directories of a tar file, or rejects the file. All standard readers interpret an accepted file
 * in the same way.
 */
import type { BundleFile, InstallLimits } from "../../../../model/skills/bundle.ts";
import { BundleRefusal } from "../../../../trust/bundle/refusal.ts";
import { checkPaxAgreement, MAX_PAX_BYTES, type PaxRecords, readPax } from "./read-pax.ts";
import { BLOCK_BYTES, isAllZero, REPACK_TAR_HINT, readTarHeader, type TarHeader } from "./tar-header.ts";
import { isTarDirectory, isTarExecutable } from "./tar-kind.ts";
import { entryName, gnuLongName } from "./tar-name.ts";

export interface TarEntries {
  readonly files: readonly BundleFile[];
  readonly directories: readonly string[];
}

const AGAIN = "fetch it again; if the error remains, ask the publisher";

/** Returns the maximum size of a tar file, including headers, PAX headers, padding and the last record. */
export function maxTarBytes(limits: InstallLimits): number {
  return limits.maxBytes + limits.maxFiles * 8 * BLOCK_BYTES + 1024 * 1024;
}

export function readTar(tar: Uint8Array, limits: InstallLimits): TarEntries {
  if (!looksLikeTar(tar))
    throw new BundleRefusal("SK646", { what: "the content is not a tar archive", help: REPACK_TAR_HINT });
  const files: BundleFile[] = [];
  const directories: string[] = [];
  let before: Before = {};
  for (let at = 0; !isEnd(tar, at); ) {
    const header = readTarHeader(tar, at, before.name !== undefined);
    const content = contentOf(tar, header);
    at += BLOCK_BYTES + Math.ceil(header.size / BLOCK_BYTES) * BLOCK_BYTES;
    if (isAboutNext(header)) {
      before = withMore(before, header, content, limits);
      continue;
    }
    checkPaxAgreement(header, before.pax ?? new Map());
    const entry = { ...header, path: entryName(header, before.name) };
    before = {};
    if (isTarDirectory(entry)) directories.push(...directoryNames(entry.path));
    else files.push({ path: withoutDots(entry.path), bytes: content, executable: isTarExecutable(entry) });
    stopAtLimit(files.length, directories.length, header, limits);
  }
  if (before.header !== undefined) throw unexpected(before.header, "describes an entry that is missing");
  return { files, directories };
}

/** The extension headers that precede an entry. */
interface Before {
  readonly pax?: PaxRecords;
  /** The full name from a preceding GNU entry. */
  readonly name?: string;
  /** The last extension header before the entry. */
  readonly header?: TarHeader;
}

function isAboutNext({ type }: TarHeader): boolean {
  return type === "x" || type === "g" || type === "L";
}

/**
 * Adds an extension header. Rejects a second header of the same kind, because readers disagree on which of the two
 * headers applies.
 */
function withMore(before: Before, header: TarHeader, content: Uint8Array, limits: InstallLimits): Before {
  if (header.type === "L") {
    if (before.name !== undefined) throw unexpected(header, "gives an entry a second name");
    return { ...before, name: gnuLongName(header, content, limits.maxPathBytes), header };
  }
  if (before.pax !== undefined) throw unexpected(header, "gives an entry a second PAX header");
  const records = paxOf(header, content);
  if (header.type === "g") return { ...before, header };
  const path = records.get("path");
  if (path !== undefined && before.name !== undefined) throw unexpected(header, "gives an entry a second name");
  return { ...before, pax: records, header, ...(path === undefined ? {} : { name: path }) };
}

/**
 * Returns true for a tar file. Data that is empty or too short also passes this test, because other checks report it.
 */
function looksLikeTar(tar: Uint8Array): boolean {
  return (
    tar.length < BLOCK_BYTES || isAllZero(tar, 0, BLOCK_BYTES) || Buffer.from(tar.subarray(257, 262)).equals(USTAR)
  );
}

const USTAR = Buffer.from("ustar");

/** Returns true at the two empty blocks that end a tar file. Only empty blocks may follow. */
function isEnd(tar: Uint8Array, at: number): boolean {
  if (at + BLOCK_BYTES > tar.length)
    throw new BundleRefusal("SK645", { what: "the archive is cut off", offset: at, help: AGAIN });
  if (!isAllZero(tar, at, BLOCK_BYTES)) return false;
  if (at + 2 * BLOCK_BYTES > tar.length || tar.length % BLOCK_BYTES !== 0)
    throw new BundleRefusal("SK645", { what: "the archive is cut off", offset: tar.length, help: AGAIN });
  if (!isAllZero(tar, at, tar.length - at))
    throw new BundleRefusal("SK644", {
      what: "data follows the end of the archive",
      offset: at,
      help: REPACK_TAR_HINT,
    });
  return true;
}

function contentOf(tar: Uint8Array, { path: entry, size, offset }: TarHeader): Uint8Array {
  const start = offset + BLOCK_BYTES;
  if (start + size > tar.length) throw new BundleRefusal("SK645", { entry, what: "is cut off", offset, help: AGAIN });
  return tar.subarray(start, start + size);
}

function paxOf(header: TarHeader, content: Uint8Array): PaxRecords {
  if (content.length > MAX_PAX_BYTES) throw unexpected(header, `is a PAX header of more than ${MAX_PAX_BYTES} bytes`);
  const records = readPax(content, header.offset + BLOCK_BYTES);
  // Git writes the commit as a comment. Any other global record is rejected, because it would silently affect all later
  // entries.
  if (header.type === "g" && [...records.keys()].some((key) => key !== "comment"))
    throw unexpected(header, "is a global PAX header that would change every entry");
  return records;
}

function unexpected({ path: entry, offset }: TarHeader, what: string): BundleRefusal {
  return new BundleRefusal("SK644", { entry, what, offset, help: REPACK_TAR_HINT });
}

/** Removes `./` from paths. `tar -C skill .` writes it at the start, and some packages have it in the middle. */
function withoutDots(path: string): string {
  return path.replace(/(^|\/)(?:\.\/)+/g, "$1");
}

/** Returns the name of a directory entry as a list. The list is empty for the packed directory itself. */
function directoryNames(path: string): string[] {
  const name = withoutDots(path.endsWith("/") ? path : `${path}/`).slice(0, -1);
  return name === "" && path.startsWith(".") ? [] : [name];
}

function stopAtLimit(files: number, directories: number, { offset }: TarHeader, limits: InstallLimits): void {
  if (files <= limits.maxFiles && directories <= limits.maxFiles) return;
  throw new BundleRefusal("SK642", {
    what: `there are more than ${limits.maxFiles} files or directories`,
    offset,
    help: "a skill is a small directory; keep data and dependencies elsewhere",
  });
}
