import type { Use } from "../program.ts";

/** Prints tables. A query can read files through the tables that `sqlite3` adds. */
export const sqlite3: readonly Use[] = [
  { style: "words", operands: "read dotCommand", options: { "-readonly --readonly": "changes nothing" } },
  { needs: ["--version -version"], style: "words", options: { "--version -version": "prints the version" } },
];
