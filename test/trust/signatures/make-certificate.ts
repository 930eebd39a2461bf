/** Makes valid and invalid certificates. Ordinary tools cannot make the invalid ones. */
import { generateKeyPairSync, type KeyObject, sign, X509Certificate } from "node:crypto";

export interface Wanted {
  readonly name: string;
  readonly issuer?: Issued;
  /** Days from 1 January 2026. */
  readonly from?: number;
  readonly to?: number;
  readonly ca?: boolean;
  readonly pathLength?: number;
  /** The first byte of the key usage (null: no key usage). */
  readonly usage?: number | null;
  readonly codeSigning?: boolean;
  readonly serverOnly?: boolean;
  readonly email?: string;
  /** Names of servers in the certificate. */
  readonly names?: readonly string[];
  /** Adds an unknown extension. */
  readonly odd?: "critical" | "plain";
}

export interface Issued {
  readonly certificate: X509Certificate;
  readonly pem: string;
  readonly key: KeyObject;
  readonly name: string;
}

const DIGITAL_SIGNATURE = 0x80;
const CERT_SIGN = 0x04;

export function makeCertificate(wanted: Wanted): Issued {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-384" });
  const { name, issuer, from = 0, to = 3650 } = wanted;
  const body = sequence(
    element(0xa0, integer(2)),
    integer(1),
    ALGORITHM,
    nameOf(issuer?.name ?? name),
    sequence(time(from), time(to)),
    nameOf(name),
    publicKey.export({ type: "spki", format: "der" }),
    element(0xa3, sequence(...extensionsOf(wanted))),
  );
  const signature = sign("sha384", body, issuer?.key ?? privateKey);
  const der = sequence(body, ALGORITHM, element(0x03, Buffer.concat([Buffer.alloc(1), signature])));
  const certificate = new X509Certificate(der);
  return { certificate, pem: certificate.toString(), key: privateKey, name };
}

function extensionsOf({ ca = false, pathLength, usage, codeSigning, serverOnly, email, names, odd }: Wanted): Buffer[] {
  const constraints = sequence(
    ...(ca ? [element(0x01, Buffer.from([0xff]))] : []),
    ...(pathLength === undefined ? [] : [integer(pathLength)]),
  );
  const bits = usage === undefined ? (ca ? CERT_SIGN : DIGITAL_SIGNATURE) : usage;
  return [
    extension("2.5.29.19", true, constraints),
    ...(bits === null ? [] : [extension("2.5.29.15", true, element(0x03, Buffer.from([0, bits])))]),
    ...(codeSigning ? [extension("2.5.29.37", false, sequence(objectId("1.3.6.1.5.5.7.3.3")))] : []),
    ...(serverOnly ? [extension("2.5.29.37", false, sequence(objectId("1.3.6.1.5.5.7.3.1")))] : []),
    ...(email ? [extension("2.5.29.17", false, sequence(element(0x81, Buffer.from(email))))] : []),
    ...(names
      ? [extension("2.5.29.17", false, sequence(...names.map((each) => element(0x82, Buffer.from(each)))))]
      : []),
    ...(odd ? [extension("1.2.3.4", odd === "critical", Buffer.from([5, 0]))] : []),
  ];
}

function extension(id: string, critical: boolean, value: Buffer): Buffer {
  const flag = critical ? [element(0x01, Buffer.from([0xff]))] : [];
  return sequence(objectId(id), ...flag, element(0x04, value));
}

function element(tag: number, content: Buffer): Buffer {
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  return Buffer.concat([Buffer.from([tag, 0x82, length >> 8, length & 0xff]), content]);
}

function sequence(...parts: Buffer[]): Buffer {
  return element(0x30, Buffer.concat(parts));
}

function integer(value: number): Buffer {
  return element(0x02, Buffer.from([value]));
}

function objectId(dotted: string): Buffer {
  const [a = 0, b = 0, ...rest] = dotted.split(".").map(Number);
  const bytes = [40 * a + b, ...rest.flatMap(base128)];
  return element(0x06, Buffer.from(bytes));
}

function nameOf(name: string): Buffer {
  return sequence(element(0x31, sequence(objectId("2.5.4.3"), element(0x0c, Buffer.from(name)))));
}

function time(days: number): Buffer {
  const text = new Date(Date.UTC(2026, 0, 1) + days * 86_400_000).toISOString();
  return element(0x18, Buffer.from(`${text.replace(/[-:T]/g, "").slice(0, 14)}Z`));
}

const ALGORITHM = sequence(objectId("1.2.840.10045.4.3.3"));

function base128(value: number): number[] {
  const digits = [value & 0x7f];
  for (let rest = value >> 7; rest > 0; rest >>= 7) digits.unshift(0x80 | (rest & 0x7f));
  return digits;
}
