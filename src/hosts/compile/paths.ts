/** Reads and writes values in nested maps by key path. Input maps are never changed. */
import { isMap } from "../../model/schema.ts";

export type FrontmatterValues = Readonly<Record<string, unknown>>;

export function valueAt(values: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return values;
  return isMap(values) && Object.hasOwn(values, key) ? valueAt(values[key], rest) : undefined;
}

export function withValue(
  values: FrontmatterValues,
  [key, ...rest]: readonly string[],
  value: unknown,
): FrontmatterValues {
  if (key === undefined) return values;
  const inner = valueAt(values, [key]);
  return { ...values, [key]: rest.length === 0 ? value : withValue(isMap(inner) ? inner : {}, rest, value) };
}

/** Removes a value, and the maps that are then empty. */
export function withoutValue(values: FrontmatterValues, [key, ...rest]: readonly string[]): FrontmatterValues {
  if (key === undefined || !Object.hasOwn(values, key)) return values;
  const { [key]: value, ...others } = values;
  if (rest.length === 0) return others;
  if (!isMap(value)) return values;
  const inner = withoutValue(value, rest);
  return Object.keys(inner).length === 0 ? others : { ...values, [key]: inner };
}
