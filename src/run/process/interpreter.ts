/** Finds the interpreter of a script. The script's first line names it; otherwise its file name decides. */
import { baseName } from "../../model/text/text.ts";

export interface Interpreter {
  readonly program: string;
  /** Arguments of the interpreter before the script's path. */
  readonly args: readonly string[];
}

/** Known interpreters. A script's first line may name any program, so all other programs are refused. */
const KNOWN: ReadonlySet<string> = new Set([
  ...["sh", "bash", "dash", "zsh", "ksh"],
  ...["python", "python3", "node", "deno", "bun", "tsx", "ruby", "perl", "php", "lua", "Rscript", "julia", "awk", "jq"],
  ...["pwsh", "powershell"],
]);

const BY_EXTENSION: ReadonlyMap<string, Interpreter> = new Map([
  ["sh", { program: "sh", args: [] }],
  ["bash", { program: "bash", args: [] }],
  ["zsh", { program: "zsh", args: [] }],
  ["py", { program: "python3", args: [] }],
  ["js", { program: "node", args: [] }],
  ["cjs", { program: "node", args: [] }],
  ["mjs", { program: "node", args: [] }],
  ["rb", { program: "ruby", args: [] }],
  ["pl", { program: "perl", args: [] }],
  ["php", { program: "php", args: [] }],
  ["lua", { program: "lua", args: [] }],
  ["r", { program: "Rscript", args: [] }],
  ["jl", { program: "julia", args: [] }],
  ["ps1", { program: "pwsh", args: ["-NoProfile", "-NonInteractive", "-File"] }],
]);

/** Maximum bytes of a script's first line. Operating systems read fewer bytes. */
export const MAX_FIRST_LINE = 512;

/** Returns the interpreter of a script, or why it cannot be determined. `head` is the beginning of the script. */
export function interpreterOf(path: string, head: Uint8Array): Interpreter | { readonly problem: string } {
  const first = Buffer.from(head.subarray(0, MAX_FIRST_LINE)).toString("utf8").split("\n", 1)[0] ?? "";
  if (first.startsWith("#!")) return declared(first.slice(2));
  const name = baseName(path);
  const extension = name.includes(".") ? name.slice(name.lastIndexOf(".") + 1).toLowerCase() : "";
  return BY_EXTENSION.get(extension) ?? { problem: "neither its first line nor its name names an interpreter" };
}

/**
 * Parses the first line of a script, such as `/usr/bin/env -S python3 -u` or `/bin/sh -e`. Only the program's name is
 * used. The program is then searched on the PATH.
 */
function declared(line: string): Interpreter | { readonly problem: string } {
  const [named = "", ...rest] = line.trim().split(/\s+/);
  const words = baseName(named) === "env" ? withoutEnv(rest) : [named, ...rest];
  const [program = "", ...args] = words;
  const name = baseName(program);
  if (KNOWN.has(name) || KNOWN.has(name.replace(/(?<![\d.])[\d.]+$/, ""))) return { program: name, args };
  return { problem: `its first line names \`${program.slice(0, 100)}\`, which is not a known interpreter` };
}

/** Removes the options of `env`, and the variables that `env` would set. */
function withoutEnv(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word) => !word.startsWith("-") && !word.includes("="));
  return at === -1 ? [] : words.slice(at);
}
