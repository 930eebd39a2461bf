/** Parses the part of DER that contains a certificate's extensions, because Node does not provide the extensions. */

interface Element {
  readonly tag: number;
  readonly content: Buffer;
  /** The bytes of the complete element, including its tag and length. */
  readonly whole: Buffer;
}

export interface Extension {
  /** The object identifier in dotted form. */
  readonly id: string;
  readonly critical: boolean;
  readonly value: Buffer;
}

const SEQUENCE = 0x30;
const OBJECT_ID = 0x06;
const BOOLEAN = 0x01;
const OCTETS = 0x04;
const EXTENSIONS = 0xa3;
const MAX_ELEMENTS = 1000;

/** Returns the extensions of a certificate. Returns undefined for invalid DER. */
export function readExtensions(certificate: Uint8Array): Extension[] | undefined {
  const body = readElements(readElements(Buffer.from(certificate))?.[0]?.content)?.[0];
  const fields = body && readElements(body.content);
  if (fields === undefined) return undefined;
  const field = fields.find(({ tag }) => tag === EXTENSIONS);
  if (field === undefined) return [];
  const list = readElements(readElements(field.content)?.[0]?.content);
  const read = list?.map(readExtension);
  return read?.every((each) => each !== undefined) ? read : undefined;
}

function readExtension({ tag, content }: Element): Extension | undefined {
  const parts = tag === SEQUENCE ? readElements(content) : undefined;
  const id = parts?.find((part) => part.tag === OBJECT_ID);
  const value = parts?.find((part) => part.tag === OCTETS);
  if (parts === undefined || id === undefined || value === undefined) return undefined;
  const critical = parts.some((part) => part.tag === BOOLEAN && part.content[0] === 0xff);
  return { id: dotted(id.content), critical, value: value.content };
}

/** Splits bytes into elements. Returns undefined if a length is invalid. */
export function readElements(bytes: Buffer | undefined): Element[] | undefined {
  if (bytes === undefined) return undefined;
  const found: Element[] = [];
  for (let at = 0; at < bytes.length; ) {
    const element = elementAt(bytes, at);
    if (element === undefined || found.length >= MAX_ELEMENTS) return undefined;
    found.push(element);
    at += element.whole.length;
  }
  return found;
}

function elementAt(bytes: Buffer, at: number): Element | undefined {
  const [tag, first] = [bytes[at], bytes[at + 1]];
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) return undefined;
  const more = first < 0x80 ? 0 : first & 0x7f;
  if (more > 4 || first === 0x80 || at + 2 + more > bytes.length) return undefined;
  const length = more === 0 ? first : bytes.readUIntBE(at + 2, more);
  const start = at + 2 + more;
  if (length > bytes.length - start) return undefined;
  return { tag, content: bytes.subarray(start, start + length), whole: bytes.subarray(at, start + length) };
}

function dotted(bytes: Buffer): string {
  const numbers: number[] = [];
  let value = 0;
  for (const byte of bytes) {
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) {
      numbers.push(value);
      value = 0;
    }
  }
  const first = numbers[0] ?? 0;
  const top = Math.min(2, Math.floor(first / 40));
  return [top, first - 40 * top, ...numbers.slice(1)].join(".");
}
