import type { Finding } from "../../../model/rules/audit.ts";
import { finding } from "../finding.ts";
import type { AuditMaterial } from "../material.ts";

/** Finds paths that leave the directory, or that have a different meaning on some system. */
export function findUnsafePaths({ files }: AuditMaterial): Finding[] {
  return files.flatMap(({ path }) => {
    const what = wrongPath(path);
    return what === undefined ? [] : [finding("SK808", { message: `a file's path ${what}`, path, text: path })];
  });
}

// Matches names for which Windows opens a device, even with an extension.
const RESERVED = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/i;

function wrongPath(path: string): string | undefined {
  if (path === "" || path.startsWith("/")) return "is absolute";
  if (path.includes("\\") || /^[a-z]:/i.test(path)) return "leads to another place on Windows";
  for (const part of path.split("/")) {
    if (part === ".." || part === "." || part === "") return "does not stay in the directory";
    if (RESERVED.test(part)) return "is a device on Windows";
  }
  return undefined;
}

/** Finds paths that some file systems treat as the same. */
export function findCollidingPaths({ files }: AuditMaterial): Finding[] {
  const held = new Map<string, string>();
  const found: Finding[] = [];
  for (const { path } of files) {
    for (const name of withDirectories(path)) {
      const key = name.normalize("NFD").toLowerCase().toUpperCase().normalize("NFD");
      const other = held.get(key);
      if (other === undefined) held.set(key, name);
      else if (other !== name || name === path) {
        found.push(
          finding("SK807", { message: `\`${name}\` and \`${other}\` are the same file on some systems`, path }),
        );
        break;
      }
    }
  }
  return found;
}

function* withDirectories(path: string): Generator<string> {
  for (let slash = path.indexOf("/"); slash !== -1; slash = path.indexOf("/", slash + 1)) yield path.slice(0, slash);
  yield path;
}

/**
 * Finds files that a signature does not cover. `covered` contains the covered paths, and the path of the signature
 * itself.
 */
export function findUncoveredFiles({ files }: AuditMaterial, covered: ReadonlySet<string> | undefined): Finding[] {
  if (covered === undefined) return [];
  return files
    .filter(({ path }) => !covered.has(path))
    .map(({ path }) => finding("SK811", { message: "the signature does not cover this file", path }));
}
