import type { Asking } from "../model/offer.ts";
import type { Snapshot } from "../model/snapshot.ts";

/** The same question with its files written from the project root, as `paths` are. */
export function fromProject(asking: Asking, { projectRoot }: Pick<Snapshot, "projectRoot">): Asking {
  if (asking.files === undefined || asking.files.length === 0) return asking;
  const root = projectRoot.endsWith("/") ? projectRoot : `${projectRoot}/`;
  return { ...asking, files: asking.files.map((file) => (file.startsWith(root) ? file.slice(root.length) : file)) };
}
