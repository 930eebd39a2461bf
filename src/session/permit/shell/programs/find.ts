import type { Use } from "../program.ts";

export const find: Use = {
  hidden: "none",
  style: "words",
  operands: "look...",
  implies: "look",
  options: {
    "-name -iname -path -ipath -wholename -regex -iregex -regextype -type -size -mtime -mmin -atime -ctime -perm -user -group =text":
      "chooses files",
    "-newer =look": "compares the time of a file",
    "-maxdepth -mindepth =number": "limits the search",
    "-printf =text": "prints names and times",
    "-print -print0 -ls -empty -prune -quit -depth -xdev -mount -readable -writable -executable -true -false -P":
      "prints or chooses files",
    "-o -or -a -and -not ! ( ) ,": "combines conditions",
  },
};
