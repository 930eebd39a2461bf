/**
 * Verifies offline what a transparency log (Rekor) promised about a signature: that it existed at a time. Keys are
 * pinned.
 */
import { isMap, parseJson } from "../../../model/schema.ts";
import { sha256 } from "../manifest.ts";
import type { Envelope } from "./oms-statement.ts";
import { keyOf, verifyWith } from "./public-keys.ts";

/** Returns the time in milliseconds since 1970 from a pinned log; undefined without a promise about this signature. */
export function promisedAt(envelope: Envelope, logs: readonly string[]): number | undefined {
  const keys = logs.flatMap(keyOf);
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

function readPromise(entry: unknown): Promised | undefined {
  if (!isMap(entry) || !isMap(entry["inclusionPromise"]) || !isMap(entry["logId"])) return undefined;
  const { canonicalizedBody: body } = entry;
  const { signedEntryTimestamp } = entry["inclusionPromise"];
  const { keyId } = entry["logId"];
  const [seconds, index] = [wholeNumber(entry["integratedTime"]), wholeNumber(entry["logIndex"])];
  if (typeof body !== "string" || typeof signedEntryTimestamp !== "string" || typeof keyId !== "string")
    return undefined;
  if (seconds === undefined || index === undefined) return undefined;
  const logID = Buffer.from(keyId, "base64").toString("hex");
  const text = JSON.stringify({ body, integratedTime: seconds, logID, logIndex: index });
  return { text, signature: Buffer.from(signedEntryTimestamp, "base64"), body, seconds };
}

/** Protobuf writes long numbers as text. */
function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) ? number : undefined;
}

/** Returns true if the entry is about this signature and its certificate. */
function isAbout(body: string, { payload, signature, certificates }: Envelope): boolean {
  const entry = parseJson(Buffer.from(body, "base64").toString("utf8"));
  const spec = isMap(entry) && entry["kind"] === "dsse" && isMap(entry["spec"]) ? entry["spec"] : {};
  const { payloadHash, signatures } = spec;
  const first: unknown = Array.isArray(signatures) ? signatures[0] : undefined;
  if (!isMap(payloadHash) || !isMap(first) || typeof first["verifier"] !== "string") return false;
  const pem = Buffer.from(first["verifier"], "base64").toString("latin1");
  return (
    payloadHash["algorithm"] === "sha256" &&
    payloadHash["value"] === sha256(payload) &&
    first["signature"] === signature.toString("base64") &&
    pem.replace(/\s/g, "") === certificates[0]?.toString().replace(/\s/g, "")
  );
}
