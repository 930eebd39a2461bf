import type { SettingType } from "../../../model/host-plugins.ts";
import { findShapeProblem, type JsonSchema } from "../../../model/schema.ts";
import { settingAt } from "../habits/read-settings.ts";

/** Describes the first setting with a wrong type; undefined if all are valid. */
export function wrongSetting(
  settings: Readonly<Record<string, unknown>>,
  types: Readonly<Record<string, SettingType>>,
): string | undefined {
  for (const [key, type] of Object.entries(types)) {
    const value = settingAt(settings, key);
    if (value !== undefined && findShapeProblem(value, schemaOf(type)) !== undefined)
      return `\`${key}\` has a wrong type`;
  }
  return undefined;
}

const BOOLEAN: JsonSchema = { type: "boolean" };
const TEXT: JsonSchema = { type: "string" };
const TEXTS: JsonSchema = { type: "array", items: TEXT };
const MAP: JsonSchema = { type: "object" };

const PLAIN: Readonly<Record<Extract<SettingType, string>, JsonSchema>> = {
  boolean: BOOLEAN,
  text: TEXT,
  texts: TEXTS,
  "text or texts": { anyOf: [TEXT, TEXTS] },
  "boolean or texts": { anyOf: [BOOLEAN, TEXTS] },
  integer: { type: "integer", minimum: Number.MIN_SAFE_INTEGER },
  map: MAP,
  "text or map": { anyOf: [TEXT, MAP] },
};

function schemaOf(type: SettingType): JsonSchema {
  if (typeof type === "string") return PLAIN[type];
  if ("oneOf" in type) return { type: "string", enum: type.oneOf };
  if ("mapOf" in type) return { type: "object", additionalProperties: schemaOf(type.mapOf) };
  if ("shape" in type) return mapOf(type.shape);
  if ("listOf" in type) return { type: "array", items: { ...mapOf(type.listOf), required: type.needs } };
  const { numberAbove: exclusiveMinimum, upTo: maximum, integer } = type;
  const limits = { exclusiveMinimum, minimum: exclusiveMinimum, ...(maximum === undefined ? {} : { maximum }) };
  return { type: integer ? "integer" : "number", ...limits };
}

function mapOf(types: Readonly<Record<string, SettingType>>): JsonSchema {
  const properties = Object.entries(types).map(([key, type]) => [key, schemaOf(type)]);
  return { type: "object", properties: Object.fromEntries(properties) };
}
