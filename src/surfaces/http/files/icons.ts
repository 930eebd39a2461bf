/**
 * Returns a skill's icon as an image. Its type is determined from the bytes, not from the name. SVG can contain
 * scripts. A browser does not run them in an image element, and downloads an SVG that is opened directly.
 */
import { imageType, SVG } from "../../../model/image-type.ts";
import { refusedError } from "../../../ops/answers/use/load-answers.ts";
import type { HttpContext } from "../http-context.ts";
import { resolveRequestedSkill } from "../requests/path-in-project.ts";
import { HttpRefusal } from "../requests/refusal.ts";

export interface Icon {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
}

/** Returns the icon of a skill, if the user may see the skill. */
export async function iconOf(skill: string, size: string | undefined, desk: HttpContext): Promise<Icon> {
  if (size !== undefined && size !== "small" && size !== "large")
    throw new HttpRefusal(400, "SK920", "`size` must be `small` or `large`", "omit `size` for the large icon");
  const read = await desk.own.readIcon(await resolveRequestedSkill(skill, desk), size);
  if ("refused" in read) throw refusedError(skill, read.refused);
  const type = imageType(read.bytes);
  if (type === undefined)
    throw new HttpRefusal(
      422,
      "SK333",
      `\`${skill}\`: its icon is not a PNG, JPEG, WebP or SVG image`,
      "correct the icon in the skill's sidecar",
    );
  return {
    bytes: new Uint8Array(read.bytes),
    headers: { "content-type": type, ...(type === SVG ? { "content-disposition": "attachment" } : {}) },
  };
}
