import { readlinkSync, statfsSync, watch } from "node:fs";
import type { Watcher } from "./watcher.ts";

/** Uses one `fs.watch` for each directory: the recursive one misses files that are saved by a rename. */
export function nodeWatcher({ persistent }: { readonly persistent: boolean }): Watcher {
  return {
    watch(directory, listener) {
      const watcher = watch(directory, { persistent }, (event, name) =>
        // A name that is not UTF-8 cannot be identified.
        listener.hint(
          event === "rename" ? "entry" : "content",
          name?.includes("\ufffd") ? undefined : (name ?? undefined),
        ),
      );
      watcher.on("error", () => listener.failed());
      return watcher;
    },
    isRemote: (directory) => REMOTE.has(statfsSync(directory).type >>> 0),
    readLink: (path) => readlinkSync(path),
  };
}

/** File system types of Linux's `statfs`: NFS, SMB, CIFS, SMB 2, 9P, FUSE, AFS, Coda, VirtualBox, Ceph. */
const REMOTE = new Set([
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x01021997, 0x65735546, 0x5346414f, 0x73757245, 0x786f4256, 0x00c36400,
]);
