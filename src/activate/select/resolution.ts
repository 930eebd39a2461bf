/** The skills that a message asks for, and the result for each. */
import type { AgentScope, Offered, Refusal } from "../../model/conversation/offer.ts";
import type { HostProfile } from "../../model/host-profile.ts";

export interface ResolveOptions {
  readonly profile: HostProfile;
  readonly scope?: AgentScope;
  /** Files that are being worked on. */
  readonly files?: readonly string[];
  /** Whether variables that a skill lacks are asked for before it is given. */
  readonly asksForVariables?: boolean;
  /** Connectors and apps, which a plain name might mean as well: their names or slugs. */
  readonly connectors?: readonly string[];
  /** Commands that the host has itself, with or without the slash. */
  readonly commands?: readonly string[];
  /** Paths or ids that the user picked from a list instead of typing them. */
  readonly picks?: readonly string[];
}

export type Form = "pick" | "dollar" | "link" | "slash" | "at";

/** A skill that is meant. `start` and `end` cut its mention out of the message; both are 0 for a pick. */
export interface Selected {
  readonly offered: Offered;
  readonly by: "pick" | "link" | "qualified" | "name";
  readonly form: Form;
  /** Text that the user typed after a leading `/name`. */
  readonly arguments?: string;
  /** The command of the skill that was typed in its place. */
  readonly command?: string;
  readonly start: number;
  readonly end: number;
}

export interface Refused extends Refusal {
  /** Missing where it is about the message as a whole. */
  readonly form?: Form;
  readonly start: number;
  readonly end: number;
}

/** A trigger phrase of a skill that occurs in the message: a hint, never an activation. */
export interface Suggested {
  readonly address: string;
  readonly phrase: string;
  readonly start: number;
  readonly end: number;
}

/** The skills that a message selects, those that are refused, and those that fit it. */
export interface Resolution {
  readonly selected: readonly Selected[];
  readonly refused: readonly Refused[];
  readonly suggested: readonly Suggested[];
}
