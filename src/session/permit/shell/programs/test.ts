import type { Use } from "../program.ts";

/** `-eq` and its relatives calculate, and an array index in them can run a command. `-v` and `-R` do, too. */
export const test: Use = {
  hidden: "none",
  style: "words",
  operands: "look...",
  fed: true,
  options: {
    "-f -d -e -r -w -x -s -h -L -p -S -k -u -g -O -G -N -z -n": "looks at a file or a text",
    "-nt -ot -ef = == != < > ! -a -o ( ) ]": "compares",
  },
};
