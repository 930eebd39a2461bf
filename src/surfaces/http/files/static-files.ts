/** Serves the built files of the console. */
import { extname } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { systemCode } from "../../../model/errors.ts";
import { packageRoot } from "../../../platform/environment.ts";
import { nodeFiles } from "../../../platform/files/node-files.ts";

export interface StaticFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
  readonly etag: string;
}

const MAX_BYTES = 16 * 1024 * 1024;
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".json": "application/json",
  ".txt": "text/plain; charset=utf-8",
};

export function consoleDirectory(): string {
  return `${packageRoot()}/dist/console`;
}

/**
 * Returns one file of the console, compressed if the build compressed it. Returns undefined if the name has unusual
 * characters or the file type is unknown.
 */
export function staticFile(directory: string, path: string): StaticFile | undefined {
  const name = path === "/" ? "/index.html" : path;
  const type = TYPES[extname(name)];
  if (type === undefined || !/^(?:\/[\w-][\w.-]{0,100}){1,4}$/.test(name)) return undefined;
  try {
    const isPlain = nodeFiles.stamp(directory + name) !== undefined;
    const file = isPlain ? directory + name : `${directory}${name}.br`;
    const stored = nodeFiles.readFile(file, MAX_BYTES);
    const bytes = new Uint8Array(isPlain ? stored : brotliDecompressSync(stored, { maxOutputLength: MAX_BYTES }));
    const { mtimeMs = 0, size = 0 } = nodeFiles.stamp(file) ?? {};
    return { bytes, type, etag: `"${size}-${Math.round(mtimeMs)}"` };
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return undefined;
  }
}

/** The page that is shown if the console was not built. */
export const PLAIN_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Skillwright</title>
<h1>Skillwright</h1>
<p>The console is not part of this build. The API is described in <a href="/api/openapi.json">/api/openapi.json</a>.</p>
</html>
`;
