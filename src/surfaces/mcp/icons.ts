/**
 * Returns a skill's icon for clients that show icons. The icon is a `data:` URL inside the answer, so that clients need
 * not fetch it. Its type is determined from the bytes. SVG is not supported, because it can contain scripts.
 */
import type { Icon } from "@modelcontextprotocol/server";
import type { SkillSharing } from "../../activate/share/share-skills.ts";
import { imageType, SVG } from "../../model/image-type.ts";
import type { SharedPath } from "../../model/skills/shared.ts";

/** Maximum bytes of one icon. A list contains many icons. */
const MAX_BYTES = 32_768;
/** Maximum bytes of all icons in one answer. Above this limit, skills have no icon. */
const MAX_ALL = 524_288;
/** Byte offset of width and height in a PNG file. */
const WIDTH_AT = 16;
const HEIGHT_AT = 20;

/**
 * Returns a function that reads the icons of a skill. The function is for one answer, and returns no icon once the size
 * limit is reached.
 */
export function iconsFor(share: SkillSharing): (place: SharedPath) => Promise<{ icons?: Icon[] }> {
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
  const mimeType = imageType(bytes);
  if (mimeType === undefined || mimeType === SVG) return undefined;
  const icon = { src: `data:${mimeType};base64,${Buffer.from(bytes).toString("base64")}`, mimeType };
  if (mimeType !== "image/png") return icon;
  if (bytes.length < HEIGHT_AT + 4) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { ...icon, sizes: [`${view.getUint32(WIDTH_AT)}x${view.getUint32(HEIGHT_AT)}`] };
}
