import { digestFiles } from "../catalog/digest.ts";
import type { Bundle } from "../model/bundle.ts";

/** [Z4] `sha256:…`: the digest that the directory will have once these files are written. */
export function digestBundle(bundle: Bundle): string {
  return digestFiles(bundle.files.map((file) => ({ ...file, path: Buffer.from(file.path) })));
}
