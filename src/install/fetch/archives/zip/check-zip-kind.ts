import { BundleRefusal } from "../../../../trust/bundle/refusal.ts";
import { REPACK_ZIP_HINT, type ZipEntry } from "./zip-entry.ts";

const ENCRYPTED = 0x0041;
/** Accepted flags: compression level, sizes stored after the data, and UTF-8 names. */
const KNOWN_FLAGS = 0x0006 | 0x0008 | 0x0800;
const STORED = 0;
const DEFLATED = 8;

const TYPE_BITS = 0o170000;
const REGULAR = 0o100000;
const DIRECTORY = 0o040000;
const LINK = 0o120000;
const SPECIAL_BITS = 0o7000;
const DOS_DIRECTORY = 0x10;
const DOS_VOLUME = 0x08;

/**
 * Matches the version number that VMS adds to every name. Info-ZIP's unzip still removes this number, so such names are
 * rejected.
 */
const VERSION = /;[0-9]*$/;

/** Returns true for a directory and false for a plain file. Rejects everything else. */
export function checkZipKind(entry: ZipEntry): boolean {
  const { path, flags, method, mode, attributes, size, packedSize } = entry;
  const refuse = (code: "SK643" | "SK644", what: string, help = REPACK_ZIP_HINT): BundleRefusal =>
    new BundleRefusal(code, { entry: path, what, offset: entry.offset, help });
  if ((flags & ENCRYPTED) !== 0)
    throw refuse("SK643", "is encrypted", "it cannot be audited; ask for an archive without a password");
  if ((flags & ~KNOWN_FLAGS) !== 0) throw refuse("SK643", "uses an unsupported compression");
  if (method !== STORED && method !== DEFLATED)
    throw refuse("SK643", `is packed by the method ${method}, which is not supported`);
  if (VERSION.test(path)) throw refuse("SK644", "ends in `;` and a number, which some readers cut off");
  const directory = path.endsWith("/");
  const type = mode & TYPE_BITS;
  if (type !== 0 && type !== REGULAR && type !== DIRECTORY)
    throw refuse(
      "SK643",
      type === LINK ? "is a symbolic link" : "is a special file",
      "a skill has only plain files; replace it by a copy",
    );
  if ((type === DIRECTORY) !== directory && type !== 0) throw refuse("SK644", "is a file and a directory");
  if (((attributes & DOS_DIRECTORY) !== 0 && !directory) || (attributes & DOS_VOLUME) !== 0)
    throw refuse("SK644", "does not have the type that its attributes state");
  if (directory && (size !== 0 || packedSize !== 0)) throw refuse("SK644", "is a directory that contains data");
  if (!directory && (mode & SPECIAL_BITS) !== 0)
    throw refuse(
      "SK643",
      "would run with its owner's rights (setuid, setgid or sticky)",
      "take these bits away with `chmod`, and pack it again",
    );
  return directory;
}
