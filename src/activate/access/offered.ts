/** The skills that an actor may have, in listing order, each under its address. */
import type { Asking, Offered } from "../../model/conversation/offer.ts";
import type { Snapshot } from "../../model/skills/snapshot.ts";
import { addressList } from "./addresses.ts";
import { fromProject } from "./from-project.ts";
import { refuse } from "./refuse.ts";

export function offered(snapshot: Snapshot, asking: Asking): Offered[] {
  const addresses = addressList(snapshot);
  const here = fromProject(asking, snapshot);
  const list: Offered[] = [];
  snapshot.skills.forEach((loaded, at) => {
    if (refuse(loaded, here) === undefined) list.push({ address: addresses[at] as string, loaded });
  });
  return list;
}
