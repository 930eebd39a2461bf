/** Opens a file whose parts are read on demand. If the file is replaced meanwhile, the old bytes stay readable. */
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { systemError } from "./files.ts";

export interface OpenBytes {
  readonly size: number;
  /** Reads `length` bytes from `start`. Returns fewer bytes only at the end of the file. */
  read(start: number, length: number): Uint8Array;
  close(): void;
}

// Without O_NONBLOCK, opening a FIFO waits forever for a writer. Windows has neither O_NONBLOCK nor O_NOFOLLOW.
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** Closes a descriptor when its reader is garbage-collected, if no other code has closed it. */
const forgotten = new FinalizationRegistry<number>((descriptor) => closeSync(descriptor));

/**
 * Opens a regular file of the user that no other user can write to. Throws EPERM for any other owner or mode, EFBIG
 * beyond `maxBytes`, and EINVAL if the path is not a regular file.
 */
export function openFileOwnedByUser(path: string, maxBytes: number): OpenBytes {
  const descriptor = openSync(path, FLAGS);
  let isOpen = true;
  const close = (): void => {
    if (isOpen) closeSync(descriptor);
    isOpen = false;
    forgotten.unregister(bytes);
  };
  const bytes: OpenBytes = {
    size: 0,
    read(start, length) {
      const into = new Uint8Array(Math.max(0, Math.min(length, bytes.size - start)));
      let filled = 0;
      while (isOpen && filled < into.length) {
        const more = readSync(descriptor, into, filled, into.length - filled, start + filled);
        if (more === 0) break;
        filled += more;
      }
      return into.subarray(0, filled);
    },
    close,
  };
  forgotten.register(bytes, descriptor, bytes);
  try {
    const { size, mode, uid } = checkedStats(descriptor, path);
    const user = process.getuid?.() ?? uid;
    if (uid !== user || (process.platform !== "win32" && (mode & 0o022) !== 0)) throw systemError("EPERM", path);
    if (size > maxBytes) throw systemError("EFBIG", path);
    return Object.assign(bytes, { size });
  } catch (error) {
    close();
    throw error;
  }
}

function checkedStats(
  descriptor: number,
  path: string,
): { readonly size: number; readonly mode: number; readonly uid: number } {
  const stats = fstatSync(descriptor);
  if (!stats.isFile()) throw systemError("EINVAL", path);
  return stats;
}
