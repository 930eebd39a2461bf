/**
 * Schemas for input, output and files. Each schema is a JSON Schema for the OpenAPI document, a type for the code, and
 * a validator. Schemas support only the part of JSON Schema that the routes and the files need.
 */

/** The supported keywords of JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly const?: string | number | boolean;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  /** The schemas of the first elements of an array. */
  readonly prefixItems?: readonly JsonSchema[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly default?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly $ref?: string;
}

declare const value: unique symbol;

export interface Schema<T = unknown> {
  readonly json: JsonSchema;
  /** The name of the schema as a component of the OpenAPI document. */
  readonly name?: string;
  readonly optional?: boolean;
  /** The description of the field that uses this schema. It is set only if the schema has a name. */
  readonly description?: string;
  /** Named schemas that this schema contains. */
  readonly uses?: readonly Schema[];
  /** The fields of an object. */
  readonly fields?: Readonly<Record<string, Schema>>;
  /** How the command line accepts this field, if not in the default way of the schema. */
  readonly option?: CliFieldForm;
  readonly [value]?: T;
}

/** How the command line accepts a field, such as `--hits N` or `-k N`. */
export interface CliFieldForm {
  /** The placeholder of the value in the help, such as `DIR`. */
  readonly value?: string;
  readonly short?: string;
  /** The option's name, if it differs from the field's name. */
  readonly name?: string;
  /** True if the option sets the field to false: `--no-bodies`. */
  readonly off?: boolean;
  /** The value that the option sets, if the option is a flag such as `--user`. */
  readonly sets?: string;
  /** True if one option holds the whole list, `a,b`. Otherwise the option is repeated. */
  readonly commas?: boolean;
  /**
   * True if the command line has all words of the field in one text with shell quotes. `plain`: the text has spaces
   * between the words.
   */
  readonly words?: boolean | "plain";
  /** True if the value `-` means standard input. */
  readonly stdin?: boolean;
  /** `host`: shell completion offers the names of hosts. `hosts`: it offers several names, separated by commas. */
  readonly completes?: "host" | "hosts";
}

/** A schema of a field that may be missing. */
export interface OptionalSchema<T> extends Schema<T> {
  readonly optional: true;
}

export type Infer<S> = S extends Schema<infer T> ? T : never;

type Fields = Readonly<Record<string, Schema>>;
type Needed<F extends Fields> = { [K in keyof F]: F[K] extends OptionalSchema<unknown> ? never : K }[keyof F];
/** The type of the objects that have these fields. */
export type ObjectOf<F extends Fields> = { readonly [K in Needed<F>]: Infer<F[K]> } & {
  readonly [K in Exclude<keyof F, Needed<F>>]?: Infer<F[K]>;
};

/** Maximum characters of a text in a request, unless the schema of the text sets another maximum. */
const MAX_TEXT = 4096;
const MAX_ITEMS = 200;

export function text(description: string, maxLength = MAX_TEXT): Schema<string> {
  return { json: { type: "string", description, maxLength } };
}

export function integer(description: string, minimum = 0, maximum = 9_999_999_999): Schema<number> {
  return { json: { type: "integer", description, minimum, maximum } };
}

export function decimal(description: string, minimum: number, maximum: number): Schema<number> {
  return { json: { type: "number", description, minimum, maximum } };
}

export function flag(description: string): Schema<boolean> {
  return { json: { type: "boolean", description } };
}

export function oneOf<const C extends readonly string[]>(choices: C, description: string): Schema<C[number]> {
  return { json: { type: "string", enum: choices, description } };
}

export function textList(description: string, maxItems = MAX_ITEMS, maxLength = MAX_TEXT): Schema<readonly string[]> {
  return { json: { type: "array", description, items: { type: "string", maxLength }, maxItems } };
}

export function choiceList<const C extends readonly string[]>(
  choices: C,
  description: string,
): Schema<readonly C[number][]> {
  return { json: { type: "array", description, items: { type: "string", enum: choices }, maxItems: MAX_ITEMS } };
}

/** Returns a copy of a field's schema with its form on the command line. */
export function withCliForm<S extends Schema>(schema: S, form: CliFieldForm): S {
  return { ...schema, option: form };
}

/** Creates an object schema. If it has a name, other schemas refer to it. */
export function object<const F extends Fields>(fields: F, name?: string): Schema<ObjectOf<F>> {
  const entries = Object.entries(fields);
  return {
    ...(name === undefined ? {} : { name }),
    uses: entries.map(([, schema]) => schema),
    fields,
    json: {
      type: "object",
      properties: Object.fromEntries(
        entries.map(([key, schema]) => [key, { ...referenceOrSchema(schema), ...describe(schema.description) }]),
      ),
      required: entries.flatMap(([key, { optional: left }]) => (left ? [] : [key])),
    },
  };
}

/** Returns a copy of an object schema that rejects unknown keys. */
export function rejectUnknownKeys<T>(schema: Schema<T>): Schema<T> {
  return { ...schema, json: { ...schema.json, additionalProperties: false } };
}

/** Returns a reference if the schema has a name; otherwise the schema itself. */
export function referenceOrSchema({ name, json }: Schema): JsonSchema {
  return name === undefined ? json : { $ref: `#/components/schemas/${name}` };
}

// The following functions create schemas for fields of responses. Their values have no size limits.

export function string(description: string): Schema<string> {
  return { json: { type: "string", description } };
}

export function number(description: string): Schema<number> {
  return { json: { type: "number", description } };
}

export function boolean(description: string): Schema<boolean> {
  return { json: { type: "boolean", description } };
}

/** Creates a schema for any value: a skill's value, a setting, or a small object that the description explains. */
export function anything(description: string): Schema<unknown> {
  return { json: { description } };
}

export function stringList(description: string, maxItems?: number): Schema<readonly string[]> {
  return list(string(""), description, maxItems, { type: "string" });
}

export function list<T>(
  schema: Schema<T>,
  description?: string,
  maxItems?: number,
  items: JsonSchema = referenceOrSchema(schema),
): Schema<readonly T[]> {
  const limit = maxItems === undefined ? {} : { maxItems };
  return { uses: [schema], json: { type: "array", ...describe(description), items, ...limit } };
}

/** Creates a schema for a text that matches an expression. */
export function matching(pattern: RegExp, description: string): Schema<string> {
  return { json: { type: "string", description, pattern: pattern.source } };
}

export function record<T>(schema: Schema<T>, description: string): Schema<Readonly<Record<string, T>>> {
  return { uses: [schema], json: { type: "object", description, additionalProperties: referenceOrSchema(schema) } };
}

/** Creates a schema for one of several values, which may have different types. */
export function constant<const C extends readonly (string | number | boolean)[]>(
  choices: C,
  description: string,
): Schema<C[number]> {
  const [only, ...more] = choices.map((choice): JsonSchema => ({ const: choice }));
  return { json: { description, ...(more.length === 0 ? only : { anyOf: [only ?? {}, ...more] }) } };
}

/** Creates a schema for a value that fits one of several schemas. */
export function either<const S extends readonly Schema[]>(schemas: S, description: string): Schema<Infer<S[number]>> {
  return { uses: schemas, json: { description, anyOf: schemas.map(referenceOrSchema) } };
}

/** Creates a schema for a pair of texts. */
export function stringPair(description: string): Schema<readonly [first: string, second: string]> {
  return { json: { type: "array", description, items: { type: "string" }, minItems: 2, maxItems: 2 } };
}

/** Creates a schema for a pair of a text and a value, as in the entries of a map. */
export function keyValuePair<T>(value: Schema<T>, description: string): Schema<readonly [key: string, value: T]> {
  const prefixItems = [{ type: "string" }, value.json];
  return { uses: [value], json: { type: "array", description, prefixItems, minItems: 2, maxItems: 2 } };
}

/** Returns a copy of an object schema in which every field is optional. */
export function withOptionalFields<T>({ fields = {}, description }: Schema<T>): Schema<Partial<T>> {
  const loose = Object.entries(fields).map(([key, field]) => [key, optional(field)]);
  return { ...object(Object.fromEntries(loose)), ...describe(description) } as Schema<Partial<T>>;
}

/** Returns a copy of an object schema without one of its fields. */
export function withoutField({ fields = {}, description, name }: Schema, left: string): Schema {
  const kept = Object.entries(fields).filter(([key]) => key !== left);
  return { ...object(Object.fromEntries(kept), name), ...describe(description) };
}

/** Returns a copy of an object schema in which fields with a default are optional. */
export function withDefaults<T, D extends { readonly [K in keyof T]?: unknown }>(
  { fields = {}, description }: Schema<T>,
  defaults: D,
): Schema<Omit<T, keyof D> & Partial<Pick<T, keyof D & keyof T>>> {
  const made = Object.entries(fields).map(([key, field]) =>
    Object.hasOwn(defaults, key)
      ? [key, optional({ ...field, json: { ...field.json, ...defaultOf(defaults[key as keyof D]) } })]
      : [key, field],
  );
  return { ...object(Object.fromEntries(made)), ...describe(description) } as Schema<
    Omit<T, keyof D> & Partial<Pick<T, keyof D & keyof T>>
  >;
}

/** Returns the default for the JSON Schema. An infinite default is left out, because JSON has no infinity. */
function defaultOf(value: unknown): { readonly default?: unknown } {
  return value === Number.POSITIVE_INFINITY ? {} : { default: value };
}

/** Returns a copy of a schema with another description, for the field that uses the copy. */
export function withDescription<S extends Schema>(schema: S, description: string): S {
  return { ...schema, description };
}

function describe(description: string | undefined): { readonly description?: string } {
  return description === undefined ? {} : { description };
}

export function orNull<T>(schema: Schema<T>): Schema<T | null> {
  const uses = [schema];
  const { type } = schema.json;
  if (schema.name === undefined && typeof type === "string")
    return { uses, json: { ...schema.json, type: [type, "null"] } };
  return { uses, json: { ...describe(schema.description), anyOf: [referenceOrSchema(schema), { type: "null" }] } };
}

export function optional<T>(schema: Schema<T>): OptionalSchema<T> {
  return { ...schema, optional: true };
}

/**
 * Returns a description of the first error in a value; undefined if the value matches the schema. Unknown keys are
 * errors.
 */
export function findMismatch(given: unknown, schema: JsonSchema, at = "the body"): string | undefined {
  switch (schema.type) {
    case "string":
      return stringMisfit(given, schema, at);
    case "integer":
      return integerMisfit(given, schema, at);
    case "number":
      return decimalMisfit(given, schema, at);
    case "boolean":
      return typeof given === "boolean" ? undefined : `${at} is neither true nor false`;
    case "array":
      return listMisfit(given, schema, at);
    default:
      return objectMisfit(given, schema, at);
  }
}

function stringMisfit(given: unknown, { enum: choices, maxLength = MAX_TEXT }: JsonSchema, at: string) {
  if (typeof given !== "string") return `${at} is not a string`;
  if (given.length > maxLength) return `${at} is longer than ${maxLength} characters`;
  if (given.includes("\0")) return `${at} has a character that is not allowed in a name`;
  return choices && !choices.includes(given) ? `${at} is not one of ${choices.join(", ")}` : undefined;
}

function integerMisfit(given: unknown, { minimum = 0, maximum = 0 }: JsonSchema, at: string): string | undefined {
  const fits = typeof given === "number" && Number.isInteger(given) && given >= minimum && given <= maximum;
  return fits ? undefined : `${at} is not a whole number from ${minimum} to ${maximum}`;
}

function decimalMisfit(given: unknown, { minimum = 0, maximum = 0 }: JsonSchema, at: string): string | undefined {
  const fits = typeof given === "number" && given >= minimum && given <= maximum;
  return fits ? undefined : `${at} is not a number from ${minimum} to ${maximum}`;
}

function listMisfit(given: unknown, { items = {}, maxItems = MAX_ITEMS }: JsonSchema, at: string): string | undefined {
  if (!Array.isArray(given)) return `${at} is not a list`;
  if (given.length > maxItems) return `${at} has more than ${maxItems} elements`;
  for (const [index, each] of given.entries()) {
    const wrong = findMismatch(each, items, `${at}[${index}]`);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function objectMisfit(given: unknown, { properties = {}, required = [] }: JsonSchema, at: string): string | undefined {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return `${at} is not an object`;
  const missing = required.find((key) => !Object.hasOwn(given, key));
  if (missing !== undefined) return `\`${missing}\` is missing`;
  for (const [key, each] of Object.entries(given)) {
    const schema = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (schema === undefined) return `unknown key \`${key.slice(0, 60)}\``;
    const wrong = findMismatch(each, schema, `\`${key}\``);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

/** The first part of a value that does not match a schema, with the expected value. */
export interface ShapeProblem {
  /** The path of the part: `ledger[2].turn`. It is empty for the value itself. */
  readonly at: string;
  /** The expected value in words: `a text`. */
  readonly wanted: string;
}

/**
 * Checks a value from a file. Unlike `misfit`, it ignores unknown keys unless the schema forbids them. It has no limits
 * except those of the schema.
 */
export function findShapeProblem(value: unknown, schema: JsonSchema, at = ""): ShapeProblem | undefined {
  const wanted = wantedShape(value, schema);
  if (wanted !== undefined) return { at, wanted };
  if (Array.isArray(value))
    return firstProblem(value.keys(), (index) => [
      value[index],
      schema.prefixItems?.[index] ?? schema.items,
      `${at}[${index}]`,
    ]);
  if (!isMap(value)) return undefined;
  const { properties = {}, required = [], additionalProperties: rest } = schema;
  const inner = (key: string): string => (at === "" ? key : `${at}.${key.slice(0, 40)}`);
  const keys = Object.keys(properties).filter((key) => Object.hasOwn(value, key) || required.includes(key));
  const problem = firstProblem(keys, (key) => [value[key], properties[key], inner(key)]);
  if (problem) return problem;
  const missing = required.find((key) => !Object.hasOwn(value, key));
  if (missing !== undefined) return { at: inner(missing), wanted: "a value" };
  const others = rest === undefined ? [] : Object.keys(value).filter((key) => !Object.hasOwn(properties, key));
  if (rest === false && others[0] !== undefined) return { at: inner(others[0]), wanted: "a known key" };
  return isMap(rest) ? firstProblem(others, (key) => [value[key], rest, inner(key)]) : undefined;
}

function firstProblem<K>(
  keys: Iterable<K>,
  part: (key: K) => readonly [value: unknown, schema: JsonSchema | undefined, at: string],
): ShapeProblem | undefined {
  for (const key of keys) {
    const [value, schema, at] = part(key);
    if (schema === undefined) continue;
    const problem = findShapeProblem(value, schema, at);
    if (problem) return problem;
  }
  return undefined;
}

/**
 * Returns the expected value in words; undefined if the value itself fits. It checks no parts of the value, except
 * those of alternatives.
 */
function wantedShape(value: unknown, schema: JsonSchema): string | undefined {
  const { anyOf, oneOf: exactlyOne } = schema;
  const fitting = (schemas: readonly JsonSchema[]): number =>
    schemas.filter((each) => findShapeProblem(value, each) === undefined).length;
  if (anyOf && fitting(anyOf) === 0) return wantedOf(anyOf);
  if (exactlyOne && fitting(exactlyOne) !== 1) return wantedOf(exactlyOne);
  return wantedType(value, schema);
}

/** Describes alternative schemas in words: `a text or a list`. */
function wantedOf(schemas: readonly JsonSchema[]): string {
  return [...new Set(schemas.map((each) => wantedShape(undefined, each) ?? "another value"))].join(" or ");
}

function wantedType(value: unknown, schema: JsonSchema): string | undefined {
  const { type, enum: words, const: only, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema;
  if (only !== undefined) return value === only ? undefined : `\`${only}\``;
  if (Array.isArray(type)) {
    const [first] = type.filter((each) => each !== "null");
    return value === null && type.includes("null") ? undefined : wantedType(value, { ...schema, type: first });
  }
  switch (type) {
    case "string":
      if (words)
        return words.some((word) => word === value) ? undefined : words.map((word) => `\`${word}\``).join(" or ");
      return typeof value === "string" && fitsText(value, schema) ? undefined : "a string";
    case "integer":
      return Number.isSafeInteger(value) && isBetween(Number(value), { minimum: 0, ...schema })
        ? undefined
        : "a whole number";
    case "number":
      return Number.isFinite(value) && isBetween(Number(value), schema) ? undefined : "a number";
    case "boolean":
      return typeof value === "boolean" ? undefined : "true or false";
    case "array":
      if (Array.isArray(value) && minItems <= value.length && value.length <= maxItems) return undefined;
      return schema.maxItems === undefined ? "a list" : `a list of at most ${maxItems}`;
    default:
      return isMap(value) || type === undefined ? undefined : "an object";
  }
}

function fitsText(value: string, { minLength = 0, maxLength = value.length, pattern }: JsonSchema): boolean {
  const { length } = value;
  return minLength <= length && length <= maxLength && (!pattern || expressionOf(pattern).test(value));
}

function isBetween(value: number, { minimum = value, maximum = value, exclusiveMinimum }: JsonSchema): boolean {
  return minimum <= value && value <= maximum && (exclusiveMinimum === undefined || value > exclusiveMinimum);
}

const EXPRESSIONS = new Map<string, RegExp>();

function expressionOf(pattern: string): RegExp {
  const known = EXPRESSIONS.get(pattern) ?? new RegExp(pattern);
  EXPRESSIONS.set(pattern, known);
  return known;
}

/** Returns true if a value of a file has the shape of a schema. The value may have additional keys. */
export function hasShape<T>(value: unknown, schema: Schema<T>): value is T {
  return findShapeProblem(value, schema.json) === undefined;
}

/** Returns a file's value after dropping unknown keys; undefined if the value does not have the shape of the schema. */
export function readShape<T>(value: unknown, schema: Schema<T>): T | undefined {
  return hasShape(value, schema) ? (withoutUnknown(value, schema.json) as T) : undefined;
}

/** Drops the keys that a schema does not name. The value has the shape of the schema. */
export function withoutUnknown(value: unknown, { properties, items }: JsonSchema): unknown {
  if (Array.isArray(value) && items) return value.map((each) => withoutUnknown(each, items));
  if (!isMap(value) || properties === undefined) return value;
  const known = Object.entries(properties).filter(([key]) => Object.hasOwn(value, key));
  return Object.fromEntries(known.map(([key, schema]) => [key, withoutUnknown(value[key], schema)]));
}

/** Returns true if a value of a parsed file is a mapping. */
export function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the texts of a list, without its other elements; no texts for any other value. */
export function stringsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}

/** Returns the texts of a value that may be one text or a list. */
export function stringsOf(value: unknown): string[] {
  return typeof value === "string" ? [value] : stringsIn(value);
}

/** Returns true for a list that contains only texts. */
export function isStringList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}

/** Parses JSON. Returns undefined for invalid JSON, because no JSON value is undefined. */
export function parseJson(said: string | Uint8Array): unknown {
  try {
    return JSON.parse(typeof said === "string" ? said : Buffer.from(said).toString("utf8"));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
