/** Names of files and directories that control which skills exist, what agents may do, and which programs run by themselves. */
import { foldCase } from "../text/text.ts";
import data from "./protected-names.json" with { type: "json" };

/** Names that are protected in every directory, whether the files exist or not. */
export const PROTECTED_NAMES: readonly string[] = Object.values(data.lists).flatMap((names) => names.split(" "));

const NAMES: readonly (readonly string[])[] = PROTECTED_NAMES.map((name) => foldCase(name).split("/"));
const FIRST: ReadonlySet<string> = new Set(NAMES.map(([name]) => name as string));

/**
 * Returns true if a part of a path below `root` is a protected name. For a path outside of `root`, every part is
 * checked. A copy such as `.mcp.json.gz` also matches, because unpacking it writes the protected file.
 */
export function hasProtectedName(path: string, root: string): boolean {
  const inner = path === root || path.startsWith(`${root}/`) ? path.slice(root.length) : path;
  // A fast exit for most paths: every protected name contains a dot, and every Windows short name contains a tilde.
  if (!/[.~]/.test(inner)) return false;
  const names = foldCase(inner.replace(IGNORED, "")).split(/[/\\]/).map(asOpened);
  return names.some((_, at) => {
    const here = names.slice(at, at + MAX_PARTS).map(unpacked);
    return FIRST.has(here[0] as string) && NAMES.some((wanted) => isAt(wanted, here));
  });
}

/** The number of path segments in the longest protected name. */
const MAX_PARTS = Math.max(...NAMES.map(({ length }) => length));

function unpacked(name: string): string {
  return FIRST.has(name) ? name : name.replace(/\.(?:gz|bz2|xz|zst|zip|tar|tgz|lz4|bak|orig)$/, "");
}

/** Characters that HFS+ ignores in names. */
const IGNORED = /\p{Default_Ignorable_Code_Point}/gu;

/** Returns the file name that NTFS opens: without a stream and without trailing dots and spaces. */
function asOpened(name: string): string {
  if (!/[:~. ]/.test(name.slice(1))) return name;
  const plain = name.replace(/:.*$/s, "").replace(/(?<=[^. ])[. ]+$/, "");
  return SHORT.get(SHORT_NAME.exec(plain)?.[1] ?? "") ?? plain;
}

/**
 * Matches Windows short names. Windows gives long names a second name: `git~1` is `.git`, and `skillw~1` is
 * `.skillwright`.
 */
const SHORT_NAME = /^([^~.]{1,6})~\d{1,3}(?:\.\w{1,3})?$/;
const SHORT: ReadonlyMap<string, string> = new Map(
  NAMES.map(([name = ""]) => [name.replace(/^\./, "").replace(/\..*$/, "").slice(0, 6), name]),
);

function isAt(wanted: readonly string[], names: readonly string[]): boolean {
  return wanted.every((name, at) => names[at] === name);
}

const MENTIONED = new RegExp(
  `(?<![\\w.-])(?:${PROTECTED_NAMES.map((name) => name.replaceAll(".", "\\.")).join("|")}|(?:${[...SHORT.keys()].join("|")})~\\d)(?![\\w-])`,
  "i",
);

/** Returns true if a text that cannot be parsed contains a protected name. */
export function mentionsProtectedName(text: string): boolean {
  return MENTIONED.test(text);
}
