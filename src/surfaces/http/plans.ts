/**
 * Plans that a client has seen. They are stored for a while, so that exactly the reviewed plan is applied. A plan
 * contains the bytes that it would install, so only a few plans are stored.
 */
import { randomUUID } from "node:crypto";
import type { LoadOptions } from "../../catalog/load/load.ts";
import type { Applied, Approval } from "../../install/apply/apply.ts";
import type { ShownFiles } from "../../install/apply/remove.ts";
import type { Plan } from "../../install/plan/plan.ts";
import { unplaceSkills } from "../../ops/hosts/place-skills.ts";
import type { Installer } from "../../ops/open-installer.ts";
import { HttpRefusal } from "./requests/refusal.ts";

/** A plan with the options for applying it. */
export interface StoredPlan {
  readonly installer: Installer;
  readonly plan: Plan;
  /** Directories of installed skills that would be removed. */
  readonly gone: readonly string[];
  /** The files in the directories of `gone` when the plan was shown. */
  readonly shown: ShownFiles;
  /** True to restore the files of the lock without approving them. */
  readonly frozen?: boolean;
}

const MAX_KEPT = 8;
const KEPT_MS = 15 * 60_000;

export class PlanStore {
  readonly #kept = new Map<string, StoredPlan & { readonly until: number }>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  keep(plan: StoredPlan): string {
    const id = randomUUID();
    this.#kept.set(id, { ...plan, until: this.#now() + KEPT_MS });
    for (const oldest of [...this.#kept.keys()].slice(0, -MAX_KEPT)) this.#kept.delete(oldest);
    return id;
  }

  find(id: string): StoredPlan {
    return this.#find(id);
  }

  /** Applies a plan. This is possible only once. If the approval is refused, another approval can be tried. */
  async apply(id: string, approval: Approval, load: LoadOptions): Promise<readonly Applied[]> {
    const found = this.#find(id);
    const { installer, plan, gone, shown } = found;
    // A second request that arrives meanwhile must not find the plan.
    this.#kept.delete(id);
    try {
      const applied = await installer.apply(plan, approval);
      const removed = await installer.remove(gone, { shown });
      await unplaceSkills(
        removed.map(({ directory }) => directory),
        load,
      );
      return [...applied, ...removed];
    } catch (error) {
      this.#kept.set(id, found);
      throw error;
    }
  }

  #find(id: string): StoredPlan & { readonly until: number } {
    this.#forgetOld();
    const found = this.#kept.get(id);
    if (found) return found;
    throw new HttpRefusal(
      404,
      "SK920",
      "there is no plan with this id, or the plan is too old",
      "make the plan again with `POST /api/plans`",
    );
  }

  #forgetOld(): void {
    for (const [id, { until }] of this.#kept) if (until <= this.#now()) this.#kept.delete(id);
  }
}
