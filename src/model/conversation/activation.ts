/** A skill put in front of a model, once, with its arguments. */
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { ArgumentValue, Skill } from "../skills/skill.ts";
import type { Snapshot } from "../skills/snapshot.ts";
import type { Actor, Refusal } from "./offer.ts";
import type { StopSignal } from "./stop-signal.ts";

/** A request for the text of one skill, and who makes it. */
export interface ActivationRequest {
  /** An address, a name, an id or a path. */
  readonly asked: string;
  /** As typed; undefined where none were given. */
  readonly arguments?: string;
  /** A command of the skill: the arguments are its own. Otherwise the first word may be one. */
  readonly command?: string;
  readonly actor: Actor;
  /** The address of the skill that asks, where a skill does. */
  readonly from?: string;
  /** Ends what runs for it: commands of its text, or its agent. */
  readonly signal?: StopSignal;
}

/** A file of a skill besides its SKILL.md. */
export interface Resource {
  /** From the skill's directory, with `/`. */
  readonly path: string;
  readonly bytes: number;
}

/** A command that a body asks to run before the model reads it. */
export interface ShellExpression {
  readonly command: string;
  readonly form: "inline" | "block";
  /** Line in the body, from 1. */
  readonly line: number;
  /** Why it was not run. */
  readonly refused?: string;
  /** Why its output is missing although it was run. */
  readonly failed?: string;
}

/** What became of a command: its output, or why there is none. */
export type ShellResult = { readonly output: string } | { readonly failed: string } | { readonly refused: string };

/** The commands of one text, and what they are to be told. */
export interface ShellText {
  readonly skill: Skill;
  /** Of the file that was read, `sha256:…`. */
  readonly fileDigest: string;
  readonly commands: readonly string[];
  /** Words of the arguments, and all that was typed. */
  readonly words: readonly string[];
  readonly typed: string;
  readonly names: readonly string[];
  /** What the first word is called: `$0` or `$1`. */
  readonly base: 0 | 1;
}

/** One result for each command, or why the skill is not loaded. */
export type ShellAnswer =
  | { readonly results: readonly ShellResult[] }
  | { readonly refusal: Pick<Refusal, "code" | "reason" | "help"> };

/** Everything that an envelope is made of. */
export interface Prepared {
  readonly skill: Skill;
  readonly address: string;
  readonly actor: Actor;
  readonly arguments?: string;
  /** The command that was called, and the value of each of its arguments. */
  readonly command?: { readonly name: string; readonly values: Readonly<Record<string, ArgumentValue>> };
  /** The instructions as the model gets them: arguments in place, not longer than the cap. */
  readonly body: string;
  /** The whole file with its frontmatter, for hosts that hand it out so. */
  readonly file: string;
  readonly directory: string;
  readonly resources: readonly Resource[];
  /** Resources beyond those listed. */
  readonly moreResources: number;
  /** The tool that reads them, where it is not `skill_resource`; null where the model has none. */
  readonly reader?: string | null;
  readonly shell: readonly ShellExpression[];
  /** Where the body was cut: its whole length in characters. */
  readonly cutFrom?: number;
  /** Then also the byte of the file at which the rest begins. */
  readonly restAt?: number;
  /** Of what the model gets, before it is wrapped: the same digest is the same rendering. */
  readonly digest: string;
  /** A digest of the file as it was read, whatever was put into its text since. */
  readonly revision: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** A message that carries a skill. */
export interface SkillItem {
  readonly role: "user" | "tool" | "system" | "developer";
  readonly text: string;
}

/** A skill that was given to a model: its text in the envelope of the host, and its resources. */
export interface Activation extends Prepared {
  /** The envelope: exactly what the model receives. */
  readonly text: string;
  readonly role: SkillItem["role"];
}

export type Activated =
  | { readonly activation: Activation; readonly snapshot: Snapshot }
  | { readonly refusal: Refusal; readonly snapshot: Snapshot };
