/** `verify`: hashes every locked or approved directory again and reports differences by file. */
import type { ApprovedFiles } from "../model/rules/approval.ts";
import { INSTALL_LIMITS } from "../model/skills/bundle.ts";
import { fullName } from "../model/skills/skill.ts";
import { baseName, compareText } from "../model/text/text.ts";
import { readApprovals } from "../trust/approvals/approvals.ts";
import { digestBundle } from "../trust/bundle/digest.ts";
import { readDirectoryBundle } from "../trust/bundle/read-directory-bundle.ts";
import type { LockEntry } from "../trust/locks/skills-lock.ts";
import type { InstallContext } from "./context.ts";
import { listInstalled } from "./installed.ts";
import { fileList, isEarlierVersion } from "./journal/store.ts";

export interface Verified {
  readonly name: string;
  readonly directory: string;
  readonly state: "unchanged" | "changed" | "missing";
  /** The record that names the directory: the project's lock, the user's lock, or the user's approval. */
  readonly evidence: "project" | "user" | "approval";
  /** True if the user approved exactly the locked bytes. */
  readonly approved: boolean;
  /** The digest that the user approved. Without an approval, the locked digest. */
  readonly expected: string;
  /** The locked digest, if the user approved a different one. */
  readonly locked?: string;
  /** Set if the lock names an older version than the approved version. */
  readonly rolledBack?: true;
  readonly found?: string;
  readonly changes: readonly { readonly path: string; readonly kind: "added" | "removed" | "changed" }[];
  /** The reason why the directory has no digest. */
  readonly reason?: string;
}

/** Verifies every byte and writes nothing. Other commands do not read all bytes, because they rely on stamps. */
export function verifyAll(context: InstallContext): Verified[] {
  const { statePaths, files } = context;
  const approvals = new Map(readApprovals(statePaths.approvals, files));
  const installed = listInstalled(context);
  const verified = installed.map(({ name, target, entry }, done) => {
    context.progress?.({ what: "hashing skills", done, total: installed.length });
    const evidence = target.lock.path === statePaths.projectLock ? ("project" as const) : ("user" as const);
    const approval = approvals.get(target.directory);
    approvals.delete(target.directory);
    const own = { name: fullName(name, entry.origin), evidence, approved: approval?.digest === entry.digest };
    return {
      ...own,
      ...verifyDirectory(target.directory, approval ?? entry, context),
      ...lockSays(target.directory, approval, entry, context),
    };
  });
  const others = [...approvals].map(([directory, approval]) => ({
    name: baseName(directory),
    evidence: "approval" as const,
    approved: true,
    ...verifyDirectory(directory, approval, context),
  }));
  return [...verified, ...others].sort(
    (a, b) => compareText(a.directory, b.directory) || compareText(a.evidence, b.evidence),
  );
}

/**
 * Returns the locked digest if it differs from the approved digest. The user's approval takes precedence over a lock.
 */
function lockSays(
  directory: string,
  approval: ApprovedFiles | undefined,
  { digest }: LockEntry,
  context: InstallContext,
): Pick<Verified, "locked" | "rolledBack"> {
  if (approval === undefined || approval.digest === digest) return {};
  return { locked: digest, ...(isEarlierVersion(directory, digest, context) ? { rolledBack: true } : {}) };
}

/** Verifies one directory and reports the differences. */
export function verifyDirectory(
  directory: string,
  expected: { readonly digest: string; readonly files: Readonly<Record<string, string>> },
  { files }: InstallContext,
): Pick<Verified, "directory" | "state" | "expected" | "found" | "changes" | "reason"> {
  const about = { directory, expected: expected.digest, changes: [] };
  if (!files.exists(directory)) return { ...about, state: "missing" };
  const read = readDirectoryBundle(directory, files, INSTALL_LIMITS);
  if ("refused" in read) return { ...about, state: "changed", reason: read.refused[0]?.message ?? "" };
  const found = digestBundle(read.bundle);
  if (found === expected.digest) return { ...about, state: "unchanged", found };
  return { ...about, state: "changed", found, changes: differences(expected.files, fileList(read.bundle)) };
}

function differences(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): Verified["changes"] {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort(compareText);
  return paths.flatMap((path) => {
    const old = Object.hasOwn(before, path) ? before[path] : undefined;
    const now = Object.hasOwn(after, path) ? after[path] : undefined;
    if (old === now) return [];
    return [
      {
        path,
        kind: old === undefined ? ("added" as const) : now === undefined ? ("removed" as const) : ("changed" as const),
      },
    ];
  });
}
