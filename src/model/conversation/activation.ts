/** The types of an activation: a skill that is given to a model, with its arguments. */
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { ArgumentValue, Skill } from "../skills/skill.ts";
import type { Snapshot } from "../skills/snapshot.ts";
import type { Actor, Refusal } from "./offer.ts";
import type { StopSignal } from "./stop-signal.ts";

/** A request for the text of one skill, with the actor that makes the request. */
export interface ActivationRequest {
  /** The skill: an address, a name, an id or a path. */
  readonly asked: string;
  /** The arguments as typed; undefined if there are none. */
  readonly arguments?: string;
  /** The command of the skill that receives the arguments. If it is missing, the first word may name a command. */
  readonly command?: string;
  readonly actor: Actor;
  /** The address of the skill that makes the request, if a skill makes it. */
  readonly from?: string;
  /** Cancels the commands of the text and the skill's agent. */
  readonly signal?: StopSignal;
}

/** A file of a skill other than its SKILL.md. */
export interface Resource {
  /** The path relative to the skill's directory, with `/`. */
  readonly path: string;
  readonly bytes: number;
}

/** A command in a skill's body that runs before the model reads the body. */
export interface ShellExpression {
  readonly command: string;
  readonly form: "inline" | "block";
  /** Line in the body, starting at 1. */
  readonly line: number;
  /** The reason why the command did not run. */
  readonly refused?: string;
  /** The reason why there is no output, although the command ran. */
  readonly failed?: string;
}

/** The output of a command, or the reason why there is no output. */
export type ShellResult = { readonly output: string } | { readonly failed: string } | { readonly refused: string };

/** The shell commands of one text, and the values that they receive. */
export interface ShellText {
  readonly skill: Skill;
  /** Digest of the file that was read, `sha256:…`. */
  readonly fileDigest: string;
  readonly commands: readonly string[];
  /** The arguments as separate words. `typed` has the same arguments as one text. */
  readonly words: readonly string[];
  readonly typed: string;
  readonly names: readonly string[];
  /** The number in the placeholder of the first word: 0 for `$0`, or 1 for `$1`. */
  readonly base: 0 | 1;
}

/** One result for each command, or the reason why the skill is not loaded. */
export type ShellAnswer =
  | { readonly results: readonly ShellResult[] }
  | { readonly refusal: Pick<Refusal, "code" | "reason" | "help"> };

/** All data that a renderer needs to write an envelope. */
export interface Prepared {
  readonly skill: Skill;
  readonly address: string;
  readonly actor: Actor;
  readonly arguments?: string;
  /** The command that was called, and the values of its arguments. */
  readonly command?: { readonly name: string; readonly values: Readonly<Record<string, ArgumentValue>> };
  /** The instructions for the model: placeholders are replaced, and the length is capped. */
  readonly body: string;
  /** The whole file with its frontmatter, for hosts that send it unchanged. */
  readonly file: string;
  readonly directory: string;
  readonly resources: readonly Resource[];
  /** Number of resources that `resources` leaves out. */
  readonly moreResources: number;
  /** The tool that reads resources (default: `skill_resource`); null if the model has none. */
  readonly reader?: string | null;
  readonly shell: readonly ShellExpression[];
  /** The full length of the body in characters, if it was cut. */
  readonly cutFrom?: number;
  /** The byte offset in the file where the rest of the body starts, if the body was cut. */
  readonly restAt?: number;
  /** Digest of the text before the envelope is added. Equal digests mean equal renderings. */
  readonly digest: string;
  /** Digest of the file as read, before placeholders were replaced. */
  readonly revision: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** A message that contains a skill. */
export interface SkillItem {
  readonly role: "user" | "tool" | "system" | "developer";
  readonly text: string;
}

/** A skill that was given to a model: its text in the host's envelope, and its resources. */
export interface Activation extends Prepared {
  /** The envelope, exactly as the model receives it. */
  readonly text: string;
  readonly role: SkillItem["role"];
}

export type Activated =
  | { readonly activation: Activation; readonly snapshot: Snapshot }
  | { readonly refusal: Refusal; readonly snapshot: Snapshot };
