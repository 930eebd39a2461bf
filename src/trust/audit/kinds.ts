/** Detects the kind of a file by its name and its first bytes. */
import { baseName } from "../../model/text/text.ts";

/**
 * The role of a file. `skill` is a SKILL.md, `instructions` is other prose, `script` is code, and `data` is any other
 * file.
 */
export type FileRole = "skill" | "instructions" | "script" | "data";

const LANGUAGES: Readonly<Record<string, string>> = {
  sh: "shell",
  bash: "shell",
  zsh: "shell",
  fish: "shell",
  command: "shell",
  ps1: "powershell",
  psm1: "powershell",
  bat: "batch",
  cmd: "batch",
  vbs: "vbscript",
  applescript: "applescript",
  scpt: "applescript",
  py: "python",
  pyw: "python",
  js: "javascript",
  mjs: "javascript",
  cjs: "javascript",
  jsx: "javascript",
  ts: "typescript",
  mts: "typescript",
  cts: "typescript",
  tsx: "typescript",
  rb: "ruby",
  pl: "perl",
  php: "php",
  lua: "lua",
  go: "go",
  rs: "rust",
  java: "java",
  kt: "kotlin",
  swift: "swift",
  c: "c",
  cpp: "c++",
  cs: "c#",
  r: "r",
  jl: "julia",
  ex: "elixir",
  exs: "elixir",
  awk: "awk",
  sql: "sql",
};

const INTERPRETERS: readonly (readonly [RegExp, string])[] = [
  [/\bpython/, "python"],
  [/\b(?:node|bun|deno)\b/, "javascript"],
  [/\b(?:ts-node|tsx)\b/, "typescript"],
  [/\bruby\b/, "ruby"],
  [/\bperl\b/, "perl"],
  [/\bphp\b/, "php"],
  [/\b(?:pwsh|powershell)\b/, "powershell"],
  [/\bosascript\b/, "applescript"],
  [/\bRscript\b/, "r"],
  [/sh\b/, "shell"],
];

const PROSE: ReadonlySet<string> = new Set(["md", "mdx", "markdown", "txt", "rst", "adoc", "org", "html", "htm", ""]);
const NAMED_SCRIPTS: Readonly<Record<string, string>> = { makefile: "make", dockerfile: "docker", justfile: "make" };

export function extensionOf(path: string): string {
  const name = baseName(path);
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? "" : name.slice(dot + 1).toLowerCase();
}

export function roleOf(path: string, text: string): FileRole {
  if (path.toLowerCase() === "skill.md") return "skill";
  if (languageOf(path, text) !== "") return "script";
  return PROSE.has(extensionOf(path)) && !baseName(path).startsWith(".") ? "instructions" : "data";
}

/** Returns the language of a script. Returns "" if the file is not a script. */
export function languageOf(path: string, text: string): string {
  const extension = extensionOf(path);
  const named = Object.hasOwn(LANGUAGES, extension) ? LANGUAGES[extension] : undefined;
  if (named !== undefined) return named;
  const name = baseName(path).toLowerCase();
  if (Object.hasOwn(NAMED_SCRIPTS, name)) return NAMED_SCRIPTS[name] as string;
  if (!text.startsWith("#!")) return "";
  const line = text.slice(2, 120).split("\n", 1)[0] as string;
  return INTERPRETERS.find(([pattern]) => pattern.test(line))?.[1] ?? "other";
}

/**
 * Number of bytes to check at the start of a file. Images, fonts and similar files have bytes that are not text within
 * this range.
 */
const SNIFFED = 8192;

export function isText(path: string, bytes: Uint8Array): boolean {
  // A skill file is always treated as text. If it contains NULs, that is a finding and not a reason to skip the file.
  if (path.toLowerCase() === "skill.md") return true;
  return !bytes.subarray(0, SNIFFED).includes(0);
}
