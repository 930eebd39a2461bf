/**
 * A scanner for known skill files. Like `scan`, it passes each file on with its head in the buffer, but it searches
 * no directory.
 */
import type { TreeSkill } from "../../install/fetch/find-skills.ts";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { systemCode } from "../../model/errors.ts";
import { isInside } from "../../model/text/is-inside.ts";
import { baseName } from "../../model/text/text.ts";
import type { Files } from "../../platform/files/files.ts";
import { leavesRootFinding } from "./findings.ts";
import type { FileProblem, FoundFile, ScanOptions } from "./found-file.ts";
import type { Scanner } from "./scan.ts";

/** A skill file with absolute paths. */
export interface KnownFile extends Pick<TreeSkill, "path" | "directory" | "kind"> {
  /** The root that contains the file. */
  readonly root: string;
}

/**
 * Returns a scanner for the `known` files. A symlink to a known file or to one of `others` is treated as that file. Any
 * other symlink is reported with its target.
 */
export function scanKnown(known: readonly KnownFile[], others: readonly string[] = []): Scanner {
  const places = new Set([...known.filter(({ kind }) => kind === "file").map(({ path }) => path), ...others]);
  return (roots, options) => {
    const diagnostics: Diagnostic[] = [];
    const byPath = new Map(roots.map((root) => [root.path, root]));
    for (const { path, directory, kind, root: top } of known) {
      const root = byPath.get(top);
      if (root === undefined) continue;
      const { realPath, ...found } = kind === "link" ? follow(path, options.files) : readHead(path, kind, options);
      if (realPath !== undefined && places.has(realPath)) continue;
      if (realPath !== undefined && !isInside(realPath, root.path)) diagnostics.push(leavesRootFinding(path, realPath));
      const sidecars = isDirectory(`${directory}/agents`, options.files);
      options.onSkill({ path, directory, root, realPath, sidecars, ...found });
    }
    return diagnostics;
  };
}

type Opened = Pick<FoundFile, "problem" | "headBytes"> & { readonly realPath?: string };

function readHead(path: string, kind: TreeSkill["kind"], { files, buffer, limits }: ScanOptions): Opened {
  if (kind === "special") return { problem: "special", headBytes: 0 };
  if (baseName(path) !== "SKILL.md") return { problem: "case", headBytes: 0 };
  try {
    const head = files.readHead(path, buffer, limits.maxSkillBytes);
    return head === -1 ? { problem: "too-large", headBytes: 0 } : { problem: undefined, headBytes: head };
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return { problem: "unreadable", headBytes: 0 };
  }
}

function follow(path: string, files: Files): Opened {
  const opened = (problem: FileProblem): Opened => ({ problem, headBytes: 0 });
  try {
    const realPath = files.realPath(path);
    if (files.stat(realPath).kind !== "file") return { ...opened("special"), realPath };
    return { ...opened(baseName(path) === "SKILL.md" ? "link" : "case"), realPath };
  } catch (error) {
    const code = systemCode(error);
    if (code === "") throw error;
    return opened(code === "ELOOP" ? "link-loop" : "broken-link");
  }
}

function isDirectory(path: string, files: Files): boolean {
  return files.exists(path) && files.lstat(path).kind === "directory";
}
