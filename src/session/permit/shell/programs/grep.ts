import type { Use } from "../program.ts";

const MATCHING = {
  "-i -v -n -c -l -L -H -h -o -w -x -E -F -G -P -q -s -a -z -Z -b -T -U":
    "changes which lines match and how they are printed",
  "--ignore-case --invert-match --line-number --count --files-with-matches --files-without-match --with-filename":
    "same",
  "--no-filename --only-matching --word-regexp --line-regexp --extended-regexp --fixed-strings --perl-regexp --quiet":
    "same",
  "--no-messages --text --null": "same",
  "-A -B -C -m --after-context --before-context --context --max-count =number": "limits what is printed",
  "-e --regexp =text drops text": "is the pattern",
  "--include --exclude --exclude-dir =text": "leaves files out",
  "--color --colour =text?": "changes the output",
  "-NUM": "prints lines around a match",
};

export const grep: readonly Use[] = [
  { hidden: "none", operands: "text read...", fed: true, options: MATCHING },
  {
    hidden: "none",
    operands: "text read...",
    implies: "read",
    needs: ["-r --recursive"],
    options: { ...MATCHING, "-r --recursive": "reads the files below a directory; unlike `-R` it follows no links" },
  },
];
