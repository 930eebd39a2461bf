/**
 * Plans that a client has seen, stored for a while, so that exactly the reviewed plan is applied. A plan holds the
 * bytes that it would install, so only a few are stored.
 */
import { randomUUID } from "node:crypto";
import type { LoadOptions } from "../../catalog/load/load.ts";
import type { Applied, Approval } from "../../install/apply/apply.ts";
import type { Plan } from "../../install/plan/plan.ts";
import type { Installer } from "../../ops/open-installer.ts";
import { unplaceSkills } from "../../ops/place-skills.ts";
import { Refusal } from "./requests/refusal.ts";

/** What would be done, and with what. */
export interface KeptPlan {
  readonly installer: Installer;
  readonly plan: Plan;
  /** Directories of installed skills that would go. */
  readonly gone: readonly string[];
  /** Only put where the lock says, and approved by nothing. */
  readonly frozen?: boolean;
}

const MAX_KEPT = 8;
const KEPT_MS = 15 * 60_000;

export class Plans {
  readonly #kept = new Map<string, KeptPlan & { readonly until: number }>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  keep(plan: KeptPlan): string {
    const id = randomUUID();
    this.#kept.set(id, { ...plan, until: this.#now() + KEPT_MS });
    for (const oldest of [...this.#kept.keys()].slice(0, -MAX_KEPT)) this.#kept.delete(oldest);
    return id;
  }

  find(id: string): KeptPlan {
    this.#forgetOld();
    const found = this.#kept.get(id);
    if (found) return found;
    throw new Refusal(404, "SK920", "there is no such plan, or it is too old", "make it again with `POST /api/plans`");
  }

  /** Carried out once; where that is refused, it can be tried with another approval. */
  async apply(id: string, approval: Approval, load: LoadOptions): Promise<readonly Applied[]> {
    const { installer, plan, gone } = this.find(id);
    const applied = await installer.apply(plan, approval);
    const removed = await installer.remove(gone);
    await unplaceSkills(
      removed.map(({ directory }) => directory),
      load,
    );
    this.#kept.delete(id);
    return [...applied, ...removed];
  }

  #forgetOld(): void {
    for (const [id, { until }] of this.#kept) if (until <= this.#now()) this.#kept.delete(id);
  }
}
