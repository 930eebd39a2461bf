import type { HostProfile } from "../../model/host-profile.ts";
import { isInside } from "../../model/text/is-inside.ts";
import { slugOf } from "../../model/text/slug.ts";
import { baseName } from "../../model/text/text.ts";

/** Returns the id by which a host calls a skill. Returns undefined if the host calls the skill by its name. */
export function hostId(
  name: string,
  directory: string,
  root: { readonly path: string },
  { naming }: HostProfile,
): string | undefined {
  if (naming.id === "slug") return slugOf(name);
  if (naming.id === "directory") return baseName(directory);
  if (naming.id !== "path") return undefined;
  return isInside(directory, root.path) ? directory.slice(root.path.length + 1) : baseName(directory);
}
