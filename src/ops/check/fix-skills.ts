/** The mechanical repairs of skill files: planned from findings, then written. */
import type { LoadContext } from "../../catalog/load/load.ts";
import { type Fix, isMechanical, planFix } from "../../format/fix/plan-fix.ts";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import { OperationError, systemCode } from "../../model/errors.ts";
import { isInside } from "../../model/text/is-inside.ts";
import { renameFile, writeFileAtomically } from "../../platform/writing/write-file.ts";
import type { SkillsToCheck } from "./look-at-skills.ts";

const MAX_FIXED_BYTES = 4_000_000;

/** Plans repairs of files in `directories`. These directories must be real paths. */
export function planFixes(
  { files: paths, diagnostics }: SkillsToCheck,
  directories: readonly string[],
  { files }: LoadContext,
): Fix[] {
  const fixes: Fix[] = [];
  const of = new Map<string | undefined, Diagnostic[]>(paths.map((path) => [path, []]));
  for (const each of diagnostics) of.get(each.path)?.push(each);
  for (const path of paths) {
    const findings = of.get(path) as Diagnostic[];
    if (!findings.some(isMechanical)) continue;
    try {
      // Skips a path with a symlink. The symlink can lead to any file of the user, and a project must not cause a
      // change of that file. The paths of `directories` are real, so they contain no symlink.
      if (files.realPath(path) !== path || !directories.some((each) => isInside(path, each))) continue;
      const bytes = files.readFile(path, MAX_FIXED_BYTES);
      const fix = planFix(path, bytes, findings);
      if (fix) fixes.push(fix);
    } catch (error) {
      // If a file cannot be read, it cannot be repaired. Another diagnostic already reports this file.
      if (systemCode(error) === "") throw error;
    }
  }
  return fixes;
}

/** Writes a repair. If the file cannot be written, it returns a finding, and the other files are still repaired. */
export function applyFix(fix: Fix): Diagnostic | undefined {
  try {
    if (fix.after !== "") writeFileAtomically(fix.path, fix.bytes);
    if (fix.rename !== undefined) renameFile(fix.path, fix.rename);
    return undefined;
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    const help = "check that the directory is writable; the file is unchanged";
    return diagnostic("SK601", {
      path: fix.path,
      message: "the file cannot be repaired, because it cannot be written",
      help,
    });
  }
}
