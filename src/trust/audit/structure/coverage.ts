import type { Finding } from "../../../model/rules/audit.ts";
import { finding } from "../finding.ts";
import type { Material } from "../material.ts";

/** Files that a signature leaves out. `covered` are the paths that it vouches for, its own file among them. */
export function uncoveredFiles({ files }: Material, covered: ReadonlySet<string> | undefined): Finding[] {
  if (covered === undefined) return [];
  return files
    .filter(({ path }) => !covered.has(path))
    .map(({ path }) => finding("SK811", { message: "the signature does not cover this file", path }));
}
