/**
 * Handles names that are too long for a tar header. A GNU entry or a PAX header before the entry has the full name, and
 * the entry has only its start. Any other combination would give the entry two names and is rejected.
 */
import { BundleRefusal } from "../../../../trust/bundle/refusal.ts";
import { REPACK_TAR_HINT, type TarHeader } from "./tar-header.ts";

/** Bytes of a name in the header. */
const NAME_BYTES = 100;
// Minimum bytes of a cut name. A cut name can be shorter than its field: some writers end the name with a NUL, and
// others do not cut within a character.
const MIN_BEGINNING_BYTES = NAME_BYTES - 3;
/** Matches the name that git gives an entry whose real name is too long. */
const GIT_NAME = /^[0-9a-f]{40}(?:[0-9a-f]{24})?\.data$/;

/**
 * Returns the checked name of an entry. `long` is the name from a preceding GNU entry or PAX header. Without `long`,
 * the header's name is used.
 */
export function entryName({ path, name, offset }: TarHeader, long: string | undefined): string {
  if (long === undefined || long === path) return path;
  const whole = Buffer.from(long);
  const isBeginning = name.length >= MIN_BEGINNING_BYTES && name.length < whole.length && whole.indexOf(name) === 0;
  if (whole.length > NAME_BYTES && (isBeginning || GIT_NAME.test(path))) return long;
  throw new BundleRefusal("SK644", {
    entry: path,
    what: "has another name in its long-name header",
    offset,
    help: REPACK_TAR_HINT,
  });
}

const GNU_NAME = "././@LongLink";
const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Reads the content of a GNU entry for a long name. It must be one name and one NUL. */
export function gnuLongName({ path, offset }: TarHeader, content: Uint8Array, maxBytes: number): string {
  const refuse = (what: string): BundleRefusal =>
    new BundleRefusal("SK644", { entry: path, what, offset, help: REPACK_TAR_HINT });
  if (path !== GNU_NAME) throw refuse("is a long-name entry with an unexpected name");
  if (content.length > maxBytes + 1)
    throw new BundleRefusal("SK642", {
      what: `a path is longer than ${maxBytes} bytes`,
      offset,
      help: "shorten the path in the original skill; a skill is a small directory",
    });
  if (content.indexOf(0) !== content.length - 1) throw refuse("is a long-name entry without the proper end");
  try {
    return UTF8.decode(content.subarray(0, -1));
  } catch {
    throw new BundleRefusal("SK640", { what: "a name is not UTF-8", offset, help: REPACK_TAR_HINT });
  }
}
