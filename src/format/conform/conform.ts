/**
 * A frontmatter block comes in; out goes the same as the specification of Agent Skills wants it, as JSON, with a word for
 * everything that had to be changed. Where nothing had to, it says just what the block says. It knows no files and no protocol.
 */
import { isMap } from "../../model/schema.ts";
import { parseHeader } from "../parse/parse-header.ts";
import { parseYaml, type YamlNode } from "../yaml/parse-yaml.ts";
import { coreValue } from "./core-value.ts";

export type Frontmatter = Readonly<Record<string, unknown>>;

export interface Conformed {
  readonly frontmatter: Frontmatter;
  /** One clause each; none where the block conforms as it stands. */
  readonly changes: readonly string[];
}

/** The specification's limits, in characters. */
const MAX_NAME = 64;
const MAX_DESCRIPTION = 1024;
const MAX_COMPATIBILITY = 500;

/** A comment that swallows text changes nothing in what every YAML reader makes of a block. */
const HARMLESS = "SK110";

/** `known` is what the catalog has of the skill, for what the block does not say. */
export function conform(header: string, known: { readonly name: string; readonly description: string }): Conformed {
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

/** What every reader makes of the block; where it is not certain that all make the same of it, what ours does. */
function readBlock(header: string, change: Change): Block {
  const { entries, issues } = parseHeader(header);
  const certain = issues.every(({ code }) => code === HARMLESS);
  const root = certain && entries.length > 0 ? parseYaml(header).root : undefined;
  if (root?.kind === "map") {
    if (root.entries.some(({ value }) => spansLines(value, header) || repeats(value)))
      change("a value was written in one line");
    const kept = root.entries.filter(({ key }) => key !== "__proto__");
    if (kept.length < root.entries.length) change("`__proto__` was left out");
    return new Map(kept.map(({ key, value }) => [key, { value: coreValue(value), node: value }]));
  }
  change("its YAML was written anew");
  return new Map(entries.filter(({ key }) => key !== "__proto__").map(({ key, value }) => [key, { value }]));
}

/** Lower-case letters, digits and single hyphens; "" where nothing of it is left. */
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
  if (fitting !== said) change(`\`${key}\` was ${characters.length > most ? "shortened" : "made a text"}`);
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

/** The specification has texts there and nothing else; many skills have numbers, lists and maps. */
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
    // As it is written: a version 1.10 is not 1.1.
    if (scalar?.kind === "scalar") return [key, wellFormed(scalar.text)] as const;
    return [key, typeof value === "string" ? value : JSON.stringify(value)] as const;
  });
  frontmatter["metadata"] = Object.fromEntries(texts);
  change("`metadata` was made texts");
}

/** YAML has numbers and keys that JSON has not. */
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
  if (changed) change("what JSON does not have was written otherwise");
  return made;
}

/** Whether a map in it has a key twice, which strict readers refuse. */
function repeats(node: YamlNode): boolean {
  if (node.kind === "scalar") return false;
  if (node.kind === "list") return node.items.some(repeats);
  const keys = new Set(node.entries.map(({ key }) => key));
  return keys.size < node.entries.length || node.entries.some((each) => repeats(each.value));
}

/** Quoted and plain texts, and lists in brackets, over several lines: small readers of YAML do not take them. */
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

/** Half a character cannot be sent. */
function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}
