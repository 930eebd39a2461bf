import type { Scope } from "../../model/skills/root.ts";

/** A skill as the picker shows it. */
export interface PickItem {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly scope: Scope;
  readonly path: string;
  /** `loaded`, or why it cannot be used. */
  readonly state: string;
  /** What to know before it is chosen, such as what it needs and is not there. */
  warnings(): readonly string[];
  /** The beginning of its instructions, read when it is looked at. */
  preview(): string;
}
