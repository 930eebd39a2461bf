/**
 * A tool that belongs to no framework: a name, a description, a schema of its input, and a function that always answers.
 * The schema speaks Standard Schema and Standard JSON Schema (standardschema.dev), which most frameworks take as it is.
 */
import type { StopSignal } from "./stop-signal.ts";

/** A tool that belongs to no framework: a name, a description, a JSON Schema, and a function. */
export interface NeutralTool<I = Record<string, unknown>> {
  readonly name: string;
  readonly description: string;
  readonly input: ToolInput<I>;
  /** What a model may write, as JSON Schema; a new object each time, because some frameworks write into it. */
  readonly jsonSchema: Record<string, unknown>;
  /** Takes anything, JSON text too, and never rejects: what goes wrong is text for the model. */
  execute(input: unknown, context?: { readonly signal?: Cancelled | undefined }): Promise<ToolResult>;
}

/** What is read of an `AbortSignal`; who only knows whether it was aborted may leave out the rest. */
export type Cancelled = Pick<StopSignal, "aborted"> & Partial<StopSignal>;

/** The answer of a tool, as text for the model. */
export interface ToolResult {
  readonly content: string;
  readonly isError: boolean;
}

/** Refuses a wrong type and a missing field. An unknown name passes: an answer with the nearest names helps a model more. */
export type ToolInput<I> = StandardSchemaV1<unknown, I> & StandardJSONSchemaV1<unknown, I>;

/** `validate` of the Standard Schema. */
export interface StandardSchemaV1<Input = unknown, Output = Input> {
  readonly "~standard": StandardProps<Input, Output> & {
    readonly validate: (value: unknown) => ValidatedInput<Output>;
  };
}

/** A value that fits, or the reasons why it does not. */
export type ValidatedInput<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string; readonly path?: readonly PropertyKey[] }[] };

/** `jsonSchema` of the Standard JSON Schema. */
export interface StandardJSONSchemaV1<Input = unknown, Output = Input> {
  readonly "~standard": StandardProps<Input, Output> & {
    readonly jsonSchema: {
      readonly input: (options: { readonly target: string }) => Record<string, unknown>;
      readonly output: (options: { readonly target: string }) => Record<string, unknown>;
    };
  };
}

interface StandardProps<Input, Output> {
  readonly version: 1;
  readonly vendor: string;
  readonly types?: { readonly input: Input; readonly output: Output } | undefined;
}
