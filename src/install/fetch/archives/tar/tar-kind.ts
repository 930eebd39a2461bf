import { BundleRefusal } from "../../../../trust/bundle/refusal.ts";
import { REPACK_TAR_HINT, type TarHeader } from "./tar-header.ts";

const KINDS: Readonly<Record<string, string>> = {
  "1": "is a hard link",
  "2": "is a symbolic link",
  "3": "is a device",
  "4": "is a device",
  "6": "is a FIFO",
  K: "is a GNU entry for a long link target",
  S: "is a sparse file",
};

const REGULAR = 0o100000;
const DIRECTORY = 0o040000;
const TYPE_BITS = 0o170000;
const SPECIAL_BITS = 0o7000;

/**
 * Returns true for a directory and false for a file. Rejects all other kinds of entries, because a skill has only
 * directories and files.
 */
export function isTarDirectory({ path: entry, type, size, mode, offset }: TarHeader): boolean {
  if (type !== "0" && type !== "5") {
    const what = KINDS[type] ?? `is of the unknown type \`${JSON.stringify(type).slice(1, -1)}\``;
    throw new BundleRefusal("SK643", {
      entry,
      what,
      offset,
      help: "a skill has only plain files; replace it by a copy",
    });
  }
  const wanted = type === "5" ? DIRECTORY : REGULAR;
  const kind = mode & TYPE_BITS;
  if ((kind !== 0 && kind !== wanted) || (type === "5" && size > 0))
    throw new BundleRefusal("SK644", {
      entry,
      what: "does not have the type that its header states",
      offset,
      help: REPACK_TAR_HINT,
    });
  return type === "5";
}

/** Returns true for an executable file. It must be called only for files, because modes of directories are ignored. */
export function isTarExecutable({ path: entry, mode, offset }: TarHeader): boolean {
  if ((mode & SPECIAL_BITS) !== 0)
    throw new BundleRefusal("SK643", {
      entry,
      what: "would run with its owner's rights (setuid, setgid or sticky)",
      offset,
      help: "take these bits away with `chmod`, and pack it again",
    });
  return (mode & 0o100) !== 0;
}
