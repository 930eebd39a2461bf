import { YES_LIMITS } from "../../model/rules/audit.ts";
import { isRunRule } from "../../model/rules/run-settings.ts";
import { isMap } from "../../model/schema.ts";
import { isServers } from "./mcp-servers.ts";

export type KeyType =
  | "text"
  | "boolean"
  | "count"
  | "fraction"
  | "temperature"
  | "severity"
  | "texts"
  | "paths"
  | "path"
  | "severities"
  | "map"
  | "servers"
  | "suppressions"
  | "run-rules";

/** One row of the table of configuration keys. */
export interface ConfigKey {
  /** The key in a file, with dots between levels. */
  readonly key: string;
  readonly type: KeyType;
  readonly default: unknown;
  readonly summary: string;
  /** True if later layers extend the list instead of replacing it. */
  readonly adds?: boolean;
  /** True if a project can never set the key, even in a trusted folder. */
  readonly personal?: boolean;
  /** True if no environment variable sets the key. */
  readonly fileOnly?: boolean;
  /** True if no output shows the value. */
  readonly secret?: boolean;
  /** True if the key leaves skills out: a value that cannot be read withholds every skill. */
  readonly withholds?: boolean;
}

/** Returns the value if it has the type, otherwise undefined. A single text becomes a list of one. */
export function checkValue(type: KeyType, value: unknown): unknown {
  switch (type) {
    case "text":
    case "path":
      return typeof value === "string" && value !== "" ? value : undefined;
    case "boolean":
      return typeof value === "boolean" ? value : undefined;
    case "count":
      return typeof value === "number" && Number.isInteger(value) && value > 0 ? value : undefined;
    case "fraction":
      return typeof value === "number" && value > 0 && value <= 1 ? value : undefined;
    case "temperature":
      return typeof value === "number" && value >= 0 && value <= 2 ? value : undefined;
    case "severity":
      return YES_LIMITS.some((each) => each === value) ? value : undefined;
    case "texts":
    case "paths":
      return listOf(value, (item) => typeof item === "string");
    case "severities":
      return isMap(value) &&
        Object.values(value).every((each) => each === "off" || each === "info" || each === "warning")
        ? value
        : undefined;
    case "map":
      return isMap(value) ? value : undefined;
    case "servers":
      return isServers(value) ? value : undefined;
    case "suppressions":
      return Array.isArray(value) && value.every(isSuppression) ? value : undefined;
    case "run-rules":
      return listOf(value, (item) => typeof item === "string" && isRunRule(item));
  }
}

/** A single value becomes a list of one. */
function listOf(value: unknown, fits: (item: unknown) => boolean): unknown[] | undefined {
  const list = Array.isArray(value) ? value : [value];
  return list.every(fits) ? list : undefined;
}

/** A suppression needs a reason, so that others can review it later. */
function isSuppression(value: unknown): boolean {
  if (!isMap(value)) return false;
  const { code, path, reason, digest } = value;
  const named = [code, path, reason].every((each) => typeof each === "string" && each.trim() !== "");
  return named && (digest === undefined || typeof digest === "string");
}

/** Checks the text of an environment variable. */
export function checkVariable(type: KeyType, text: string, delimiter: string): unknown {
  if (type === "boolean")
    return /^(1|true|yes|on)$/i.test(text) ? true : /^(0|false|no|off)$/i.test(text) ? false : undefined;
  if (type === "count") return checkValue(type, /^\d+$/.test(text) ? Number(text) : text);
  if (type === "fraction" || type === "temperature")
    return checkValue(type, /^(?:\d+(?:\.\d+)?|\.\d+)$/.test(text) ? Number(text) : text);
  if (type === "texts")
    return text
      .split(",")
      .map((item) => item.trim())
      .filter(Boolean);
  if (type === "paths") return text.split(delimiter).filter(Boolean);
  return checkValue(type, text);
}
