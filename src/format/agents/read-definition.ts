/**
 * Reads an AGENT.md: returns the definition, or its errors with line and column. It repairs nothing and skips no key,
 * because a part of a definition could allow more than the whole definition. It does not check directories, providers
 * or skills.
 */
import type { Diagnostic, Outcome } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import { LinePositions } from "../../model/diagnostics/span.ts";
import type { AgentDefinition } from "../../model/skills/agent-definition.ts";
import { findNearest } from "../../model/text/matching/nearest.ts";
import { splitFrontmatter } from "../parse/split-frontmatter.ts";
import { parseYaml, toValue, YamlError, type YamlMap } from "../yaml/parse-yaml.ts";
import { DEFINITION_KEYS, type DefinitionKey } from "./definition-keys.ts";

/** Maximum characters of the frontmatter. The prompt is limited only by the size of the whole file. */
const MAX_HEADER_CHARS = 65_536;

export interface DefinitionSource {
  /** The name of the directory that contains the AGENT.md. */
  readonly id: string;
  readonly path: string;
  readonly text: string;
}

type Fields = Map<string, unknown>;

export function readDefinition({ id, path, text }: DefinitionSource): Outcome<AgentDefinition | undefined> {
  const lines = new LinePositions(path, text);
  const diagnostics: Diagnostic[] = [];
  const report: Report = (offset, length, message, help) =>
    diagnostics.push(diagnostic("SK490", { at: lines.span(offset, length), message, help }));
  const found = splitFrontmatter(text);
  if ("code" in found) {
    const help = "begin the file with a line `---`, `name: …` and another line `---`";
    report(found.offset, found.length, `the definition cannot be read: ${found.message}`, help);
    return { value: undefined, diagnostics };
  }
  const header = text.slice(found.start, found.end);
  const map = parseHeader(header, found.start, report);
  const fields: Fields = new Map();
  if (map) readFields(map, found.start, fields, report);
  if (diagnostics.length > 0) return { value: undefined, diagnostics };
  if (!fields.has("name")) {
    report(0, 3, "the definition has no `name`", "add `name: …` to its frontmatter");
    return { value: undefined, diagnostics };
  }
  return { value: { id, ...definitionOf(fields), prompt: text.slice(found.body).trim(), path }, diagnostics };
}

type Report = (offset: number, length: number, message: string, help: string) => void;

function parseHeader(header: string, start: number, report: Report): YamlMap | undefined {
  if (header.length > MAX_HEADER_CHARS) {
    report(0, 3, `the frontmatter is longer than ${MAX_HEADER_CHARS} characters`, "move text into the body");
    return undefined;
  }
  try {
    const { root } = parseYaml(header);
    if (root === undefined || root.kind === "map") return root;
    report(start + root.start, 1, "the frontmatter is not a mapping", "write `key: value` lines");
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    report(start + error.offset, 1, `the frontmatter is not valid YAML (${error.message})`, "correct the YAML");
  }
  return undefined;
}

function readFields(map: YamlMap, start: number, fields: Fields, report: Report): void {
  for (const { key, keyStart, value } of map.entries) {
    const known = DEFINITION_KEYS.find((each) => each.key === key);
    const at = start + keyStart;
    if (!known) report(at, key.length, `\`${key}\` is not a key of a definition`, otherKeys(key));
    else if (fields.has(key)) report(at, key.length, `\`${key}\` appears twice`, "remove one of the two entries");
    else {
      const checked = known.read(toValue(value));
      if (checked === undefined)
        report(at, key.length, `\`${key}\` should be ${known.wanted}`, `write ${known.wanted}`);
      else fields.set(key, checked);
    }
  }
}

/**
 * Keys about providers. A definition must not have them, because a key or address in a project's file could send the
 * user's messages or keys to a stranger.
 */
const OF_PROVIDERS: readonly string[] = ["api_key", "api_base", "base_url"];

function otherKeys(key: string): string {
  if (OF_PROVIDERS.includes(key)) return "move it to your own configuration, under `llm` or `providers`";
  const keys: string[] = DEFINITION_KEYS.map((each) => each.key);
  const underscored = key.replaceAll("-", "_").toLowerCase();
  const [meant] = keys.filter((each) => each === underscored).concat(findNearest(key, keys, 1));
  return meant ? `did you mean \`${meant}\`?` : `the keys are ${keys.map((each) => `\`${each}\``).join(", ")}`;
}

function definitionOf(fields: Fields): Omit<AgentDefinition, "id" | "prompt"> {
  const get = <T>(key: DefinitionKey["key"]): T | undefined => fields.get(key) as T | undefined;
  const maybe = <T>(name: keyof AgentDefinition, key: DefinitionKey["key"]): { [name: string]: T } => {
    const value = get<T>(key);
    return value === undefined ? {} : { [name]: value };
  };
  return {
    name: get<string>("name") ?? "",
    ...maybe("description", "description"),
    ...maybe("provider", "provider"),
    ...maybe("model", "model"),
    ...maybe("temperature", "temperature"),
    ...maybe("maxTokens", "max_tokens"),
    ...maybe("tools", "tools"),
    allowSkills: get<boolean | readonly string[]>("allow_skills") ?? false,
    skills: get<readonly string[]>("skills") ?? [],
  };
}
