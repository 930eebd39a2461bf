/**
 * Creates a bundle from files of any source, or returns why it cannot. A bundle is sorted and limited, and gives the
 * same directory on every file system. This file does not know the source, and repairs nothing.
 */
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import {
  type Bundle,
  type BundleFile,
  INSTALL_LIMITS,
  type InstallLimits,
  type Unpacked,
} from "../../model/skills/bundle.ts";
import { checkPath, NameTable } from "./check-path.ts";
import { describeRefusal } from "./refusal.ts";

// Maximum diagnostics, because a hostile source can have thousands of problems.
const MAX_FINDINGS = 20;

/**
 * Creates a bundle from files. `directories` are the directories that a source lists explicitly. They have no bytes,
 * but their names can collide with other names.
 */
export function makeBundle(
  files: Iterable<BundleFile>,
  limits: InstallLimits = INSTALL_LIMITS,
  directories: Iterable<string> = [],
): Unpacked {
  const names = new NameTable();
  const findings: Diagnostic[] = [];
  const kept: BundleFile[] = [];
  let total = 0;
  for (const { path, bytes, executable } of files) {
    total += bytes.length;
    const limit = reachedLimit(path, bytes.length, total, kept.length, limits);
    if (limit) return { refused: [...findings, limit] };
    findings.push(...wrongName(path, "file", names, limits));
    if (findings.length >= MAX_FINDINGS) return { refused: findings };
    kept.push({ path, bytes, executable });
  }
  for (const path of directories) {
    findings.push(...wrongName(path, "directory", names, limits));
    if (findings.length >= MAX_FINDINGS) return { refused: findings };
  }
  return findings.length > 0 ? { refused: findings } : { bundle: sortBundle(kept) };
}

function wrongName(path: string, kind: "file" | "directory", names: NameTable, limits: InstallLimits): Diagnostic[] {
  const problem = checkPath(path, limits);
  if (problem) return [describeRefusal(problem.code, { entry: path, what: problem.what, help: problem.help })];
  const clash = names.add(path, kind);
  if (clash === undefined) return [];
  const help = "the result would depend on the machine; rename or remove one of the files, and pack the skill again";
  return [describeRefusal("SK641", { entry: path, what: clash, help })];
}

/**
 * Returns the limit that is exceeded if this file is added. It is called before the file is kept in memory, so that
 * reading an endless source stops.
 */
function reachedLimit(
  entry: string,
  size: number,
  total: number,
  count: number,
  limits: InstallLimits,
): Diagnostic | undefined {
  const help = "a skill is a small directory; keep data and dependencies elsewhere";
  if (size > limits.maxFileBytes)
    return describeRefusal("SK642", { entry, what: `is larger than ${limits.maxFileBytes} bytes`, help });
  if (total > limits.maxBytes)
    return describeRefusal("SK642", { what: `there are more than ${limits.maxBytes} bytes`, help });
  if (count >= limits.maxFiles)
    return describeRefusal("SK642", { what: `there are more than ${limits.maxFiles} files`, help });
  return undefined;
}

function sortBundle(files: readonly BundleFile[]): Bundle {
  const keyed = files.map((file) => ({ key: Buffer.from(file.path), file }));
  keyed.sort((a, b) => Buffer.compare(a.key, b.key));
  return { files: keyed.map(({ file }) => file) };
}
