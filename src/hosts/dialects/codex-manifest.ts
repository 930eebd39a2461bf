/**
 * A plugin's manifest as Codex reads it for the plugin's name, by the rules of Rust's serde_json: an object without
 * `name` has an empty one, a `name` that comes twice or is no text is an error, and a list counts as the fields in turn.
 */
import { decodeStrictly, trim } from "./codex.ts";

/** The plugin's name; "" where the directory's stands in, undefined where the manifest is as good as absent. */
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

/** The keys of a well-formed object, as often as they come. */
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
