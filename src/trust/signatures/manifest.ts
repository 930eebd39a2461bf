/** A bundle → the text that is signed: a line for each file. The same files give the same text, whatever carried them. */
import type { Bundle, BundleFile } from "../../model/skills/bundle.ts";

/** What a signature speaks of. */
export interface Manifest {
  /** Sorted by the bytes of their paths; signatures are not among them. */
  readonly files: readonly ManifestFile[];
  /** The canonical form, which is what SSH signs. */
  readonly text: string;
}

export interface ManifestFile {
  readonly path: string;
  readonly size: number;
  /** In hexadecimal. */
  readonly sha256: string;
  readonly executable: boolean;
}

/** Where a bundle carries its signatures; a signature cannot cover itself. */
export const SIGNATURE_FILES = { ssh: "skill.ssh.sig", oms: "skill.oms.sig" } as const;

const FIRST_LINE = "agent-skill-manifest-1";

/** Mode, size, hash and path; a path has no line break in it, so that no file can pass for two. */
export function manifestOf(bundle: Bundle): Manifest {
  const files = bundle.files.filter(({ path }) => !isSignature(path)).map(describe);
  const lines = files.map(
    ({ path, size, sha256, executable }) => `${executable ? "755" : "644"} ${size} ${sha256} ${path}`,
  );
  return { files, text: `${[FIRST_LINE, ...lines].join("\n")}\n` };
}

/** Whether a bundle carries any signature, sound or not. */
export function isSigned({ files }: Bundle): boolean {
  return files.some(({ path }) => isSignature(path));
}

function isSignature(path: string): boolean {
  return path === SIGNATURE_FILES.ssh || path === SIGNATURE_FILES.oms;
}

function describe({ path, bytes, executable }: BundleFile): ManifestFile {
  return { path, size: bytes.length, sha256: sha256(bytes), executable };
}

/** In hexadecimal. */
export function sha256(bytes: Uint8Array): string {
  return process.getBuiltinModule("node:crypto").createHash("sha256").update(bytes).digest("hex");
}

// The words in which signatures are spoken of; what checks them is loaded when there is one to check.

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
