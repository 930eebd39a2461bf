/**
 * The only check whether a path is in a directory. Security decisions depend on it: trust, locks, writes and sandboxes.
 * It compares text, so both paths must be resolved: absolute or both relative to the same directory, without `..`.
 */

/**
 * Returns true if a path is the directory or below it. `""` contains every relative path, `/` every absolute one. If
 * the directory is a Windows path, separators and case are ignored. On other systems `\` is an ordinary character, and
 * callers must use the real spelling on a case-insensitive file system.
 */
export function isInside(path: string, directory: string): boolean {
  if (directory === "" || path === directory) return true;
  return WINDOWS.test(directory) ? isBelow(foldWindows(path), foldWindows(directory)) : isBelow(path, directory);
}

// Matches the start of a Windows path: `C:`, `C:\…` or `\\server\…`.
const WINDOWS = /^(?:[A-Za-z]:(?:[\\/]|$)|\\\\)/;

function foldWindows(path: string): string {
  return path.replaceAll("\\", "/").toLowerCase();
}

function isBelow(path: string, directory: string): boolean {
  const above = directory.endsWith("/") ? directory.slice(0, -1) : directory;
  return path === above ? above !== "" : path.startsWith(`${above}/`);
}
