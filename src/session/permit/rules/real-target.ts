/**
 * Where a path really leads. Links are followed, `..` is resolved after them, and what does not exist yet is looked for in
 * the nearest directory that does; so that no spelling of a path gets around a rule about it.
 */
import { basename, dirname, join, resolve } from "node:path";
import { systemCode } from "../../../model/errors.ts";
import type { Files } from "../../../platform/files/files.ts";

export interface Ground {
  /** Canonical: where relative paths begin. */
  readonly cwd: string;
  readonly files: Files;
}

/** Steps upwards; no path is deeper. */
const MAX_STEPS = 256;

/** undefined where it cannot be said. */
export function realTarget(path: string, { cwd, files }: Ground): string | undefined {
  if (path === "" || /[\0-\x1f\x7f]/.test(path) || path.startsWith("~")) return undefined;
  // These depend on the process that opens them.
  if (/^\/+(?:proc|dev\/(?:fd|std\w+|tcp|udp))(?:\/|$)/.test(path.replaceAll(/\/\.(?=\/)/g, ""))) return undefined;
  // The system resolves `link/..` through the link, so we must do the same.
  if (/(?:^|[/\\])\.\.(?:[/\\]|$)/.test(path)) return throughLinks(path, cwd, files);
  return nearestReal(resolve(cwd, path), files);
}

function throughLinks(path: string, cwd: string, files: Files): string | undefined {
  let at = resolve(cwd, path.startsWith("/") ? "/" : ".");
  for (const step of path.split(/[/\\]/).slice(0, MAX_STEPS)) {
    const next = step === "" || step === "." ? at : step === ".." ? dirname(at) : nearestReal(join(at, step), files);
    if (next === undefined) return undefined;
    at = next;
  }
  return path.split(/[/\\]/).length > MAX_STEPS ? undefined : at;
}

function nearestReal(path: string, files: Files): string | undefined {
  if (path.split("/", MAX_STEPS + 1).length > MAX_STEPS) return undefined;
  const missing: string[] = [];
  let at = path;
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    try {
      return join(files.realPath(at), ...missing);
    } catch (error) {
      if (systemCode(error) !== "ENOENT" || isLink(at, files) || dirname(at) === at) return undefined;
    }
    missing.unshift(basename(at));
    at = dirname(at);
  }
  return undefined;
}

/** One that leads nowhere yet could lead anywhere once it is written through. */
function isLink(path: string, files: Files): boolean {
  try {
    return files.lstat(path).kind === "link";
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return false;
  }
}
