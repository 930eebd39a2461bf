/**
 * What guards an installed copy of the embedded skills: a marker file with the fingerprint of what was installed. The
 * marker says which edition it is; the digest of what lies around it says whether it is still whole.
 */
import { OperationError, systemCode } from "../../model/errors.ts";
import type { Files } from "../../platform/files/files.ts";
import { digestDirectory } from "../../trust/bundle/digest.ts";

export const MARKER = ".fingerprint";

const MAX_MARKER_BYTES = 256;

/** The fingerprint of a directory, its own marker aside. */
export function fingerprint(directory: string, files: Files): string {
  return digestDirectory(directory, withoutMarker(directory, files));
}

/** The fingerprint that a complete, unchanged copy carries; undefined for anything missing, foreign or damaged. */
export function installedFingerprint(directory: string, files: Files): string | undefined {
  try {
    // A link to a good copy is not one: whoever owns its target could change it.
    if (files.lstat(directory).kind !== "directory") return undefined;
    const marked = Buffer.from(files.readFile(`${directory}/${MARKER}`, MAX_MARKER_BYTES))
      .toString("utf8")
      .trim();
    return fingerprint(directory, files) === marked ? marked : undefined;
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
      return path === directory ? { ...listing, files: listing.files.filter((name) => name !== MARKER) } : listing;
    },
  };
}
