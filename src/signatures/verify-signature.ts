/**
 * A manifest, a signature and who may sign in, who did sign out. Every kind of signature comes through here. Nothing is
 * fetched: who is believed is in the policy, which is the user's. A signature says who, never that a skill is safe.
 */
import type { Bundle } from "../model/bundle.ts";
import { type Manifest, manifestOf, SIGNATURE_FILES } from "./manifest.ts";
import { verifyOms } from "./oms-bundle.ts";
import { verifySsh } from "./ssh-signature.ts";

export type SignatureKind = keyof typeof SIGNATURE_FILES;

/** A signature as a bundle carries it. */
export interface Signature {
  readonly kind: SignatureKind;
  readonly bytes: Uint8Array;
}

/** Whom the user believes. */
export interface Signers {
  /** The text of an allowed-signers file, as ssh-keygen(1) describes it. */
  readonly allowed: string;
  /** Certificates in PEM that a chain may end in. */
  readonly roots: readonly string[];
  /** Public keys in PEM that may sign without a certificate. */
  readonly keys: readonly string[];
  /** Public keys in PEM of transparency logs, which say when a short-lived certificate was used. */
  readonly logs: readonly string[];
  /** Milliseconds since 1970, for lines of the allowed signers that end some day. */
  readonly now: number;
}

export const NO_SIGNERS: Signers = { allowed: "", roots: [], keys: [], logs: [], now: 0 };

export type Verdict =
  | { readonly state: "unsigned" }
  /** By somebody whom the user believes. `key` is the fingerprint of what that belief rests on. */
  | { readonly state: "signed"; readonly kind: SignatureKind; readonly who: string; readonly key: string }
  /** Sound, but by nobody whom the user believes. */
  | { readonly state: "unknown"; readonly kind: SignatureKind; readonly who: string; readonly why: string }
  /** Not a signature of these files. */
  | { readonly state: "invalid"; readonly kind: SignatureKind; readonly why: string };

/** [J6] Total: any bytes end in a verdict. */
export function verifySignature(manifest: Manifest, { kind, bytes }: Signature, signers: Signers): Verdict {
  return kind === "ssh" ? verifySsh(manifest, bytes, signers) : verifyOms(manifest, bytes, signers);
}

/** [J7] Of all its signatures the one that is wrong counts, then the one that is known. */
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

/** What is kept as a skill's signer; another key is another signer. */
export function signerOf(verdict: Verdict): string | undefined {
  return verdict.state === "signed" ? `${verdict.who} ${verdict.key}` : undefined;
}
