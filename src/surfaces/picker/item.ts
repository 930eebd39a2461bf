import type { Scope } from "../../model/skills/root.ts";

/** A skill as the picker shows it. */
export interface PickItem {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly scope: Scope;
  readonly path: string;
  /** `loaded`, or the reason why the skill cannot be used. */
  readonly state: string;
  /** Returns warnings about the skill, such as missing dependencies, to show before it is chosen. */
  warnings(): readonly string[];
  /** Returns the beginning of the skill's instructions. It is read on demand. */
  preview(): string;
}
