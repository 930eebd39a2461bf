/**
 * Verifies the certificates of a signature against the root certificates that the user trusts. It uses no clock. As in
 * OpenSSF Model Signing, the chain must be valid at the time when its first certificate begins.
 */
import type { X509Certificate } from "node:crypto";
import { fingerprintOf } from "../ssh/ssh-key.ts";
import { readElements, readExtensions } from "./der.ts";

// Maximum certificates of a chain. Checking a longer chain would only waste time.
const MAX_CHAIN = 8;
const CODE_SIGNING = "1.3.6.1.5.5.7.3.3";
const MAX_CERTIFICATE_BYTES = 65_536;

export type CertificateChainResult =
  /** The result of a check. `anchor` is the fingerprint of the trusted certificate's key. */
  { readonly anchor: string } | { readonly wrong: string };

/** Parses a certificate. Returns undefined if the certificate is invalid. */
export function readCertificate(der: Uint8Array | string): X509Certificate | undefined {
  if (der.length > MAX_CERTIFICATE_BYTES) return undefined;
  const { X509Certificate } = process.getBuiltinModule("node:crypto");
  try {
    return new X509Certificate(der);
  } catch (error) {
    if (error instanceof Error && "code" in error) return undefined;
    throw error;
  }
}

const PEM = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]*-----END CERTIFICATE-----/g;

/** Returns every certificate of a PEM file. */
export function certificatesOf(pem: string): X509Certificate[] {
  return (pem.match(PEM) ?? []).flatMap((each) => readCertificate(each) ?? []);
}

/** Checks a chain of certificates. `given` must start with the signer's certificate. The others may be in any order. */
export function checkChain(
  given: readonly X509Certificate[],
  roots: readonly X509Certificate[],
): CertificateChainResult {
  const [leaf] = given;
  if (leaf === undefined) return { wrong: "it has no certificate" };
  const at = Date.parse(leaf.validFrom);
  const wrong = wrongLeaf(leaf);
  if (wrong !== undefined) return { wrong };
  let current = leaf;
  for (let below = 0; below < MAX_CHAIN; below += 1) {
    const pinned = roots.find((root) => isSame(root, current));
    if (pinned) return { anchor: anchorOf(pinned) };
    const issuer = [...roots, ...given].find((each) => !isSame(each, current) && hasIssued(each, current));
    if (issuer === undefined) return { wrong: "its certificate does not lead to a root that you have pinned" };
    const problem = wrongIssuer(issuer, below, at);
    if (problem !== undefined) return { wrong: problem };
    current = issuer;
  }
  return { wrong: `its chain has more than ${MAX_CHAIN} certificates` };
}

function isSame(a: X509Certificate, b: X509Certificate): boolean {
  return a.raw.equals(b.raw);
}

function hasIssued(issuer: X509Certificate, subject: X509Certificate): boolean {
  return subject.checkIssued(issuer) && subject.verify(issuer.publicKey);
}

function wrongLeaf(leaf: X509Certificate): string | undefined {
  const rules = rulesOf(leaf);
  if (typeof rules === "string") return rules;
  if (rules.usage !== undefined && !rules.usage.signs) return "its certificate is not for signing";
  return leaf.keyUsage === undefined || leaf.keyUsage.includes(CODE_SIGNING)
    ? undefined
    : "its certificate is not for signing code";
}

/**
 * Returns why a certificate may not issue the next certificate in the chain. `below` is the number of authorities
 * between this certificate and the signer's certificate.
 */
function wrongIssuer(issuer: X509Certificate, below: number, at: number): string | undefined {
  const rules = rulesOf(issuer);
  if (typeof rules === "string") return rules;
  if (!issuer.ca || rules.usage?.issues === false) return "one of its certificates may not issue others";
  if (rules.maxBelow !== undefined && below > rules.maxBelow)
    return "its chain is longer than one of its certificates allows";
  const valid = Date.parse(issuer.validFrom) <= at && at <= Date.parse(issuer.validTo);
  return valid ? undefined : "one of its certificates was not valid when it was issued";
}

interface Rules {
  readonly usage?: { readonly signs: boolean; readonly issues: boolean };
  readonly maxBelow?: number;
}

const BASIC_CONSTRAINTS = "2.5.29.19";
const KEY_USAGE = "2.5.29.15";
/**
 * Certificate extensions that are accepted. They are checked by this code or by Node, or they are only informational.
 */
const UNDERSTOOD: readonly string[] = [BASIC_CONSTRAINTS, KEY_USAGE, "2.5.29.37", "2.5.29.17"];

/** Returns the usage rules of a certificate, or a clause if they cannot be parsed. */
function rulesOf(certificate: X509Certificate): Rules | string {
  const extensions = readExtensions(certificate.raw);
  if (extensions === undefined) return "one of its certificates cannot be read";
  const unknown = extensions.find(({ id, critical }) => critical && !UNDERSTOOD.includes(id));
  if (unknown) return `one of its certificates has a condition that is not understood (${unknown.id})`;
  const usage = extensions.find(({ id }) => id === KEY_USAGE);
  const constraints = extensions.find(({ id }) => id === BASIC_CONSTRAINTS);
  const maxBelow = constraints && pathLength(constraints.value);
  return {
    ...(usage ? { usage: usageOf(usage.value) } : {}),
    ...(maxBelow === undefined ? {} : { maxBelow }),
  };
}

/**
 * Reads the permitted uses of a key from a bit string. It has a tag, a length, the number of unused bits, and the bits
 * from the left. Bit 0 allows signatures, and bit 5 allows issuing certificates.
 */
function usageOf(value: Buffer): { signs: boolean; issues: boolean } {
  const bits = readElements(value)?.[0]?.content[1] ?? 0;
  return { signs: (bits & 0x80) !== 0, issues: (bits & 0x04) !== 0 };
}

function pathLength(value: Buffer): number | undefined {
  const number = readElements(readElements(value)?.[0]?.content)?.find(({ tag }) => tag === 0x02)?.content;
  return number && number.length <= 4 ? number.readUIntBE(0, number.length) : undefined;
}

function anchorOf(certificate: X509Certificate): string {
  return fingerprintOf(certificate.publicKey.export({ type: "spki", format: "der" }));
}

/** Returns the subject of a certificate: its mail address or URL, or else its common name and organisation. */
export function subjectOf(certificate: X509Certificate): string {
  const alternative = /(?:^|, )(?:email|URI):([^\s,"]+)/.exec(certificate.subjectAltName ?? "")?.[1];
  const part = (name: string): string | undefined =>
    new RegExp(`^${name}=(.*)$`, "m").exec(certificate.subject ?? "")?.[1];
  const [common, organisation] = [part("CN"), part("O")];
  const named = [common, organisation].filter((each) => each !== undefined).join(", ");
  return (alternative ?? (named === "" ? "a certificate without a name" : named)).slice(0, 200);
}
