/**
 * Creates the text to sign, with one line for each file. The same files give the same text, whatever source they are
 * from.
 */
import type { Bundle, BundleFile } from "../../model/skills/bundle.ts";

/** The files that a signature covers. */
export interface SignedManifest {
  /** The files of the bundle without its signatures, sorted by the bytes of their paths. */
  readonly files: readonly ManifestFile[];
  /** The text of the manifest in its only valid form. SSH signs this text. */
  readonly text: string;
}

export interface ManifestFile {
  readonly path: string;
  readonly size: number;
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly sha256Hex: string;
  readonly executable: boolean;
}

/** Names of the signature files in a bundle. The manifest leaves them out, because a signature cannot cover itself. */
export const SIGNATURE_FILES = { ssh: "skill.ssh.sig", oms: "skill.oms.sig" } as const;

const FIRST_LINE = "agent-skill-manifest-1";

/**
 * Creates the manifest. Each line has the mode, size, hash and path of a file. Paths contain no line breaks, so one
 * file cannot look like two files.
 */
export function manifestOf(bundle: Bundle): SignedManifest {
  const files = bundle.files.filter(({ path }) => !isSignature(path)).map(describe);
  const lines = files.map(
    ({ path, size, sha256Hex, executable }) => `${executable ? "755" : "644"} ${size} ${sha256Hex} ${path}`,
  );
  return { files, text: `${[FIRST_LINE, ...lines].join("\n")}\n` };
}

/** Returns true if a bundle has a signature. The signature may be invalid. */
export function isSigned({ files }: Bundle): boolean {
  return files.some(({ path }) => isSignature(path));
}

function isSignature(path: string): boolean {
  return path === SIGNATURE_FILES.ssh || path === SIGNATURE_FILES.oms;
}

function describe({ path, bytes, executable }: BundleFile): ManifestFile {
  return { path, size: bytes.length, sha256Hex: sha256(bytes), executable };
}

/** Returns the SHA-256 hash in hexadecimal. */
export function sha256(bytes: Uint8Array): string {
  return process.getBuiltinModule("node:crypto").createHash("sha256").update(bytes).digest("hex");
}

// The types for signatures. They are in this file, because the verifier is loaded only if there is a signature.

export type SignatureKind = keyof typeof SIGNATURE_FILES;

/** The signers that the user trusts. */
export interface Signers {
  /** The text of an allowed-signers file, as ssh-keygen(1) describes it. */
  readonly allowed: string;
  /** Trusted root certificates in PEM. */
  readonly roots: readonly string[];
  /** Public keys in PEM that may sign without a certificate. */
  readonly keys: readonly string[];
  /** Public keys in PEM of transparency logs. A log proves at what time a short-lived certificate was used. */
  readonly logs: readonly string[];
  /** Milliseconds since 1970. It is compared with the expiry dates of allowed signers. */
  readonly now: number;
}

export const NO_SIGNERS: Signers = { allowed: "", roots: [], keys: [], logs: [], now: 0 };

export type SignatureVerdict =
  | { readonly state: "unsigned" }
  /** The signature is valid, and the signer is trusted. `key` is the fingerprint of the trusted key. */
  | { readonly state: "signed"; readonly kind: SignatureKind; readonly who: string; readonly key: string }
  /** The signature is valid, but the signer is not known. */
  | { readonly state: "unknown"; readonly kind: SignatureKind; readonly who: string; readonly why: string }
  /** The signature is not valid for these files. */
  | { readonly state: "invalid"; readonly kind: SignatureKind; readonly why: string };

/**
 * Returns a text that identifies the signer, for locks. The text includes the key, so a signer with another key is
 * treated as a different signer.
 */
export function signerOf(verdict: SignatureVerdict): string | undefined {
  return verdict.state === "signed" ? `${verdict.who} ${verdict.key}` : undefined;
}
