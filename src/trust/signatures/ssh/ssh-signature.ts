/** Verifies SSH signatures that `ssh-keygen -Y sign` made of a manifest's text. */
import { readBase64 } from "../../../model/text/text.ts";
import type { SignatureVerdict, SignedManifest, Signers } from "../manifest.ts";
import { findSigner } from "./allowed-signers.ts";
import { readSshKey } from "./ssh-key.ts";
import { encodeWireField, WireReader } from "./wire.ts";

/** The namespace that a signature must have, so that a signature for mail or git is not valid for a skill. */
export const SSH_NAMESPACE = "agent-skill-manifest";

const MAGIC = "SSHSIG";
const HASHES: readonly string[] = ["sha256", "sha512"];
const MAX_BYTES = 65_536;

interface SshSignature {
  readonly key: Uint8Array;
  readonly namespace: string;
  readonly reserved: Uint8Array;
  readonly hash: string;
  readonly signature: Uint8Array;
}

export function verifySsh({ text }: SignedManifest, bytes: Uint8Array, signers: Signers): SignatureVerdict {
  const invalid = (why: string): SignatureVerdict => ({ state: "invalid", kind: "ssh", why });
  const read = readArmour(bytes);
  if (read === undefined) return invalid("it cannot be read");
  if (read.namespace !== SSH_NAMESPACE) return invalid(`it was made for \`${shown(read.namespace)}\`, not for a skill`);
  if (!HASHES.includes(read.hash)) return invalid("its hash is not known");
  const key = readSshKey(read.key);
  if (key === undefined) return invalid("its key is of a kind that is not known, or too weak");
  if (!key.verify(signedData(read, text), read.signature)) return invalid("the files are not those that were signed");
  const signer = findSigner(signers.allowed, { key: read.key, namespace: SSH_NAMESPACE, now: signers.now });
  if (signer !== undefined) return { state: "signed", kind: "ssh", who: signer, key: key.fingerprint };
  return { state: "unknown", kind: "ssh", who: key.fingerprint, why: "its key is not among your allowed signers" };
}

const ARMOUR = /^\s*-----BEGIN SSH SIGNATURE-----([A-Za-z0-9+/=\s]*)-----END SSH SIGNATURE-----\s*$/;

function readArmour(bytes: Uint8Array): SshSignature | undefined {
  if (bytes.length > MAX_BYTES) return undefined;
  const body = ARMOUR.exec(Buffer.from(bytes).toString("latin1"))?.[1];
  const blob = readBase64(body?.replace(/\s/g, ""));
  if (blob === undefined) return undefined;
  const reader = new WireReader(blob);
  if (reader.take(MAGIC.length)?.toString("latin1") !== MAGIC || reader.number() !== 1) return undefined;
  const [key, namespace, reserved] = [reader.field(), reader.text(), reader.field()];
  const [hash, signature] = [reader.text(), reader.field()];
  if (!key || namespace === undefined || !reserved || hash === undefined || !signature || !reader.ended)
    return undefined;
  return { key, namespace, reserved, hash, signature };
}

function signedData({ namespace, reserved, hash }: SshSignature, text: string): Buffer {
  const { createHash } = process.getBuiltinModule("node:crypto");
  const digest = createHash(hash).update(text).digest();
  return Buffer.concat([Buffer.from(MAGIC), ...[namespace, reserved, hash, digest].map(encodeWireField)]);
}

function shown(namespace: string): string {
  return namespace.slice(0, 40).replace(/[^\x21-\x7e]/g, "?");
}
