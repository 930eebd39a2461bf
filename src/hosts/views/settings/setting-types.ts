import type { SettingType } from "../../../model/host-plugins.ts";
import { isMap } from "../../../model/schema.ts";
import { settingAt } from "../habits/read-settings.ts";

/** Describes the first setting with a wrong type; undefined if all are valid. */
export function wrongSetting(
  settings: Readonly<Record<string, unknown>>,
  types: Readonly<Record<string, SettingType>>,
): string | undefined {
  for (const [key, type] of Object.entries(types)) {
    const value = settingAt(settings, key);
    if (value !== undefined && !hasType(value, type)) return `\`${key}\` has a wrong type`;
  }
  return undefined;
}

const TESTS: Readonly<Record<Extract<SettingType, string>, (value: unknown) => boolean>> = {
  boolean: (value) => typeof value === "boolean",
  text: (value) => typeof value === "string",
  texts: (value) => Array.isArray(value) && value.every((each) => typeof each === "string"),
  "text or texts": (value) => TESTS.text(value) || TESTS.texts(value),
  "boolean or texts": (value) => TESTS.boolean(value) || TESTS.texts(value),
  integer: (value) => Number.isInteger(value),
  map: isMap,
  "text or map": (value) => TESTS.text(value) || isMap(value),
};

function hasType(value: unknown, type: SettingType): boolean {
  if (typeof type === "string") return TESTS[type](value);
  if ("oneOf" in type) return type.oneOf.some((each) => each === value);
  if ("mapOf" in type) return isMap(value) && Object.values(value).every((each) => hasType(each, type.mapOf));
  if ("shape" in type) return isMap(value) && wrongSetting(value, type.shape) === undefined;
  if ("listOf" in type) return Array.isArray(value) && value.every((each) => isListed(each, type));
  const isNumber = typeof value === "number" && value > type.numberAbove && value <= (type.upTo ?? Infinity);
  return isNumber && (!type.integer || Number.isInteger(value));
}

function isListed(value: unknown, { listOf, needs }: Extract<SettingType, { listOf: unknown }>): boolean {
  if (!isMap(value) || needs.some((key) => value[key] === undefined)) return false;
  return Object.entries(listOf).every(([key, type]) => value[key] === undefined || hasType(value[key], type));
}
