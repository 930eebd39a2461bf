/** The words in which signatures are spoken of; what checks them is loaded when there is one to check. */
import type { SIGNATURE_FILES } from "./manifest.ts";

export type SignatureKind = keyof typeof SIGNATURE_FILES;

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

/** What is kept as a skill's signer; another key is another signer. */
export function signerOf(verdict: Verdict): string | undefined {
  return verdict.state === "signed" ? `${verdict.who} ${verdict.key}` : undefined;
}
