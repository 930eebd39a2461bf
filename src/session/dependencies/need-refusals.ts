/** Remembers until the session ends which needs the user refused to meet. It stores only their names. */
import type { Need } from "../../model/skills/dependency.ts";
import { type DecisionState, MAX_DECISIONS } from "../conversation/state.ts";

export class NeedRefusals {
  readonly #skipped: Set<string>;
  readonly #never: Set<string>;

  constructor({ skipped = [], never = [] }: Partial<DecisionState> = {}) {
    this.#skipped = new Set(skipped);
    this.#never = new Set(never);
  }

  /** Records a refusal. `skip` refuses a need for the skills that the question showed, `never` for every skill. */
  decide(need: Need, did: "skip" | "never"): void {
    if (this.#skipped.size + this.#never.size >= MAX_DECISIONS) return;
    if (did === "never") this.#never.add(keyOfNeed(need));
    else for (const skill of need.skills) this.#skipped.add(`${keyOfNeed(need)}@${skill}`);
  }

  isSettled(need: Need, skill: string): boolean {
    return this.#never.has(keyOfNeed(need)) || this.#skipped.has(`${keyOfNeed(need)}@${skill}`);
  }

  get state(): DecisionState | undefined {
    if (this.#skipped.size + this.#never.size === 0) return undefined;
    return { skipped: [...this.#skipped].sort(), never: [...this.#never].sort() };
  }
}

/** Returns the key of a need, under which answers about it are stored. */
export function keyOfNeed({ kind, what }: Need): string {
  return `${kind}:${what}`;
}
