/**
 * Verifies signatures of all kinds and returns the signer. It fetches nothing: trusted signers come from the user's
 * policy. A signature proves the signer, not that a skill is safe.
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

/** Returns a verdict for any bytes, and never throws. */
export function verifySignature(
  manifest: SignedManifest,
  { kind, bytes }: Signature,
  signers: Signers,
): SignatureVerdict {
  return kind === "ssh" ? verifySsh(manifest, bytes, signers) : verifyOms(manifest, bytes, signers);
}

/**
 * Verifies all signatures of a bundle. The verdict of an invalid signature takes precedence, then that of a trusted
 * one.
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
