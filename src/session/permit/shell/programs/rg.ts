import type { Use } from "../program.ts";

export const rg: Use = {
  hidden: "none",
  operands: "text visible...",
  implies: "visible",
  fed: true,
  options: {
    "-i -n -N -l -c -w -v -o -S -s -F -U -P -x -H -I -a -p -q --ignore-case --line-number --files-with-matches":
      "changes matching and printing",
    "--count --word-regexp --invert-match --only-matching --smart-case --case-sensitive --fixed-strings --multiline":
      "same",
    "--no-heading --heading --json --stats --trim --vimgrep --no-filename --with-filename --pcre2": "same",
    "--files drops text": "lists files",
    "-e --regexp =text drops text": "is the pattern",
    "-t --type -T --type-not =text": "leaves files out",
    "-A -B -C -m -d -M --after-context --before-context --context --max-count --max-depth --max-columns =number":
      "limits the output",
    "--color --sort -r --replace =text": "changes the output",
  },
};
