/** Finds the files that a bundle's signature covers. The signer does not matter. */
import type { Bundle } from "../../model/skills/bundle.ts";
import { SIGNATURE_FILES } from "./manifest.ts";
import { signedPayload } from "./oms/oms-bundle.ts";
import { isGitOwnFile, signedPaths } from "./oms/oms-statement.ts";

/**
 * Returns the covered paths, including the signature itself and the files that a signature may leave out. Returns
 * undefined if no signature lists files. An SSH signature lists no files, because it covers the whole manifest.
 */
export function pathsCoveredBySignature({ files }: Bundle): ReadonlySet<string> | undefined {
  const signature = files.find(({ path }) => path === SIGNATURE_FILES.oms);
  const payload = signature && signedPayload(signature.bytes);
  const signed = payload && signedPaths(payload);
  if (signed === undefined) return undefined;
  const notes = files.filter(isGitOwnFile).map(({ path }) => path);
  return new Set([...signed, ...notes, ...Object.values(SIGNATURE_FILES)]);
}
