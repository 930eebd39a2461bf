/**
 * What stands between a skill that was found and the model: each gate may refuse it, in order, before anything is given.
 * After it was given, `opened` of each is called once, in the same order; a gate that is only interested in one of the two
 * leaves the other out.
 */
import type { Activation } from "../model/activation.ts";
import type { Refusal } from "../model/offer.ts";
import type { LedgerEntry } from "./ledger.ts";

export interface Gate {
  readonly name: string;
  /** A refusal, or nothing. */
  pass?(activation: Activation, calling: GateContext): Promise<Refusal | undefined>;
  /** The skill is in front of the model now; `repeated` where it was before. */
  opened?(activation: Activation, entry: LedgerEntry): void;
  /** The skill's task is done, or the session ends. */
  closed?(entry: LedgerEntry): void;
  /** A new turn begins. */
  turn?(number: number): void;
}

export interface GateContext {
  readonly asked: string;
  /** The ids of the skills that led here, outermost first. */
  readonly chain: readonly string[];
}
