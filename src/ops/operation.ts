/**
 * The description of a verb, such as `update`. It is the source for the command line, the HTTP API, the app server,
 * completion, `docs/operations.md` and the JSON reference. Each surface adds only its own output. A verb has one or
 * more operations (`update`, `update --check`). Each operation has an input, an output, effects and `run`. A verb's
 * file imports only types, schemas and data; `run` and `answer` import their code on demand, so `--help` loads none of
 * that code.
 */
import type { Loading, LoadOptions } from "../catalog/load/load.ts";
import type { Prompter } from "../model/conversation/control.ts";
import type { StopSignal } from "../model/conversation/stop-signal.ts";
import type { Infer, Schema } from "../model/schema.ts";
import type { Answer } from "./answers/answer.ts";
import type * as shapes from "./answers/shapes.ts";
import type { InstallerOptions } from "./open-installer.ts";
import type { Skills } from "./open-skills.ts";

/**
 * `read`: reads files of this machine. `write`: changes files. `execute`: starts a program. `network`: contacts another
 * machine.
 */
export const EFFECTS = ["read", "write", "execute", "network"] as const;
export type Effect = (typeof EFFECTS)[number];

const VERB_GROUPS = ["See", "Write", "Run", "Manage", "Serve"] as const;
export type VerbGroup = (typeof VERB_GROUPS)[number];

/** The services that a surface provides to an operation. An operation does not know which surface it runs on. */
export interface OperationContext {
  readonly load: LoadOptions;
  readonly installer: InstallerOptions;
  /** True if every account of this machine can call the operation. The result must then not contain secrets. */
  readonly answersAnyone?: boolean;
  /** True if the process ends after the operation, so that loaded skills are of no further use. */
  readonly isOneShot?: boolean;
  /** Aborted if the caller disconnects or the user cancels. */
  readonly signal: StopSignal;
  /**
   * Returns the skills of this directory, optionally as `host` sees them. It is faster than `skills`, which returns an
   * object with more methods.
   */
  loaded(host?: string): Promise<Loading>;
  /** Loads the skills again after the operation changed something. */
  reloaded(): Promise<Loading>;
  /** Returns the library's main object for this directory, optionally as `host` sees the skills. */
  skills(host?: string): Promise<Skills>;
  /** Resolves a name, an id or a path that the caller wrote. Throws if the caller may not use it. */
  skillNamed(typed: string): Promise<string>;
  /** Resolves paths that the caller wrote. Throws if the caller may not use one of them. */
  pathsNamed(typed: readonly string[]): Promise<string[]>;
  /**
   * Shows a draft of the result to a person before anything changes, and asks for approval if the draft has a question.
   * Returns undefined if no person can answer; the inputs `yes` and `accept` then decide. Surfaces without a person do
   * not have this method.
   */
  review?(draft: unknown, question?: string): Promise<"yes" | "no" | undefined>;
  /** Shows a step of the operation to a person immediately. */
  notice?(message: string): void;
  /** Asks a person; undefined on surfaces without a person. */
  readonly prompter?: Prompter;
  /** Reports progress; undefined on surfaces that cannot show it. */
  progress?(step: { readonly what: string; readonly done: number; readonly total?: number }): void;
}

type ObjectSchema = Schema<object>;

/** Input fields that a surface does not accept, each with the reason. */
type Omissions<I> = { readonly [K in keyof I]?: string };

/** How the command line calls an operation. */
export interface CliForm<I> {
  /**
   * Flags that select this operation of the verb. The operation without flags runs if no other operation is selected.
   */
  readonly flags?: readonly string[];
  /** True if `--host NAME` selects this operation. Flags of another operation take precedence. */
  readonly forHost?: boolean;
  /** Input fields that are positional arguments, in order. A list takes all remaining words. */
  readonly arguments?: readonly (keyof I & string)[];
  /** Input fields that the command line does not accept, each with the reason. */
  readonly omits?: Omissions<I>;
}

/** How HTTP calls an operation. An operation that writes, executes or uses the network is a POST. */
export interface HttpForm<I> {
  /** The path, such as `/api/skills/{skill}`. Names in braces are input fields. */
  readonly path: string;
  /** The name of the operation, for clients that are generated from the OpenAPI document. */
  readonly id: string;
  /**
   * `GET` for operations that only read, otherwise `POST` (default). An operation that reads with long input is also a
   * POST.
   */
  readonly method?: "GET" | "POST";
  /** True if the operation reads from the disk. Only a few such requests run at the same time. */
  readonly heavy?: boolean;
  /** Returns true if the answer depends only on the snapshot. The answer is then cached until the snapshot changes. */
  kept?(input: I): boolean;
  /** Input fields that HTTP does not accept, each with the reason. */
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
  /** The documented JSON: a schema, or the name of a schema in `answers/shapes.ts`. */
  readonly output: Schema | ShapeName;
  readonly effects: readonly Effect[];
  /**
   * True if the result already contains the findings about damaged files and servers. The surface then does not print
   * them again.
   */
  readonly includesDamage?: boolean;
  /** A note for `docs/operations.md`. */
  readonly note?: string;
  readonly cli?: CliForm<Infer<I>>;
  /** How HTTP calls the operation, or the reason why HTTP does not have the operation. */
  readonly http: HttpForm<Infer<I>> | string;
  readonly appServer?: AppServerForm<Infer<I>>;
  /**
   * Returns the result, from which terminal output and JSON are built. Throws `InputError` if the input contradicts
   * itself.
   */
  run(input: Infer<I>, context: OperationContext): Promise<R> | R;
  /** Returns the documented JSON of a result. */
  answer(result: R, input: Infer<I>): Promise<Answer | object> | Answer | object;
  /** Returns true if the result is a failure, which means exit code 1. */
  failed?(result: R, input: Infer<I>): boolean;
}

/** An operation in a table, without its exact types. */
export type Operation = OperationSpec<Schema<Readonly<Record<string, unknown>>>, unknown>;

export interface Verb<O extends Readonly<Record<string, unknown>> = Readonly<Record<string, Operation>>> {
  readonly name: string;
  readonly group: VerbGroup;
  /** An imperative sentence for `skillwright --help`. */
  readonly summary: string;
  /** Describes the verb in a few sentences, for its `--help`. */
  readonly about: string;
  readonly examples: readonly (readonly [command: string, explanation: string])[];
  /** The kind of arguments that completion suggests. */
  readonly completes?: "skills" | "commands" | "files" | readonly string[];
  /** True if unknown options are passed on as arguments that the skill defines. */
  readonly loose?: boolean;
  /** The operations of the verb, by name. */
  readonly operations: O;
}

/**
 * Returns the operation unchanged. It makes TypeScript check `run`, `answer` and `failed` against `input` and the
 * result.
 */
export function operation<I extends ObjectSchema, R>(spec: OperationSpec<I, R>): OperationSpec<I, R> {
  return spec;
}

export function verb<const O extends Readonly<Record<string, unknown>>>(spec: Verb<O>): Verb<O> {
  return spec;
}

/** Returns the load options of this context, optionally as `host` sees the skills. */
export function loadAsHost(host: string | undefined, { load }: Pick<OperationContext, "load">): LoadOptions {
  return host === undefined ? load : { ...load, host };
}

/** Returns true if a surface with untrusted clients requires `--write` and a token for this operation. */
export function needsConsent({ effects }: Pick<Operation, "effects">): boolean {
  return effects.includes("write") || effects.includes("execute");
}
