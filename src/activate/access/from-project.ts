import type { Asking } from "../../model/conversation/offer.ts";
import type { Snapshot } from "../../model/skills/snapshot.ts";

/** The same question, asked in a project: its files are written from the project root, as `paths` are. */
export function fromProject(asking: Asking, { projectRoot }: Pick<Snapshot, "projectRoot">): Asking {
  if (asking.files === undefined || asking.files.length === 0) return asking;
  const root = projectRoot.endsWith("/") ? projectRoot : `${projectRoot}/`;
  const files = asking.files.map((file) => (file.startsWith(root) ? file.slice(root.length) : file));
  return { ...asking, files };
}
