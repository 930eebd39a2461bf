/**
 * Converts frontmatter into the form that the Agent Skills specification requires, as JSON, and lists all changes.
 * Frontmatter in that form is unchanged. This file depends neither on files nor on a protocol.
 */
import { isMap } from "../../model/schema.ts";
import { parseHeader } from "../parse/parse-header.ts";
import { parseYaml, type YamlNode } from "../yaml/parse-yaml.ts";
import { toCoreSchemaValue } from "./core-value.ts";

export type Frontmatter = Readonly<Record<string, unknown>>;

export interface ConformedSkill {
  readonly frontmatter: Frontmatter;
  /** One clause for each change that was made; empty if the frontmatter already conforms. */
  readonly changes: readonly string[];
}

/** The specification's limits, in characters. */
const MAX_NAME = 64;
const MAX_DESCRIPTION = 1024;
const MAX_COMPATIBILITY = 500;

/**
 * SK110 reports text that is lost to a comment. Every YAML reader loses the same text, so all readers agree on the
 * values.
 */
const HARMLESS = "SK110";

/** Returns conforming frontmatter. `known` has the catalog's name and description, which are used for missing keys. */
export function conformSkill(
  header: string,
  known: { readonly name: string; readonly description: string },
): ConformedSkill {
  const changes: string[] = [];
  const change = (what: string): void => void changes.push(what);
  const block = readBlock(header, change);
  const said: Record<string, unknown> = {};
  for (const [key, { value }] of block) said[key] = asJson(value, change);
  const name = nameFor(said["name"], known.name, change);
  const description = textFor("description", said["description"], known.description, MAX_DESCRIPTION, change);
  const frontmatter: Record<string, unknown> = { ...said, name, description };
  fitCompatibility(frontmatter, change);
  fitMetadata(frontmatter, block.get("metadata")?.node, change);
  return { frontmatter, changes };
}

type Block = ReadonlyMap<string, { readonly value: unknown; readonly node?: YamlNode }>;

/**
 * Returns the values of the frontmatter. If YAML readers may disagree on them, returns the values of Skillwright's own
 * reader.
 */
function readBlock(header: string, change: Change): Block {
  const { entries, issues } = parseHeader(header);
  const certain = issues.every(({ code }) => code === HARMLESS);
  const root = certain && entries.length > 0 ? parseYaml(header).root : undefined;
  if (root?.kind === "map") {
    if (root.entries.some(({ value }) => spansLines(value, header) || repeats(value)))
      change("a value was rewritten on one line");
    const kept = root.entries.filter(({ key }) => key !== "__proto__");
    if (kept.length < root.entries.length) change("`__proto__` was left out");
    return new Map(kept.map(({ key, value }) => [key, { value: toCoreSchemaValue(value), node: value }]));
  }
  change("its YAML was rewritten");
  return new Map(entries.filter(({ key }) => key !== "__proto__").map(({ key, value }) => [key, { value }]));
}

/** Returns the lowercase letters, digits and single hyphens of a name; "" if nothing is left. */
export function plainName(name: string): string {
  return name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== "")
    .join("-")
    .slice(0, MAX_NAME)
    .replace(/-$/, "");
}

type Change = (what: string) => void;

function nameFor(said: unknown, known: string, change: Change): string {
  if (typeof said === "string" && said === plainName(said) && said !== "") return said;
  const name = plainName(typeof said === "string" && plainName(said) !== "" ? said : known);
  change(`\`name\` is \`${name}\``);
  return name;
}

function textFor(key: string, said: unknown, known: string, most: number, change: Change): string {
  const text = typeof said === "string" && said !== "" ? said : known;
  const characters = [...text];
  const fitting = characters.length > most ? `${characters.slice(0, most - 1).join("")}…` : text;
  if (fitting !== said) change(`\`${key}\` was ${characters.length > most ? "shortened" : "converted to text"}`);
  return fitting;
}

function fitCompatibility(frontmatter: Record<string, unknown>, change: Change): void {
  const said = frontmatter["compatibility"];
  if (said === undefined) return;
  const text = typeof said === "string" ? said : JSON.stringify(said);
  if (said === null || text === "") {
    delete frontmatter["compatibility"];
    change("`compatibility` was left out");
  } else frontmatter["compatibility"] = textFor("compatibility", said, text, MAX_COMPATIBILITY, change);
}

/** In `metadata`, the specification allows only texts, but many skills have numbers, lists and maps there. */
function fitMetadata(frontmatter: Record<string, unknown>, node: YamlNode | undefined, change: Change): void {
  const said = frontmatter["metadata"];
  if (said === undefined) return;
  if (isMap(said) && Object.values(said).every((value) => typeof value === "string")) return;
  if (said === null) {
    delete frontmatter["metadata"];
    change("`metadata` was left out");
    return;
  }
  const written = new Map(node?.kind === "map" ? node.entries.map(({ key, value }) => [key, value]) : []);
  const values = isMap(said) ? Object.entries(said) : [["metadata", said] as const];
  const texts = values.map(([key, value]) => {
    const scalar = written.get(key);
    // Keeps the text as written, because version 1.10 differs from 1.1.
    if (scalar?.kind === "scalar") return [key, wellFormed(scalar.text)] as const;
    return [key, typeof value === "string" ? value : JSON.stringify(value)] as const;
  });
  frontmatter["metadata"] = Object.fromEntries(texts);
  change("the values of `metadata` were converted to text");
}

/** Converts a value to JSON, which does not support all numbers and keys of YAML. */
function asJson(value: unknown, change: Change): unknown {
  let changed = false;
  const copy = (each: unknown): unknown => {
    if (Array.isArray(each)) return each.map(copy);
    if (isMap(each)) {
      const kept = Object.entries(each).filter(([key]) => key !== "__proto__");
      changed ||= kept.length < Object.keys(each).length;
      return Object.fromEntries(kept.map(([key, inner]) => [wellFormed(key), copy(inner)]));
    }
    const made = typeof each === "number" && !Number.isFinite(each) ? String(each) : each;
    const fitting = typeof made === "string" ? wellFormed(made) : made;
    changed ||= fitting !== each;
    return fitting;
  };
  const made = copy(value);
  if (changed) change("values that JSON cannot express were converted");
  return made;
}

/** Returns true if a map has a repeated key, which strict readers reject. */
function repeats(node: YamlNode): boolean {
  if (node.kind === "scalar") return false;
  if (node.kind === "list") return node.items.some(repeats);
  const keys = new Set(node.entries.map(({ key }) => key));
  return keys.size < node.entries.length || node.entries.some((each) => repeats(each.value));
}

/** Returns true for texts and bracket lists that continue on another line. Small YAML readers do not support them. */
function spansLines(node: YamlNode, header: string): boolean {
  if (node.kind === "scalar") {
    const inline = node.plain || /["']/.test(header[node.start - 1] ?? "");
    return inline && node.start >= 0 && header.slice(node.start, node.end).includes("\n");
  }
  const line = header.slice(node.start, `${header}\n`.indexOf("\n", node.start));
  if (node.flow && !/[\]}][ \t]*(?:#.*)?$/.test(line)) return true;
  const inner = node.kind === "list" ? node.items : node.entries.map(({ value }) => value);
  return inner.some((each) => spansLines(each, header));
}

/** Replaces unpaired surrogates, because they cannot be sent. */
function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}
