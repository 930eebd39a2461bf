/**
 * The checks between a skill that was found and the model: each gate may refuse it, in order, before anything is sent.
 * Afterwards `opened` of each is called once, in the same order. Both methods are optional.
 */
import type { Activation } from "../../model/conversation/activation.ts";
import type { Actor, Offered, Refusal } from "../../model/conversation/offer.ts";
import type { Skill } from "../../model/skills/skill.ts";
import type { EventAttributes, SkillEventName } from "./events/events.ts";
import type { LedgerEntry } from "./ledger.ts";

export interface Gate {
  readonly name: string;
  /**
   * Several skills are about to be asked for, by one message: what can only be settled once is settled now. Returns those
   * that it has nothing against, for the next gate; each of them still has to pass.
   */
  ahead?(skills: readonly Skill[], calling: GateEvents): Promise<readonly Skill[]>;
  /** A refusal, or nothing. */
  pass?(activation: Activation, calling: GateContext): Promise<Refusal | undefined>;
  /** A file or a script of a skill is asked for: a refusal, or nothing. */
  reach?(found: Offered, calling: ReachContext): Promise<Refusal | undefined>;
  /** The skill is the task of this session's agent: it has passed elsewhere, and is about to be opened here. */
  adopt?(activation: Activation, calling: GateContext): Promise<void>;
  /** The skill is in front of the model now; `repeated` where it was before. */
  opened?(activation: Activation, entry: LedgerEntry): void;
  /** The skill's task is done, or the session ends. */
  closed?(entry: LedgerEntry): void;
  /** A new turn begins. */
  turn?(number: number): void;
}

export interface GateEvents {
  readonly emit: (name: SkillEventName, attributes: EventAttributes) => void;
}

export interface ReachContext extends GateEvents {
  readonly asked: string;
  readonly actor: Actor;
  /** The skill itself was given before in this session. */
  readonly given: boolean;
}

export interface GateContext extends GateEvents {
  readonly asked: string;
  /** The ids of the skills that led here, outermost first. */
  readonly chain: readonly string[];
  /** Another agent will work on it: what it opens, it opens there. */
  readonly forked: boolean;
  /** A sentence for the model that follows the skill's text. */
  readonly note: (sentence: string) => void;
}
