/**
 * A verb of the product, described once. The command line, the HTTP API, the app server, completion, `docs/operations.md`
 * and the JSON reference are derived from this value; a surface adds presentation only.
 *
 * A verb (`update`) has one or more operations (`update`, `update --check`). Each operation has an input, an output, effects
 * and `run`. A verb's file imports types, schemas and other data only; `run` and `answer` import their code when they are
 * called, so that `--help` loads none of it.
 */
import type { Loading, LoadOptions } from "../catalog/load/load.ts";
import type { Prompter } from "../model/conversation/control.ts";
import type { StopSignal } from "../model/conversation/stop-signal.ts";
import type { Infer, Schema } from "../model/schema.ts";
import type { Answer } from "./answers/answer.ts";
import type * as shapes from "./answers/shapes.ts";
import type { InstallerOptions } from "./open-installer.ts";
import type { Skills } from "./open-skills.ts";

/** `read`: files of this machine. `write`: changes files. `execute`: starts a program. `network`: contacts another machine. */
export const EFFECTS = ["read", "write", "execute", "network"] as const;
export type Effect = (typeof EFFECTS)[number];

export const GROUPS = ["See", "Write", "Run", "Manage", "Serve"] as const;
export type Group = (typeof GROUPS)[number];

/** The services that a surface provides to an operation. An operation does not know which surface it runs on. */
export interface OperationContext {
  readonly load: LoadOptions;
  readonly installer: InstallerOptions;
  /** True if every account of this machine can call the operation: secrets stay out of the result. */
  readonly answersAnyone?: boolean;
  /** Fires when the caller has gone or the user wants to stop. */
  readonly signal: StopSignal;
  /** The skills of this place, or as `host` sees them, without the parts that only `skills` has: cheap. */
  loaded(host?: string): Promise<Loading>;
  /** The skills of this place after a change that the operation made. */
  reloaded(): Promise<Loading>;
  /** The library's object for this place, or for this place as `host` sees it. */
  skills(host?: string): Promise<Skills>;
  /** A name, an id or a path that the caller wrote → what the library looks for. Throws if the caller may not name it. */
  skillNamed(typed: string): Promise<string>;
  /** Paths that the caller wrote → absolute paths. Throws if the caller may not name one of them. */
  pathsNamed(typed: readonly string[]): Promise<string[]>;
  /**
   * Shows a person a draft of the result, before anything is changed. With a question it asks for a yes. Returns undefined if
   * no person can answer: then `yes` and `accept` of the input decide. A surface without a person has no such function.
   */
  review?(draft: unknown, question?: string): Promise<"yes" | "no" | undefined>;
  /** Tells a person at once about a step of the operation. */
  notice?(message: string): void;
  /** Asks a person, on surfaces that have one. */
  readonly prompter?: Prompter;
  /** Reports the progress of long work, on surfaces that can show it. */
  progress?(step: { readonly what: string; readonly done: number; readonly total?: number }): void;
}

type ObjectSchema = Schema<object>;

/** Fields of an input that a surface does not take, each with the reason. */
type Omissions<I> = { readonly [K in keyof I]?: string };

/** How the command line calls an operation. */
export interface CliForm<I> {
  /** The flags that select this operation of the verb. None: the operation that runs without such a flag. */
  readonly flags?: readonly string[];
  /** `--host NAME` selects this operation if no flag selects another one. */
  readonly forHost?: boolean;
  /** The input fields that are arguments, in order. A list takes all words that are left. */
  readonly arguments?: readonly (keyof I & string)[];
  /** Input fields that the command line does not have, each with the reason. */
  readonly omits?: Omissions<I>;
}

/** How HTTP calls an operation. An operation that writes, runs or fetches something is a POST. */
export interface HttpForm<I> {
  /** `/api/skills/{skill}`: names in braces are input fields. */
  readonly path: string;
  /** The name of the operation, for clients that are generated from the OpenAPI document. */
  readonly id: string;
  /** `GET` for operations that only read, `POST` otherwise (default). Long input makes a reading operation a POST, too. */
  readonly method?: "GET" | "POST";
  /** Reads more than what is in memory; few such requests run at once. */
  readonly heavy?: boolean;
  /** Returns whether the answer depends only on the snapshot, so that it can be cached until the snapshot changes. */
  kept?(input: I): boolean;
  /** Input fields that HTTP does not have, each with the reason. */
  readonly omits?: Omissions<I>;
}

/** How the app server calls an operation. `skill` becomes `name` or `path`, and every method takes `cwd`. */
export interface AppServerForm<I> {
  readonly method: string;
  readonly omits?: Omissions<I>;
}

/** The name of an answer in `answers/shapes.ts`. */
export type ShapeName = {
  [K in keyof typeof shapes]: (typeof shapes)[K] extends Schema ? K : never;
}[keyof typeof shapes];

export interface OperationSpec<I extends ObjectSchema, R> {
  /** An imperative sentence: `List installed skills that changed at their source`. */
  readonly summary: string;
  readonly input: I;
  /** The documented JSON: a schema, or the name of one in `answers/shapes.ts`. */
  readonly output: Schema | ShapeName;
  readonly effects: readonly Effect[];
  /** The result has the findings about damaged files and servers, so that a surface prints none beside it. */
  readonly includesDamage?: boolean;
  /** What `docs/operations.md` says beside the effects. */
  readonly note?: string;
  readonly cli?: CliForm<Infer<I>>;
  /** A text is the reason why HTTP does not have the operation. */
  readonly http: HttpForm<Infer<I>> | string;
  readonly appServer?: AppServerForm<Infer<I>>;
  /** Returns the result that presentations show. Throws `InputError` if the input contradicts itself. */
  run(input: Infer<I>, context: OperationContext): Promise<R> | R;
  /** The documented JSON of a result. */
  answer(result: R, input: Infer<I>): Promise<Answer | object> | Answer | object;
  /** Returns whether the result is a failure: exit code 1. */
  failed?(result: R, input: Infer<I>): boolean;
}

/** An operation of which only the table is known, not the types. */
export type Operation = OperationSpec<Schema<Readonly<Record<string, unknown>>>, unknown>;

export interface Verb<O extends Readonly<Record<string, unknown>> = Readonly<Record<string, Operation>>> {
  readonly name: string;
  readonly group: Group;
  /** An imperative sentence for `skillwright --help`. */
  readonly summary: string;
  /** Describes the verb in a few sentences, for its `--help`. */
  readonly about: string;
  readonly examples: readonly (readonly [command: string, explanation: string])[];
  /** What completion offers as arguments. */
  readonly completes?: "skills" | "commands" | "files" | readonly string[];
  /** Words that look like unknown options are arguments, because the skill defines them. */
  readonly loose?: boolean;
  /** By name. */
  readonly operations: O;
}

/** Checks that `run`, `answer` and `failed` take what `input` describes and what `run` returns. */
export function operation<I extends ObjectSchema, R>(spec: OperationSpec<I, R>): OperationSpec<I, R> {
  return spec;
}

export function verb<const O extends Readonly<Record<string, unknown>>>(spec: Verb<O>): Verb<O> {
  return spec;
}

/** The options to load this place, or this place as `host` sees it. */
export function loadThrough(host: string | undefined, { load }: Pick<OperationContext, "load">): LoadOptions {
  return host === undefined ? load : { ...load, host };
}

/** Returns whether a surface that is open to strangers needs `--write` and a token for this operation. */
export function needsConsent({ effects }: Pick<Operation, "effects">): boolean {
  return effects.includes("write") || effects.includes("execute");
}
