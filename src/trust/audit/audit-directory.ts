/** Audits one directory, or one file of instructions. */
import { OperationError, systemCode } from "../../model/errors.ts";
import type { AuditedSkill, Suppression } from "../../model/rules/audit.ts";
import type { Bundle } from "../../model/skills/bundle.ts";
import { baseName } from "../../model/text/text.ts";
import type { Files } from "../../platform/files/files.ts";
import { auditBundle, auditOptionsFor } from "./audit-bundle.ts";
import { compareFindings, hideSuppressed } from "./finding.ts";
import { type DirectoryBundle, readAuditedDirectory } from "./read-audited-directory.ts";

export interface AuditTarget {
  readonly directory: string;
  /** The name of the file, if the user named only this file and its directory is not a skill. */
  readonly file?: string;
}

export interface AuditContext {
  readonly files: Files;
  readonly suppressions: readonly Suppression[];
  readonly digest: (bundle: Bundle) => string;
}

export async function auditDirectory(
  { directory, file }: AuditTarget,
  context: AuditContext,
): Promise<Omit<AuditedSkill, "copies">> {
  const { files, suppressions, digest: digestOf } = context;
  const { bundle, findings } = file === undefined ? readAuditedDirectory(directory, files) : readSingle(file, files);
  const name = baseName(directory);
  // If files were left out, there is no digest. A digest would include content that was not audited.
  const digest = findings.length === 0 ? digestOf(bundle) : undefined;
  const audited = await auditBundle(bundle, await auditOptionsFor(bundle));
  const all = [...findings, ...audited.findings].sort(compareFindings);
  const { kept, suppressed } = hideSuppressed(all, suppressions, { directory: name, digest });
  return {
    name,
    directory,
    ...(digest === undefined ? {} : { digest }),
    files: bundle.files.length,
    findings: kept,
    suppressed,
    capabilities: audited.capabilities,
    hooks: audited.hooks,
  };
}

const MAX_FILE_BYTES = 16 * 1024 * 1024;

/** Reads a file of instructions with any name, so that it can be audited like a skill. */
function readSingle(path: string, files: Files): DirectoryBundle {
  try {
    const bytes = files.readFile(path, MAX_FILE_BYTES);
    return { bundle: { files: [{ path: "SKILL.md", bytes, executable: false }] }, findings: [] };
  } catch (error) {
    if (systemCode(error) === "") throw error;
    throw new OperationError("SK004", `\`${path}\` cannot be read (${systemCode(error)})`, {
      hint: "check its permissions and its size",
      cause: error,
    });
  }
}
