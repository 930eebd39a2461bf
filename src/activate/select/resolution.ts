/** The options for resolving a message, and the result for every skill that the message requests. */
import type { AgentScope, OfferedSkill, Refusal } from "../../model/conversation/offer.ts";
import type { HostProfile } from "../../model/host-profile.ts";

export interface ResolveOptions {
  readonly profile: HostProfile;
  readonly scope?: AgentScope;
  /** Files in use. */
  readonly files?: readonly string[];
  /** True if the user can be asked for missing variables. */
  readonly asksForVariables?: boolean;
  /** Names or slugs of connectors and apps. A plain name in a message may mean one of them instead of a skill. */
  readonly connectors?: readonly string[];
  /** The host's own commands, with or without the slash. */
  readonly commands?: readonly string[];
  /** Paths or ids that the user picked from a list instead of typing them. */
  readonly picks?: readonly string[];
}

export type MentionForm = "pick" | "dollar" | "link" | "slash" | "at";

/**
 * A selected skill. `start` and `end` are the position of its mention in the message; both are 0 for a skill that the
 * user picked from a list.
 */
export interface SelectedSkill {
  readonly offered: OfferedSkill;
  readonly by: "pick" | "link" | "qualified" | "name";
  readonly form: MentionForm;
  /** Text that the user typed after a leading `/name`. */
  readonly arguments?: string;
  /** The skill's command, if the user typed it instead of the skill's name. */
  readonly command?: string;
  readonly start: number;
  readonly end: number;
}

export interface RefusedMention extends Refusal {
  /** Form of the mention; undefined if the refusal concerns the whole message. */
  readonly form?: MentionForm;
  readonly start: number;
  readonly end: number;
}

/** A trigger phrase of a skill that occurs in the message. It is only a hint and never activates the skill. */
export interface SuggestedSkill {
  readonly address: string;
  readonly phrase: string;
  readonly start: number;
  readonly end: number;
}

/** The skills that a message selects, refused mentions, and suggestions. */
export interface MessageResolution {
  readonly selected: readonly SelectedSkill[];
  readonly refused: readonly RefusedMention[];
  readonly suggested: readonly SuggestedSkill[];
}
