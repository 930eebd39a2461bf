/**
 * Verifies an installed copy of the embedded skills. A marker file contains the fingerprint of the installed edition.
 * If the digest of all other files differs from this fingerprint, the copy was changed.
 */
import { OperationError, systemCode } from "../../model/errors.ts";
import type { Files } from "../../platform/files/files.ts";
import { digestDirectory } from "../../trust/bundle/digest.ts";

export const FINGERPRINT_FILE = ".fingerprint";

const MAX_MARKER_BYTES = 256;

/** Returns the fingerprint of a directory without its marker. */
export function fingerprintDirectory(directory: string, files: Files): string {
  return digestDirectory(directory, withoutMarker(directory, files));
}

/**
 * Returns the fingerprint of a complete, unchanged copy. Undefined if the copy is missing, damaged, or not from
 * Skillwright.
 */
export function installedFingerprint(directory: string, files: Files): string | undefined {
  try {
    // A symlink to a valid copy is not accepted, because the owner of the target could change the copy.
    if (files.lstat(directory).kind !== "directory") return undefined;
    const marked = Buffer.from(files.readFile(`${directory}/${FINGERPRINT_FILE}`, MAX_MARKER_BYTES))
      .toString("utf8")
      .trim();
    return fingerprintDirectory(directory, files) === marked ? marked : undefined;
  } catch (error) {
    if (!(error instanceof OperationError) && systemCode(error) === "") throw error;
    return undefined;
  }
}

function withoutMarker(directory: string, files: Files): Files {
  return {
    ...files,
    readDirectory(path) {
      const listing = files.readDirectory(path);
      return path === directory
        ? { ...listing, files: listing.files.filter((name) => name !== FINGERPRINT_FILE) }
        : listing;
    },
  };
}
