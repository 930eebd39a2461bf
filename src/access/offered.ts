/** The skills that an actor may have, in listing order, each under its address. */
import type { Asking, Offered } from "../model/offer.ts";
import type { Snapshot } from "../model/snapshot.ts";
import { addressesOf } from "./addresses.ts";
import { fromProject } from "./from-project.ts";
import { refuse } from "./refuse.ts";

export function offered(snapshot: Snapshot, asking: Asking): Offered[] {
  const names = addressesOf(snapshot);
  const here = fromProject(asking, snapshot);
  const list: Offered[] = [];
  for (const loaded of snapshot.skills)
    if (refuse(loaded, here) === undefined) list.push({ address: names.get(loaded) ?? loaded.skill.id, loaded });
  return list;
}
