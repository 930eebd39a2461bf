import type { Use } from "../program.ts";

const COMPRESSION = { "-z -j -J -v -p -k -m --gzip --gunzip --bzip2 --xz --zstd --verbose": "compresses or prints" };

/** Creates and lists archives. Extracting asks, because no option proves which names an archive contains: a member can be a directory. */
export const tar: readonly Use[] = [
  {
    hidden: "none",
    bundled: true,
    operands: "text...",
    needs: ["-x --extract --get", "-C --directory"],
    brings: true,
    options: {
      ...COMPRESSION,
      "-x --extract --get": "extracts",
      "-f --file =read": "is the archive",
      "-C --directory =unpacked": "is the directory that the files are put into",
      "--strip-components =number": "removes leading directories",
      "--exclude =text": "leaves files out",
    },
  },
  {
    hidden: "none",
    bundled: true,
    operands: "read...",
    needs: ["-c --create"],
    options: {
      ...COMPRESSION,
      "-c --create": "creates an archive",
      "-f --file =write": "is the archive",
      "--exclude =text": "leaves files out",
    },
  },
  {
    hidden: "none",
    bundled: true,
    operands: "text...",
    needs: ["-t --list"],
    options: { ...COMPRESSION, "-t --list": "lists an archive", "-f --file =read": "is the archive" },
  },
];
