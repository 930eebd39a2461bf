/**
 * Reads a plugin's name from its manifest as Codex does, with the rules of Rust's serde_json. An object without `name`
 * has an empty name. A repeated `name`, or one that is not text, is an error. A list gives the fields in order.
 */
import { decodeStrictly, trim } from "./codex.ts";

/** Returns the plugin's name. Returns "" if the directory's name is used, and undefined if the manifest is ignored. */
export function readCodexManifest(bytes: Uint8Array): string | undefined {
  const text = decodeStrictly(bytes);
  if (text === undefined) return undefined;
  const name = nameIn(text);
  if (typeof name !== "string" || LONE_SURROGATE.test(name)) return undefined;
  return trim(name) === "" ? "" : name;
}

function nameIn(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return value.length > 1 ? undefined : value.length === 1 ? value[0] : "";
    if (typeof value !== "object" || value === null) return undefined;
    const keys = topKeys(text);
    const names = keys.filter((key) => key === "name").length;
    if (names > 1 || keys.some((key) => LONE_SURROGATE.test(key))) return undefined;
    return names === 0 ? "" : Object.entries(value).find(([key]) => key === "name")?.[1];
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Returns all top-level keys of a well-formed object, including repeated ones. */
function topKeys(text: string): string[] {
  const keys: string[] = [];
  let depth = 0;
  let last = "";
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]:]/g)) {
    if (token === "{" || token === "[") depth++;
    else if (token === "}" || token === "]") depth--;
    else if (token === ":" && depth === 1) keys.push(JSON.parse(last) as string);
    last = token;
  }
  return keys;
}

const LONE_SURROGATE = /\p{Surrogate}/u;
