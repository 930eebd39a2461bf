import type { Bundle } from "../../model/skills/bundle.ts";
import { digestFiles } from "./digest.ts";

/** [Z4] `sha256:…`: the digest that the directory will have once these files are written. Bundles do not change. */
export function digestBundle(bundle: Bundle): string {
  const digest =
    known.get(bundle) ?? digestFiles(bundle.files.map((file) => ({ ...file, path: Buffer.from(file.path) })));
  known.set(bundle, digest);
  return digest;
}

const known = new WeakMap<Bundle, string>();
