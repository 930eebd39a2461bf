/** Parses a configuration file. Returns undefined if the text is invalid. */
import { isMap } from "../../../model/schema.ts";
import type { ConfigFormat } from "./mcp-host.ts";

export type ParsedSettings = Readonly<Record<string, unknown>>;

/** Parses a text with the parser of its format. The parser is loaded on demand. An empty file is an empty map. */
export async function readFormat(text: string, format: ConfigFormat): Promise<ParsedSettings | undefined> {
  const bare = text.replace(/^\ufeff/, "");
  if (bare.trim() === "") return {};
  const value = await READERS[format](bare);
  return isMap(value) ? value : undefined;
}

const READERS: Readonly<Record<ConfigFormat, (text: string) => Promise<unknown>>> = {
  async json(text) {
    const { parse } = await import("jsonc-parser");
    const errors: unknown[] = [];
    const value: unknown = parse(text, errors as never[], { allowTrailingComma: true });
    return errors.length > 0 ? undefined : value;
  },
  async toml(text) {
    const { parse, TomlError } = await import("smol-toml");
    try {
      return parse(text);
    } catch (error) {
      if (error instanceof TomlError) return undefined;
      throw error;
    }
  },
  async yaml(text) {
    const { parseYaml, toValue, YamlError } = await import("../../../format/yaml/parse-yaml.ts");
    try {
      const { root } = parseYaml(text);
      return root === undefined ? {} : toValue(root);
    } catch (error) {
      if (error instanceof YamlError) return undefined;
      throw error;
    }
  },
};
