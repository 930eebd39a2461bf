/** The skills that an actor may have, in listing order, each under its address. */
import type { Asking, Offered } from "../../model/conversation/offer.ts";
import type { Snapshot } from "../../model/skills/snapshot.ts";
import { addressList } from "./addresses.ts";
import { refuse } from "./refuse.ts";

export function offeredSkills(snapshot: Snapshot, asking: Asking): Offered[] {
  const addresses = addressList(snapshot);
  const here = asProjectPaths(asking, snapshot);
  const list: Offered[] = [];
  snapshot.skills.forEach((loaded, at) => {
    if (refuse(loaded, here) === undefined) list.push({ address: addresses[at] as string, loaded });
  });
  return list;
}

/** The same question, asked in a project: its files are written from the project root, as `paths` are. */
export function asProjectPaths(asking: Asking, { projectRoot }: Pick<Snapshot, "projectRoot">): Asking {
  if (asking.files === undefined || asking.files.length === 0) return asking;
  const root = projectRoot.endsWith("/") ? projectRoot : `${projectRoot}/`;
  const files = asking.files.map((file) => (file.startsWith(root) ? file.slice(root.length) : file));
  return { ...asking, files };
}
