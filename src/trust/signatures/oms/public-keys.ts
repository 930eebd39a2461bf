/** Parses public keys in PEM, and verifies signatures with them. */
import type { KeyObject } from "node:crypto";

/** Returns a list with the key; empty if the key is invalid. */
export function parsePublicKey(pem: string): KeyObject[] {
  try {
    return [process.getBuiltinModule("node:crypto").createPublicKey(pem)];
  } catch (error) {
    if (error instanceof Error && "code" in error) return [];
    throw error;
  }
}

const CURVE_HASHES: Readonly<Record<string, string>> = {
  prime256v1: "sha256",
  secp384r1: "sha384",
  secp521r1: "sha512",
};

/**
 * Verifies a signature. The type of the key determines the hash algorithm, so a signature cannot select a weaker one.
 */
export function verifyWith(key: KeyObject, data: Uint8Array, signature: Uint8Array): boolean {
  const { verify } = process.getBuiltinModule("node:crypto");
  const hash = hashFor(key);
  try {
    return hash !== undefined && verify(hash, data, key, signature);
  } catch (error) {
    if (error instanceof Error && "code" in error) return false;
    throw error;
  }
}

const MIN_RSA_BITS = 2048;

function hashFor({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string | null | undefined {
  if (asymmetricKeyType === "ed25519") return null;
  if (asymmetricKeyType === "rsa")
    return (asymmetricKeyDetails?.modulusLength ?? 0) < MIN_RSA_BITS ? undefined : "sha256";
  return asymmetricKeyType === "ec" ? CURVE_HASHES[asymmetricKeyDetails?.namedCurve ?? ""] : undefined;
}
