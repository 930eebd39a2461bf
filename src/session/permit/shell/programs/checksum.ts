import type { Use } from "../program.ts";

/** `sha256sum` and its relatives. With `-c` they would read the files that another file names. */
export const checksum: Use = {
  hidden: "none",
  operands: "read...",
  fed: true,
  options: { "-b -t -z --tag --binary --text": "changes the output" },
};
