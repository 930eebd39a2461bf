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
