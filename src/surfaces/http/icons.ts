/**
 * The icon of a skill, as the image that its bytes are: whatever its name says, only kinds that a browser draws and never
 * runs. A drawing (SVG) could bring scripts along, which no image element runs; opened by itself it is a file to be saved.
 */
import { refused } from "../answers/run-answers.ts";
import type { Desk } from "./desk.ts";
import { Refusal } from "./refusal.ts";
import { askedFor } from "./within.ts";

export interface Icon {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
}

/** [SV31] Of a skill that a person may have. */
export async function iconOf(skill: string, size: string | undefined, desk: Desk): Promise<Icon> {
  if (size !== undefined && size !== "small" && size !== "large")
    throw new Refusal(400, "SK920", "`size` is none of small, large", "leave it out for the large one");
  const read = await desk.own.readIcon(await askedFor(skill, desk), size);
  if ("refused" in read) throw refused(skill, read.refused);
  const type = imageType(read.bytes);
  if (type === undefined)
    throw new Refusal(422, "SK333", `\`${skill}\`: its icon is no PNG, JPEG, WebP or SVG`, "look at its sidecar");
  return {
    bytes: new Uint8Array(read.bytes),
    headers: { "content-type": type, ...(type === SVG ? { "content-disposition": "attachment" } : {}) },
  };
}

const SVG = "image/svg+xml";

/** The first bytes of each kind; null is any byte. */
const KINDS: readonly (readonly [type: string, first: readonly (number | null)[]])[] = [
  ["image/png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ["image/jpeg", [0xff, 0xd8, 0xff]],
  ["image/webp", [0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50]],
];

/** What may stand before a drawing begins is looked through no further. */
const HEAD = 4096;

/** By what the bytes are; undefined for anything else. */
export function imageType(bytes: Uint8Array): string | undefined {
  const kind = KINDS.find(([, first]) => first.every((byte, at) => byte === null || bytes[at] === byte));
  if (kind) return kind[0];
  const head = Buffer.from(bytes.subarray(0, HEAD)).toString("utf8");
  if (head.includes("\0")) return undefined;
  return isDrawing(head.replace(/^\uFEFF/, "")) ? SVG : undefined;
}

/** A declaration, comments and a document type, each skipped as a whole, and then the element. */
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
