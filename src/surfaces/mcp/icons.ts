/**
 * The picture that a skill names for itself, for clients that show one: inside of the answer, as a `data:` address, so that
 * nobody has to fetch anything. What it is, its bytes say; drawings that can run something (SVG) are left out.
 */
import type { Icon } from "@modelcontextprotocol/server";
import type { SharedPlace, SkillShare } from "../../index.ts";

/** Of one picture; a list has many. */
const MAX_BYTES = 32_768;
/** Of all in one answer; the skills behind that have none. */
const MAX_ALL = 524_288;
const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const JPEG = Uint8Array.of(0xff, 0xd8, 0xff);
/** Where a PNG says how wide and how high it is. */
const WIDTH_AT = 16;
const HEIGHT_AT = 20;

/** [MC30] For one answer: each skill's own, as long as there is room. */
export function iconsFor(share: SkillShare): (place: SharedPlace) => Promise<{ icons?: Icon[] }> {
  let left = MAX_ALL;
  return async (place) => {
    const shown = place.loaded.skill.sidecar?.interface;
    const path = shown?.iconSmall ?? shown?.iconLarge;
    if (path === undefined) return {};
    const bytes = await share.read(place, path.replace(/^(?:\.\/)+/, ""));
    if (bytes === undefined || bytes.length > Math.min(MAX_BYTES, left)) return {};
    const icon = iconOf(bytes);
    if (icon === undefined) return {};
    left -= bytes.length;
    return { icons: [icon] };
  };
}

function iconOf(bytes: Uint8Array): Icon | undefined {
  const src = (type: string): string => `data:${type};base64,${Buffer.from(bytes).toString("base64")}`;
  if (begins(bytes, JPEG)) return { src: src("image/jpeg"), mimeType: "image/jpeg" };
  if (!begins(bytes, PNG) || bytes.length < HEIGHT_AT + 4) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const sizes = [`${view.getUint32(WIDTH_AT)}x${view.getUint32(HEIGHT_AT)}`];
  return { src: src("image/png"), mimeType: "image/png", sizes };
}

function begins(bytes: Uint8Array, mark: Uint8Array): boolean {
  return mark.every((byte, at) => bytes[at] === byte);
}
