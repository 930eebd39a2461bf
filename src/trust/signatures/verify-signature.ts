/**
 * Verifies signatures of all kinds and returns the signer. It fetches nothing, because the user configures the trusted
 * signers. A signature proves who signed a skill, not that the skill is safe.
 */
import type { Bundle } from "../../model/skills/bundle.ts";
import {
  manifestOf,
  SIGNATURE_FILES,
  type SignatureKind,
  type SignatureVerdict,
  type SignedManifest,
  type Signers,
} from "./manifest.ts";
import { verifyOms } from "./oms/oms-bundle.ts";
import { verifySsh } from "./ssh/ssh-signature.ts";

/** A signature in a bundle. */
export interface Signature {
  readonly kind: SignatureKind;
  readonly bytes: Uint8Array;
}

/** Returns a verdict for any bytes. It never throws. */
export function verifySignature(
  manifest: SignedManifest,
  { kind, bytes }: Signature,
  signers: Signers,
): SignatureVerdict {
  return kind === "ssh" ? verifySsh(manifest, bytes, signers) : verifyOms(manifest, bytes, signers);
}

/**
 * Verifies all signatures of a bundle. If one is invalid, its verdict is returned. Otherwise the verdict of a trusted
 * signature takes precedence.
 */
export function verifyBundle(bundle: Bundle, signers: Signers): SignatureVerdict {
  const signatures = signaturesOf(bundle);
  if (signatures.length === 0) return { state: "unsigned" };
  const manifest = manifestOf(bundle);
  const verdicts = signatures.map((signature) => verifySignature(manifest, signature, signers));
  const first = (state: SignatureVerdict["state"]): SignatureVerdict | undefined =>
    verdicts.find((each) => each.state === state);
  return first("invalid") ?? first("signed") ?? first("unknown") ?? { state: "unsigned" };
}

function signaturesOf({ files }: Bundle): Signature[] {
  const kinds = Object.keys(SIGNATURE_FILES) as SignatureKind[];
  return kinds.flatMap((kind) =>
    files.filter(({ path }) => path === SIGNATURE_FILES[kind]).map(({ bytes }) => ({ kind, bytes })),
  );
}
