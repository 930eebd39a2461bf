/**
 * Returns the value of a node by the core schema of YAML 1.2, so `1.0` is the number 1. Skillwright's own reader keeps
 * the text `1.0`, but a comparison with a server's values needs the number.
 */
import type { YamlNode } from "../yaml/parse-yaml.ts";

export function toCoreSchemaValue(node: YamlNode): unknown {
  if (node.kind === "scalar") return node.plain ? resolve(node.text) : node.text;
  if (node.kind === "list") return node.items.map(toCoreSchemaValue);
  const map: Record<string, unknown> = {};
  for (const { key, value } of node.entries)
    Object.defineProperty(map, key, {
      value: toCoreSchemaValue(value),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  return map;
}

const NULL = /^(?:~|null|Null|NULL|)$/;
const TRUE = /^(?:true|True|TRUE)$/;
const FALSE = /^(?:false|False|FALSE)$/;
const DECIMAL = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
const OCTAL = /^0o[0-7]+$/;
const HEXADECIMAL = /^0x[0-9a-fA-F]+$/;
const INFINITE = /^([-+]?)\.(?:inf|Inf|INF)$/;
const NOT_A_NUMBER = /^\.(?:nan|NaN|NAN)$/;

function resolve(text: string): unknown {
  if (NULL.test(text)) return null;
  if (TRUE.test(text)) return true;
  if (FALSE.test(text)) return false;
  if (DECIMAL.test(text) || OCTAL.test(text) || HEXADECIMAL.test(text)) return Number(text);
  const infinite = INFINITE.exec(text);
  if (infinite) return infinite[1] === "-" ? -Infinity : Infinity;
  return NOT_A_NUMBER.test(text) ? Number.NaN : text;
}
