import { YES_LIMITS } from "../../model/rules/audit.ts";
import { isRunRule } from "../../model/rules/run-settings.ts";
import { findShapeProblem, type JsonSchema } from "../../model/schema.ts";
import { SERVERS } from "./mcp-servers.ts";

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
  /** True if the key excludes skills. If its value cannot be read, every skill is withheld. */
  readonly withholds?: boolean;
}

const TEXT: JsonSchema = { type: "string", minLength: 1 };
const TEXTS: JsonSchema = { anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] };
const NAMED: JsonSchema = { type: "string", pattern: "\\S" };

/** The values of each type, for the reader and for the published JSON Schema. */
export const VALUE_SCHEMAS: Readonly<Record<KeyType, JsonSchema>> = {
  text: TEXT,
  path: TEXT,
  boolean: { type: "boolean" },
  count: { type: "integer", minimum: 1 },
  severity: { type: "string", enum: YES_LIMITS },
  fraction: { type: "number", exclusiveMinimum: 0, maximum: 1 },
  temperature: { type: "number", minimum: 0, maximum: 2 },
  texts: TEXTS,
  paths: TEXTS,
  severities: { type: "object", additionalProperties: { type: "string", enum: ["off", "info", "warning"] } },
  map: { type: "object" },
  servers: SERVERS,
  "run-rules": TEXTS,
  // A suppression needs a reason, so that others can review it later.
  suppressions: {
    type: "array",
    items: {
      type: "object",
      required: ["code", "path", "reason"],
      additionalProperties: false,
      properties: {
        code: { type: "string", pattern: "^SK8\\d\\d$" },
        path: NAMED,
        reason: NAMED,
        digest: { type: "string" },
      },
    },
  },
};

/** Returns the value if it has the type, otherwise undefined. A single string becomes a list with one item. */
export function checkValue(type: KeyType, value: unknown): unknown {
  if (findShapeProblem(value, VALUE_SCHEMAS[type]) !== undefined) return undefined;
  if (VALUE_SCHEMAS[type] !== TEXTS) return value;
  const list = [value].flat();
  return type !== "run-rules" || list.every((each) => typeof each === "string" && isRunRule(each)) ? list : undefined;
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
