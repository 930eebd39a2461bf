/**
 * Verifies `skill.oms.sig`: a Sigstore bundle with a signed statement about files (OpenSSF Model Signing). It works
 * offline. The signer needs a certificate of a trusted root, or a trusted key.
 */
import type { KeyObject, X509Certificate } from "node:crypto";
import { anything, type Infer, list, object, optional, parseJson, readShape, string } from "../../../model/schema.ts";
import { readBase64 } from "../../../model/text/text.ts";
import type { SignatureVerdict, SignedManifest, Signers } from "../manifest.ts";
import { fingerprintOf } from "../ssh/ssh-key.ts";
import { certificatesOf, checkChain, readCertificate, subjectOf } from "./certificate-chain.ts";
import { logTimeOf } from "./log-promise.ts";
import { describeDifference, type SignedEnvelope } from "./oms-statement.ts";
import { parsePublicKey, verifyWith } from "./public-keys.ts";

const PAYLOAD_TYPE = "application/vnd.in-toto+json";
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_CERTIFICATES = 10;

const CERTIFICATE = object({ rawBytes: string("a certificate (DER) in base64") });

const MATERIAL = object({
  certificate: optional(CERTIFICATE),
  x509CertificateChain: optional(
    object({ certificates: list(CERTIFICATE, "certificates, the leaf first", MAX_CERTIFICATES) }),
  ),
  tlogEntries: optional(list(anything("an entry of a log"))),
});

const BUNDLE = object({
  dsseEnvelope: object({
    payloadType: string("the type of the statement"),
    payload: string("the statement in base64"),
    signatures: list(object({ sig: string("the signature in base64") }), "exactly one signature", 1),
  }),
  verificationMaterial: MATERIAL,
});

export function verifyOms(manifest: SignedManifest, bytes: Uint8Array, signers: Signers): SignatureVerdict {
  const envelope = readEnvelope(bytes);
  if (envelope === undefined) return invalid("it cannot be read");
  const difference = describeDifference(manifest, envelope.payload);
  if (difference !== undefined) return invalid(difference);
  const [leaf] = envelope.certificates;
  return leaf ? byCertificate(envelope, leaf, signers) : byKey(envelope, signers);
}

function byCertificate(envelope: SignedEnvelope, leaf: X509Certificate, signers: Signers): SignatureVerdict {
  if (!isSignedBy(leaf.publicKey, envelope)) return invalid("its signature does not match its certificate");
  const who = subjectOf(leaf);
  const unknown = (why: string): SignatureVerdict => ({ state: "unknown", kind: "oms", who, why });
  const chain = checkChain(envelope.certificates, signers.roots.flatMap(certificatesOf));
  if ("wrong" in chain) return unknown(chain.wrong);
  if (isShortLived(leaf) && !wasUsedInTime(envelope, leaf, signers))
    return unknown("its certificate was valid for a short while, and no pinned log confirms that it was used then");
  return { state: "signed", kind: "oms", who, key: chain.anchor };
}

// Maximum validity of a short-lived certificate. Certificates of Sigstore are valid for ten minutes. With a longer
// validity, the owner of the key could also sign later.
const SHORT_MS = 24 * 60 * 60 * 1000;

function isShortLived({ validFrom, validTo }: X509Certificate): boolean {
  return Date.parse(validTo) - Date.parse(validFrom) < SHORT_MS;
}

function wasUsedInTime(envelope: SignedEnvelope, { validFrom, validTo }: X509Certificate, { logs }: Signers): boolean {
  const at = logTimeOf(envelope, logs);
  return at !== undefined && Date.parse(validFrom) <= at && at <= Date.parse(validTo);
}

function byKey(envelope: SignedEnvelope, { keys }: Signers): SignatureVerdict {
  const key = keys.flatMap(parsePublicKey).find((each) => isSignedBy(each, envelope));
  if (key === undefined)
    return {
      state: "unknown",
      kind: "oms",
      who: "a key",
      why: "it was made with none of the keys that you have pinned",
    };
  const fingerprint = fingerprintOf(key.export({ type: "spki", format: "der" }));
  return { state: "signed", kind: "oms", who: "a pinned key", key: fingerprint };
}

function isSignedBy(key: KeyObject, { payload, signature }: SignedEnvelope): boolean {
  const head = `DSSEv1 ${PAYLOAD_TYPE.length} ${PAYLOAD_TYPE} ${payload.length} `;
  return verifyWith(key, Buffer.concat([Buffer.from(head), payload]), signature);
}

/** Returns the payload that was signed. The signer is not checked. Returns undefined if the bundle is invalid. */
export function signedPayload(bytes: Uint8Array): Uint8Array | undefined {
  return readEnvelope(bytes)?.payload;
}

function readEnvelope(bytes: Uint8Array): SignedEnvelope | undefined {
  const bundle = bytes.length > MAX_BYTES ? undefined : readShape(parseJson(bytes), BUNDLE);
  if (bundle === undefined) return undefined;
  const { dsseEnvelope, verificationMaterial } = bundle;
  const signature = readBase64(dsseEnvelope.signatures[0]?.sig);
  const payload = readBase64(dsseEnvelope.payload);
  if (dsseEnvelope.payloadType !== PAYLOAD_TYPE || payload === undefined || signature === undefined) return undefined;
  const certificates = readCertificates(verificationMaterial);
  const { tlogEntries = [] } = verificationMaterial;
  return certificates && { payload, signature, certificates, logEntries: tlogEntries.slice(0, MAX_CERTIFICATES) };
}

/**
 * Returns the certificates of a bundle. The list is empty if the bundle uses a key. Returns undefined if a certificate
 * is invalid.
 */
function readCertificates({
  certificate,
  x509CertificateChain,
}: Infer<typeof MATERIAL>): X509Certificate[] | undefined {
  const chain = x509CertificateChain?.certificates ?? (certificate ? [certificate] : []);
  const read = chain.map(({ rawBytes }) => {
    const der = readBase64(rawBytes);
    return der && readCertificate(der);
  });
  return read.every((each) => each !== undefined) ? read : undefined;
}

function invalid(why: string): SignatureVerdict {
  return { state: "invalid", kind: "oms", why };
}
