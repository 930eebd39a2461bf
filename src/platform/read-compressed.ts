import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { packageRoot } from "./environment.ts";

/** Returns the text of a compressed file in our own package. */
export function readCompressedPackageFile(path: string): string {
  return brotliDecompressSync(readFileSync(join(packageRoot(), path))).toString("utf8");
}
