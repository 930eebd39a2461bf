/** The table of AGENT.md keys: the valid values, and how they are read. */

export interface DefinitionKey {
  readonly key:
    | "name"
    | "description"
    | "provider"
    | "model"
    | "temperature"
    | "max_tokens"
    | "tools"
    | "allow_skills"
    | "skills";
  /** Describes a valid value, for messages. */
  readonly wanted: string;
  readonly summary: string;
  /** Returns the value for the definition; undefined if the value in the file is not valid for this key. */
  read(value: unknown): unknown;
}

/** Maximum names in a list of a definition. */
const MAX_NAMES = 100;

const text = (value: unknown): unknown => (typeof value === "string" && value.trim() !== "" ? value.trim() : undefined);

const names = (value: unknown): unknown => {
  const list = typeof value === "string" ? [value] : value;
  if (!Array.isArray(list) || list.length > MAX_NAMES) return undefined;
  const read = list.map(text);
  return read.includes(undefined) ? undefined : read;
};

const between = (least: number, most: number) => (value: unknown) =>
  typeof value === "number" && value >= least && value <= most ? value : undefined;

const count = (value: unknown): unknown => (Number.isSafeInteger(value) && (value as number) > 0 ? value : undefined);

export const DEFINITION_KEYS: readonly DefinitionKey[] = [
  { key: "name", wanted: "a string", summary: "display name of the agent", read: text },
  { key: "description", wanted: "a string", summary: "purpose of the agent", read: text },
  {
    key: "provider",
    wanted: "the name of a provider",
    summary: "one of `providers`, or a built-in one",
    read: text,
  },
  { key: "model", wanted: "the name of a model", summary: "its name at the provider", read: text },
  { key: "temperature", wanted: "a number from 0 to 2", summary: "the sampling temperature", read: between(0, 2) },
  {
    key: "max_tokens",
    wanted: "a whole number above zero",
    summary: "maximum number of tokens of one answer",
    read: count,
  },
  { key: "tools", wanted: "a list of tools", summary: "tools that the agent may use (default: all)", read: names },
  {
    key: "allow_skills",
    wanted: "`true`, `false` or a list of skills",
    summary: "skills that the agent may load (default: none)",
    read: (value) => (typeof value === "boolean" ? value : names(value)),
  },
  { key: "skills", wanted: "a list of skills", summary: "skills that are loaded when the agent starts", read: names },
];
