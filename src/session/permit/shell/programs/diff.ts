import type { Use } from "../program.ts";

export const diff: Use = {
  hidden: "none",
  operands: "read read",
  fed: true,
  options: {
    "-u -r -q -N -w -b -i -B -y -s -a -p -E -Z --unified --recursive --brief --new-file --side-by-side":
      "changes the output",
    "--ignore-all-space --ignore-space-change --ignore-blank-lines --ignore-case --strip-trailing-cr":
      "changes what is compared",
    "-U -C --context -W --width =number": "changes the output",
    "-x --exclude -I =text": "leaves files or lines out",
    "--color =text?": "changes the output",
  },
};
