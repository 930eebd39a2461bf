/**
 * A manifest, a signature and who may sign in, who did sign out. Every kind of signature comes through here. Nothing is
 * fetched: who is believed is in the policy, which is the user's. A signature says who, never that a skill is safe.
 */
import type { Bundle } from "../../model/skills/bundle.ts";
import {
  type Manifest,
  manifestOf,
  SIGNATURE_FILES,
  type SignatureKind,
  type Signers,
  type Verdict,
} from "./manifest.ts";
import { verifyOms } from "./oms/oms-bundle.ts";
import { verifySsh } from "./ssh/ssh-signature.ts";

/** A signature as a bundle carries it. */
export interface Signature {
  readonly kind: SignatureKind;
  readonly bytes: Uint8Array;
}

/** Total: any bytes end in a verdict. */
export function verifySignature(manifest: Manifest, { kind, bytes }: Signature, signers: Signers): Verdict {
  return kind === "ssh" ? verifySsh(manifest, bytes, signers) : verifyOms(manifest, bytes, signers);
}

/** Of all its signatures the one that is wrong counts, then the one that is known. */
export function verifyBundle(bundle: Bundle, signers: Signers): Verdict {
  const signatures = signaturesOf(bundle);
  if (signatures.length === 0) return { state: "unsigned" };
  const manifest = manifestOf(bundle);
  const verdicts = signatures.map((signature) => verifySignature(manifest, signature, signers));
  const first = (state: Verdict["state"]): Verdict | undefined => verdicts.find((each) => each.state === state);
  return first("invalid") ?? first("signed") ?? first("unknown") ?? { state: "unsigned" };
}

export function signaturesOf({ files }: Bundle): Signature[] {
  const kinds = Object.keys(SIGNATURE_FILES) as SignatureKind[];
  return kinds.flatMap((kind) =>
    files.filter(({ path }) => path === SIGNATURE_FILES[kind]).map(({ bytes }) => ({ kind, bytes })),
  );
}
