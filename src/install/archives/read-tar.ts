/** A tar file → its files and directories, or a refusal. Two readers that obey the standard could not disagree on it. */
import type { BundleFile, InstallLimits } from "../../model/bundle.ts";
import { Refusal } from "../refusal.ts";
import { agreeWithPax, MAX_PAX_BYTES, type PaxRecords, readPax } from "./read-pax.ts";
import { BLOCK_BYTES, isZero, REPACK, readTarHeader, type TarHeader } from "./tar-header.ts";
import { isTarDirectory, isTarExecutable } from "./tar-kind.ts";

export interface Entries {
  readonly files: readonly BundleFile[];
  readonly directories: readonly string[];
}

const AGAIN = "fetch it again; if it stays so, ask whoever published it";

/** What a tar file of so many bytes may need around them: headers, PAX headers, padding, and the last record. */
export function maxTarBytes(limits: InstallLimits): number {
  return limits.maxBytes + limits.maxFiles * 8 * BLOCK_BYTES + 1024 * 1024;
}

/** [Z5] [Z6] [Z7] */
export function readTar(tar: Uint8Array, limits: InstallLimits): Entries {
  if (!looksLikeTar(tar)) throw new Refusal("SK646", { what: "what is inside is no tar archive", help: REPACK });
  const files: BundleFile[] = [];
  const directories: string[] = [];
  let pax: PaxRecords | undefined;
  let waiting: TarHeader | undefined;
  for (let at = 0; !isEnd(tar, at); ) {
    const header = readTarHeader(tar, at);
    const content = contentOf(tar, header);
    at += BLOCK_BYTES + Math.ceil(header.size / BLOCK_BYTES) * BLOCK_BYTES;
    if (header.type === "x" || header.type === "g") {
      if (pax !== undefined) throw unexpected(header, "is a second PAX header for one entry");
      waiting = header;
      const records = paxOf(header, content);
      if (header.type === "x") pax = records;
      continue;
    }
    agreeWithPax(header, pax ?? new Map());
    waiting = pax = undefined;
    if (isTarDirectory(header, content)) directories.push(...directoryNames(header.path));
    else files.push({ path: withoutDots(header.path), bytes: content, executable: isTarExecutable(header) });
    stopAtLimit(files.length, directories.length, header, limits);
  }
  if (waiting !== undefined) throw unexpected(waiting, "is a PAX header that is followed by nothing");
  return { files, directories };
}

/** Or is too short, or empty, to tell. */
function looksLikeTar(tar: Uint8Array): boolean {
  return tar.length < BLOCK_BYTES || isZero(tar, 0, BLOCK_BYTES) || Buffer.from(tar.subarray(257, 262)).equals(USTAR);
}

const USTAR = Buffer.from("ustar");

/** [Z5] Two empty blocks end a tar file, and nothing but empty blocks may follow them. */
function isEnd(tar: Uint8Array, at: number): boolean {
  if (at + BLOCK_BYTES > tar.length)
    throw new Refusal("SK645", { what: "the archive is cut off", offset: at, help: AGAIN });
  if (!isZero(tar, at, BLOCK_BYTES)) return false;
  if (at + 2 * BLOCK_BYTES > tar.length || tar.length % BLOCK_BYTES !== 0)
    throw new Refusal("SK645", { what: "the archive is cut off", offset: tar.length, help: AGAIN });
  if (!isZero(tar, at, tar.length - at))
    throw new Refusal("SK644", { what: "data follows the end of the archive", offset: at, help: REPACK });
  return true;
}

function contentOf(tar: Uint8Array, { path: entry, size, offset }: TarHeader): Uint8Array {
  const start = offset + BLOCK_BYTES;
  if (start + size > tar.length) throw new Refusal("SK645", { entry, what: "is cut off", offset, help: AGAIN });
  return tar.subarray(start, start + size);
}

function paxOf(header: TarHeader, content: Uint8Array): PaxRecords {
  if (content.length > MAX_PAX_BYTES) throw unexpected(header, `is a PAX header of more than ${MAX_PAX_BYTES} bytes`);
  const records = readPax(content, header.offset + BLOCK_BYTES);
  // A commit, as git writes it. Anything else would hold for entries that do not show it.
  if (header.type === "g" && [...records.keys()].some((key) => key !== "comment"))
    throw unexpected(header, "is a PAX header that changes every entry");
  return records;
}

function unexpected({ path: entry, offset }: TarHeader, what: string): Refusal {
  return new Refusal("SK644", { entry, what, offset, help: REPACK });
}

/** `tar -C skill .` begins every path with `./`, and some packages have it in the middle; it means nothing anywhere. */
function withoutDots(path: string): string {
  return path.replace(/(^|\/)(?:\.\/)+/g, "$1");
}

/** The directory itself may be named; it has no name inside. */
function directoryNames(path: string): string[] {
  const name = withoutDots(path.endsWith("/") ? path : `${path}/`).slice(0, -1);
  return name === "" && path.startsWith(".") ? [] : [name];
}

function stopAtLimit(files: number, directories: number, { offset }: TarHeader, limits: InstallLimits): void {
  if (files <= limits.maxFiles && directories <= limits.maxFiles) return;
  throw new Refusal("SK642", {
    what: `there are more than ${limits.maxFiles} files or directories`,
    offset,
    help: "a skill is a small directory; keep data and dependencies elsewhere",
  });
}
