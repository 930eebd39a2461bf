/** Detects the type of an image from its bytes, not from its file name. */

export const SVG = "image/svg+xml";

/** The first bytes of each image type; null matches any byte. */
const KINDS: readonly (readonly [type: string, first: readonly (number | null)[]])[] = [
  ["image/png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ["image/jpeg", [0xff, 0xd8, 0xff]],
  ["image/webp", [0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50]],
];

/** Maximum characters to search for the start of an SVG. */
const HEAD = 4096;

/** Returns the media type, or undefined if the bytes are not an image. */
export function imageType(bytes: Uint8Array): string | undefined {
  const kind = KINDS.find(([, first]) => first.every((byte, at) => byte === null || bytes[at] === byte));
  if (kind) return kind[0];
  const head = new TextDecoder().decode(bytes.subarray(0, HEAD));
  if (head.includes("\0")) return undefined;
  return isDrawing(head.replace(/^\uFEFF/, "")) ? SVG : undefined;
}

/** Returns true for an SVG element after an optional declaration, comments and a document type. */
function isDrawing(head: string): boolean {
  let rest = head.trimStart();
  for (let end = endOfOther(rest); end > 0; end = endOfOther(rest)) rest = rest.slice(end).trimStart();
  return /^<svg[\s>/]/.test(rest);
}

const OTHERS = [
  ["<?", "?>"],
  ["<!--", "-->"],
  ["<!DOCTYPE", ">"],
] as const;

function endOfOther(text: string): number {
  const [, close = ""] = OTHERS.find(([open]) => text.startsWith(open)) ?? [];
  const end = close === "" ? -1 : text.indexOf(close);
  return end === -1 ? 0 : end + close.length;
}
