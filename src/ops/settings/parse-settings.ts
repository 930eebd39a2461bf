/**
 * Parses a configuration file for an edit. Our own YAML parser has limits and checks the text first. The library that
 * keeps comments takes minutes for many keys and fails on aliases.
 */
import type { Document } from "yaml";
import { parseYaml, YamlError, type YamlNode } from "../../format/yaml/parse-yaml.ts";
import { OperationError } from "../../model/errors.ts";

/** Throws SK030 if the text is too large, is not a single mapping, or has duplicate keys. */
export async function parseSettings(text: string, path: string): Promise<Document> {
  if (text.length > MAX_EDITED_LENGTH) throw notEditedError(path, `has more than ${MAX_EDITED_LENGTH} characters`);
  const root = rootOf(text, path);
  if (root !== undefined && root.kind !== "map") throw notEditedError(path, "is not a mapping");
  const twice = root && duplicateIn(root);
  if (twice !== undefined) throw notEditedError(path, `has the key \`${twice.slice(0, 100)}\` twice`);
  const { parseDocument } = await import("yaml");
  // `uniqueKeys` is off, because our own parser has already checked keys and aliases.
  const document = parseDocument(text, { uniqueKeys: false });
  if (document.errors.length > 0) throw notEditedError(path, "is not valid YAML");
  return document;
}

/** Maximum length of a file to edit. For larger files, the library that keeps comments is too slow. */
const MAX_EDITED_LENGTH = 131_072;

function rootOf(text: string, path: string): YamlNode | undefined {
  try {
    return parseYaml(text).root;
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    const before = text.slice(0, error.offset).split("\n");
    const place = `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
    throw notEditedError(path, `is not valid YAML (${error.message}, ${place})`);
  }
}

/** Returns the first duplicate key of a mapping, at any depth. */
function duplicateIn(node: YamlNode): string | undefined {
  if (node.kind === "scalar") return undefined;
  if (node.kind === "list") return firstOf(node.items);
  const keys = node.entries.map(({ key }) => key);
  const seen = new Set<string>();
  for (const key of keys) {
    if (seen.has(key)) return key;
    seen.add(key);
  }
  return firstOf(node.entries.map(({ value }) => value));
}

function firstOf(nodes: readonly YamlNode[]): string | undefined {
  for (const node of nodes) {
    const twice = duplicateIn(node);
    if (twice !== undefined) return twice;
  }
  return undefined;
}

export function notEditedError(path: string, problem: string): OperationError {
  return new OperationError("SK030", `\`${path}\` ${problem}, so it was not changed`, {
    hint: "correct the file first",
  });
}
