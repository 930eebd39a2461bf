/**
 * Verifies a promise of a transparency log (Rekor) that a signature existed at a certain time. It works offline, and
 * accepts only keys that the user trusts.
 */
import { anything, constant, hasShape, list, object, parseJson, string } from "../../../model/schema.ts";
import { sha256 } from "../manifest.ts";
import type { SignedEnvelope } from "./oms-statement.ts";
import { parsePublicKey, verifyWith } from "./public-keys.ts";

/**
 * Returns the time at which a trusted log recorded the signature, in milliseconds since 1970. Returns undefined if no
 * trusted log promises that it recorded the signature.
 */
export function logTimeOf(envelope: SignedEnvelope, logs: readonly string[]): number | undefined {
  const keys = logs.flatMap(parsePublicKey);
  for (const entry of envelope.logEntries) {
    const promise = readPromise(entry);
    if (promise === undefined || !isAbout(promise.body, envelope)) continue;
    if (keys.some((key) => verifyWith(key, Buffer.from(promise.text), promise.signature)))
      return promise.seconds * 1000;
  }
  return undefined;
}

interface Promised {
  /** The text that the log signed: JSON with sorted keys. */
  readonly text: string;
  readonly signature: Buffer;
  readonly body: string;
  readonly seconds: number;
}

const LOG_ENTRY = object({
  canonicalizedBody: string("the entry in base64"),
  inclusionPromise: object({ signedEntryTimestamp: string("the signature in base64") }),
  logId: object({ keyId: string("the log's key in base64") }),
  integratedTime: anything("seconds"),
  logIndex: anything("a number"),
});

function readPromise(entry: unknown): Promised | undefined {
  if (!hasShape(entry, LOG_ENTRY)) return undefined;
  const { canonicalizedBody: body, inclusionPromise, logId, integratedTime, logIndex } = entry;
  const { signedEntryTimestamp } = inclusionPromise;
  const { keyId } = logId;
  const [seconds, index] = [wholeNumber(integratedTime), wholeNumber(logIndex)];
  if (seconds === undefined || index === undefined) return undefined;
  const logID = Buffer.from(keyId, "base64").toString("hex");
  const text = JSON.stringify({ body, integratedTime: seconds, logID, logIndex: index });
  return { text, signature: Buffer.from(signedEntryTimestamp, "base64"), body, seconds };
}

/** Returns a whole number. protobuf writes large numbers as text. */
function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) ? number : undefined;
}

/** Returns true if the log entry is for this signature and its certificate. */
function isAbout(body: string, { payload, signature, certificates }: SignedEnvelope): boolean {
  const entry = parseJson(Buffer.from(body, "base64").toString("utf8"));
  if (!hasShape(entry, SIGNED_ENTRY)) return false;
  const { payloadHash, signatures } = entry.spec;
  const pem = Buffer.from(signatures[0]?.verifier ?? "", "base64").toString("latin1");
  return (
    payloadHash.value === sha256(payload) &&
    signatures[0]?.signature === signature.toString("base64") &&
    pem.replace(/\s/g, "") === certificates[0]?.toString().replace(/\s/g, "")
  );
}

const SIGNED_ENTRY = object({
  kind: constant(["dsse"], "the kind of the entry"),
  spec: object({
    payloadHash: object({ algorithm: constant(["sha256"], "the hash function"), value: string("the hash") }),
    signatures: list(
      object({ signature: string("the signature in base64"), verifier: string("the certificate in base64") }),
    ),
  }),
});
