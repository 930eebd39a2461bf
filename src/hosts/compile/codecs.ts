/**
 * Writes intents (the requests of a skill to its host) as YAML values, and reads them back as leniently as hosts do.
 */
import { splitTools } from "../../format/parse/fields/split-tools.ts";
import { isMap } from "../../model/schema.ts";
import type { ToolDependency } from "../../model/skills/skill.ts";

export interface Codec {
  /** Returns the YAML value for an intent; undefined if the key is left out. */
  encode(value: never): unknown;
  /** Returns the intent of a YAML value. The value is undefined if the key is missing. */
  decode(value: unknown): unknown;
}

export const textCodec: Codec = {
  encode: (value: string | null) => value ?? undefined,
  decode: (value) => (typeof value === "string" && value !== "" ? value : null),
};

/** Returns the codec of a boolean. `absent` is the meaning of a missing key. */
export const flagCodec = (absent: boolean): Codec => ({
  encode: (value: boolean) => (value === absent ? undefined : value),
  decode: (value) =>
    typeof value === "boolean" ? value : value === "true" ? true : value === "false" ? false : absent,
});

/** The codec of an inverted boolean. Only `true` has an effect, as in every host with such a key. */
export const invertedFlagCodec: Codec = {
  encode: (value: boolean) => (value ? undefined : true),
  decode: (value) => value !== true,
};

export const optionalFlagCodec: Codec = {
  encode: (value: boolean | null) => value ?? undefined,
  decode: (value) => (typeof value === "boolean" ? value : null),
};

/** Returns the codec of a boolean that is written as a word: `yes` is the word for true. */
export const wordFlagCodec = (yes: string): Codec => ({
  encode: (value: boolean) => (value ? yes : undefined),
  decode: (value) => value === yes,
});

/** The codec of a list. The list may also be written on one line. */
export const listCodec: Codec = {
  encode: (value: readonly string[]) => (value.length === 0 ? undefined : value),
  decode: (value) => listOf(value) ?? [],
};

/** The codec of a list for which empty and missing have different meanings. */
export const optionalListCodec: Codec = {
  encode: (value: readonly string[] | null) => value ?? undefined,
  decode: (value) => listOf(value) ?? null,
};

function listOf(value: unknown): string[] | undefined {
  if (typeof value === "string") return splitTools(value);
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : undefined;
}

export const mapCodec: Codec = {
  encode: (value: object) => (Object.keys(value).length === 0 ? undefined : value),
  decode: (value) => (isMap(value) ? value : {}),
};

/** Returns the codec of a sidecar's tools, limited to these kinds (default: all kinds). */
export const toolsCodec = (kinds?: readonly string[]): Codec => ({
  encode: (value: readonly ToolDependency[]) => {
    const kept = value.filter(({ type }) => kinds === undefined || kinds.includes(type));
    return kept.length === 0 ? undefined : kept;
  },
  decode: (value) =>
    Array.isArray(value)
      ? value.filter(
          (item) =>
            isMap(item) &&
            typeof item["value"] === "string" &&
            typeof item["type"] === "string" &&
            (kinds === undefined || kinds.includes(item["type"])),
        )
      : [],
});
