/** Which files a bundle's own signature speaks of, whoever made it. */
import type { Bundle } from "../../model/skills/bundle.ts";
import { SIGNATURE_FILES } from "./manifest.ts";
import { signedPayload } from "./oms/oms-bundle.ts";
import { isNote, signedPaths } from "./oms/oms-statement.ts";

/**
 * Its own file and what it may leave out among them; undefined where no signature lists any. What SSH signs is the
 * whole manifest: there is nothing that it could leave out.
 */
export function coveredBy({ files }: Bundle): ReadonlySet<string> | undefined {
  const signature = files.find(({ path }) => path === SIGNATURE_FILES.oms);
  const payload = signature && signedPayload(signature.bytes);
  const signed = payload && signedPaths(payload);
  if (signed === undefined) return undefined;
  const notes = files.filter(isNote).map(({ path }) => path);
  return new Set([...signed, ...notes, ...Object.values(SIGNATURE_FILES)]);
}
