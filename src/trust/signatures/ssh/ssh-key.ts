/** Parses SSH public keys of all common types and verifies signatures with them. */
import type { KeyObject } from "node:crypto";
import { WireReader } from "./wire.ts";

export interface SshKey {
  /** The fingerprint of the key, in the form that `ssh-keygen -l` prints: `SHA256:…`. */
  readonly fingerprint: string;
  /**
   * Verifies a signature of data. `signature` is the field in SSH's format, which starts with the name of the
   * algorithm.
   */
  readonly verify: (data: Uint8Array, signature: Uint8Array) => boolean;
}

/** Parses a key. Returns undefined if the key is invalid, of an unknown type, or too weak. */
export function readSshKey(blob: Uint8Array): SshKey | undefined {
  const reader = new WireReader(blob);
  const kind = reader.text() ?? "";
  const verify = Object.hasOwn(KINDS, kind) ? KINDS[kind]?.(reader) : undefined;
  return verify && { fingerprint: fingerprintOf(blob), verify: (data, bytes) => verify(data, splitSignature(bytes)) };
}

export function fingerprintOf(blob: Uint8Array): string {
  const { createHash } = process.getBuiltinModule("node:crypto");
  return `SHA256:${createHash("sha256").update(blob).digest("base64").replace(/=+$/, "")}`;
}

interface SplitSignature {
  readonly algorithm: string;
  readonly bytes: Uint8Array;
  /** The flags and the counter of a security key, which are the remaining bytes. */
  readonly rest: WireReader;
}

function splitSignature(signature: Uint8Array): SplitSignature {
  const rest = new WireReader(signature);
  return { algorithm: rest.text() ?? "", bytes: rest.field() ?? Buffer.alloc(0), rest };
}

type Verify = (data: Uint8Array, signature: SplitSignature) => boolean;

const KINDS: Readonly<Record<string, (reader: WireReader) => Verify | undefined>> = {
  "ssh-ed25519": (reader) => {
    const key = ed25519(reader.field());
    return (
      key &&
      ((data, { algorithm, bytes, rest }) => algorithm === "ssh-ed25519" && rest.ended && check(null, data, key, bytes))
    );
  },
  "sk-ssh-ed25519@openssh.com": (reader) => {
    const key = ed25519(reader.field());
    const application = reader.field();
    return (
      key &&
      application &&
      onToken("sk-ssh-ed25519@openssh.com", application, (data, bytes) => check(null, data, key, bytes))
    );
  },
  "ecdsa-sha2-nistp256": (reader) => ecdsa(reader, "ecdsa-sha2-nistp256"),
  "ecdsa-sha2-nistp384": (reader) => ecdsa(reader, "ecdsa-sha2-nistp384"),
  "ecdsa-sha2-nistp521": (reader) => ecdsa(reader, "ecdsa-sha2-nistp521"),
  "ssh-rsa": rsa,
};

function ed25519(point: Buffer | undefined): KeyObject | undefined {
  if (point?.length !== 32) return undefined;
  return importKey({ kty: "OKP", crv: "Ed25519", x: point.toString("base64url") });
}

/**
 * Returns a function that verifies signatures of a security key. Such a key does not sign the data directly. It signs a
 * hash of the application, a flag for user presence, a counter, and a hash of the data.
 */
function onToken(
  name: string,
  application: Uint8Array,
  verify: (data: Uint8Array, bytes: Uint8Array) => boolean,
): Verify {
  const { createHash } = process.getBuiltinModule("node:crypto");
  const hash = (bytes: Uint8Array): Buffer => createHash("sha256").update(bytes).digest();
  return (data, { algorithm, bytes, rest }) => {
    const state = rest.take(5);
    if (algorithm !== name || state === undefined || !rest.ended) return false;
    const touched = ((state[0] as number) & 1) === 1;
    return touched && verify(Buffer.concat([hash(application), state, hash(data)]), bytes);
  };
}

const CURVES: Readonly<Record<string, readonly [curve: string, hash: string, bytes: number]>> = {
  "ecdsa-sha2-nistp256": ["P-256", "sha256", 32],
  "ecdsa-sha2-nistp384": ["P-384", "sha384", 48],
  "ecdsa-sha2-nistp521": ["P-521", "sha512", 66],
};

function ecdsa(reader: WireReader, name: string): Verify | undefined {
  const [crv, hash, size] = CURVES[name] as readonly [string, string, number];
  reader.field();
  const point = reader.field();
  if (point?.length !== 1 + 2 * size || point[0] !== 4) return undefined;
  const [x, y] = [point.subarray(1, 1 + size), point.subarray(1 + size)].map((each) => each.toString("base64url"));
  const key = importKey({ kty: "EC", crv, x: x as string, y: y as string });
  return (
    key &&
    ((data, { algorithm, bytes, rest }) => {
      const pair = pairOf(bytes, size);
      return algorithm === name && rest.ended && pair !== undefined && check(hash, data, key, pair);
    })
  );
}

/** Returns the two numbers of an SSH signature. Each is padded to the length that the curve requires. */
function pairOf(bytes: Uint8Array, size: number): Buffer | undefined {
  const reader = new WireReader(bytes);
  const numbers = [reader.field(), reader.field()].map((each) => each && fixed(each, size));
  const [r, s] = numbers;
  return r && s && reader.ended ? Buffer.concat([r, s]) : undefined;
}

function fixed(number: Buffer, size: number): Buffer | undefined {
  const start = number.findIndex((byte) => byte !== 0);
  const digits = start === -1 ? Buffer.alloc(0) : number.subarray(start);
  return digits.length > size ? undefined : Buffer.concat([Buffer.alloc(size - digits.length), digits]);
}

const MIN_RSA_BITS = 2048;
const RSA_HASHES: Readonly<Record<string, string>> = { "rsa-sha2-256": "sha256", "rsa-sha2-512": "sha512" };

function rsa(reader: WireReader): Verify | undefined {
  const [e, n] = [reader.field(), reader.field()];
  if (e === undefined || n === undefined) return undefined;
  const key = importKey({ kty: "RSA", e: e.toString("base64url"), n: n.toString("base64url") });
  if (key === undefined || (key.asymmetricKeyDetails?.modulusLength ?? 0) < MIN_RSA_BITS) return undefined;
  return (data, { algorithm, bytes, rest }) => {
    const hash = Object.hasOwn(RSA_HASHES, algorithm) ? RSA_HASHES[algorithm] : undefined;
    return hash !== undefined && rest.ended && check(hash, data, key, bytes);
  };
}

function importKey(key: Record<string, string>): KeyObject | undefined {
  try {
    return process.getBuiltinModule("node:crypto").createPublicKey({ key, format: "jwk" });
  } catch (error) {
    if (error instanceof Error && "code" in error) return undefined;
    throw error;
  }
}

/** Verifies a signature with Node. Returns false for all invalid input. */
function check(hash: string | null, data: Uint8Array, key: KeyObject, signature: Uint8Array): boolean {
  try {
    const options = { key, dsaEncoding: "ieee-p1363" } as const;
    return process.getBuiltinModule("node:crypto").verify(hash, data, options, signature);
  } catch (error) {
    if (error instanceof Error && "code" in error) return false;
    throw error;
  }
}
