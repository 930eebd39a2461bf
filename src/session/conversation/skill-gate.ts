/**
 * The interface of the checks between reading a skill and giving it to the model. The gates are called in order, and
 * each gate may refuse the skill before anything is sent. If no gate refuses the skill, `onOpen` is called once for
 * each gate, in the same order. All methods are optional.
 */
import type { Activation } from "../../model/conversation/activation.ts";
import type { Actor, OfferedSkill, Refusal } from "../../model/conversation/offer.ts";
import type { Skill } from "../../model/skills/skill.ts";
import type { EventAttributes, SkillEventName } from "./events/events.ts";
import type { LedgerEntry } from "./ledger.ts";

export interface SkillGate {
  /**
   * Handles several skills of one message together, for example by asking one question for all missing values. Returns
   * the skills that this gate does not refuse; `pass` is still called for each of them.
   */
  passTogether?(skills: readonly Skill[], calling: GateEvents): Promise<readonly Skill[]>;
  /** Returns a refusal, or undefined to let the skill pass. */
  pass?(activation: Activation, calling: SkillGateContext): Promise<Refusal | undefined>;
  /** Decides about a file or a script of a skill: returns a refusal or undefined. */
  passFile?(found: OfferedSkill, calling: FileGateContext): Promise<Refusal | undefined>;
  /**
   * Called in a subagent's session for the skill that is the subagent's task. The skill has passed the gates of the
   * parent session, and becomes active in this session.
   */
  adopt?(activation: Activation, calling: SkillGateContext): Promise<void>;
  /** Called when the model has received the skill. `repeated` is true if the model had received it before. */
  onOpen?(activation: Activation, entry: LedgerEntry): void;
  /** Called when the skill's task is done, or when the session ends. */
  onClose?(entry: LedgerEntry): void;
  /** Called when a new turn begins. */
  onTurn?(number: number): void;
}

export interface GateEvents {
  readonly emit: (name: SkillEventName, attributes: EventAttributes) => void;
}

export interface FileGateContext extends GateEvents {
  readonly asked: string;
  readonly actor: Actor;
  /** True if the session has already given this skill to the model. */
  readonly given: boolean;
}

export interface SkillGateContext extends GateEvents {
  readonly asked: string;
  /** Ids of the skills that led to this request, outermost first. Each of these skills requested the next skill. */
  readonly chain: readonly string[];
  /** True if a subagent works on the skill. Permissions then open in the subagent's session. */
  readonly forked: boolean;
  /** Adds a sentence for the model after the skill's text. */
  readonly note: (sentence: string) => void;
}
