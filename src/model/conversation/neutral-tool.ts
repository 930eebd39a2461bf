/**
 * A framework-independent tool: a name, a description, an input schema, and a function that never throws. The schema
 * follows Standard Schema and Standard JSON Schema (standardschema.dev), which most frameworks accept.
 */
import type { StopSignal } from "./stop-signal.ts";

/** A framework-independent tool: a name, a description, a JSON Schema, and a function. */
export interface NeutralTool<I = Record<string, unknown>> {
  readonly name: string;
  readonly description: string;
  readonly input: ToolInput<I>;
  /** The input as JSON Schema. Each read returns a new object, because some frameworks modify it. */
  readonly jsonSchema: Record<string, unknown>;
  /** Runs the tool with any input, including JSON text. The promise never rejects: errors become text for the model. */
  execute(input: unknown, context?: { readonly signal?: Cancelled | undefined }): Promise<ToolResult>;
}

/** The part of an `AbortSignal` that the engine reads. Only `aborted` is required. */
export type Cancelled = Pick<StopSignal, "aborted"> & Partial<StopSignal>;

/** The result of a tool call, as text for the model. */
export interface ToolResult {
  readonly content: string;
  readonly isError: boolean;
}

/**
 * A schema that rejects wrong types and missing fields. It accepts unknown field names, because the tool's answer
 * suggests similar names.
 */
export type ToolInput<I> = StandardSchemaV1<unknown, I> & StandardJSONSchemaV1<unknown, I>;

/** The `validate` part of Standard Schema. */
export interface StandardSchemaV1<Input = unknown, Output = Input> {
  readonly "~standard": StandardProps<Input, Output> & {
    readonly validate: (value: unknown) => ValidatedInput<Output>;
  };
}

/** A valid value, or the reasons why it is invalid. */
export type ValidatedInput<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string; readonly path?: readonly PropertyKey[] }[] };

/** The `jsonSchema` part of Standard JSON Schema. */
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
