/**
 * Codex's format: one line for each skill below a table of roots. If the budget is too small, all descriptions lose
 * characters equally.
 */
import type { Allowance, ListedSkill, WriteListing } from "../../../model/conversation/catalog-text.ts";
import type { Root, Scope } from "../../../model/skills/root.ts";
import { BYTES_PER_TOKEN } from "../budget/allowance.ts";
import { quoteIfUnclear } from "../escape.ts";
import { compareBytes, hostPage, type ListingRow, plainDescription } from "./host-page.ts";

/** Maximum characters of a description. A longer description is cut and ends in three dots. */
const MAX_DESCRIPTION = 1024;
const SCOPES: readonly Scope[] = ["system", "admin", "repo", "extra", "user", "plugin"];

export const codexListing: WriteListing = (input) => {
  const roots = aliases(input.skills, input.roots ?? []);
  const lines = [...input.skills].sort(inOrder).map((skill) => new Line(skill, locate(skill, roots)));
  const rows = shortenInTurns(lines, withoutTable(input.allowance, [...new Set(roots.values())]));
  const table = [...new Set(roots.values())].map(({ path, alias }) => `- \`${alias}\` = \`${quoteIfUnclear(path)}\``);
  return hostPage(input.skills, rows, {
    head: [
      "<skills_instructions>",
      "## Skills",
      "Each skill is a file of instructions. Its path begins with the short name of a root, which the table spells out.",
      ...(table.length === 0 ? [] : ["### Skill roots", ...table]),
      "### Available skills",
    ],
    tail: ["</skills_instructions>"],
  });
};

function inOrder(one: ListedSkill, other: ListedSkill): number {
  return (
    SCOPES.indexOf(one.scope) - SCOPES.indexOf(other.scope) ||
    compareBytes(one.name, other.name) ||
    compareBytes(one.location, other.location)
  );
}

/** A directory in the table of roots. */
interface ListedRoot {
  readonly path: string;
  /** `r0`, `r1`, … */
  readonly alias: string;
}

/**
 * Returns the row in the table of roots for each root that contains skills, in the host's order. The keys are the paths
 * of the roots.
 */
function aliases(skills: readonly ListedSkill[], roots: readonly Root[]): Map<string, ListedRoot> {
  const used = new Set(skills.map(({ root }) => root.path));
  const paths = [...new Set([...roots.map(({ path }) => path), ...used])].filter((path) => used.has(path));
  const counts = new Map<string, number>();
  for (const { root } of skills) {
    const [version] = IN_CACHE.exec(root.path) ?? [root.path];
    counts.set(version, (counts.get(version) ?? 0) + 1);
  }
  const listed = new Map<string, ListedRoot>();
  return new Map(
    paths.map((root) => {
      const path = listedPath(root, counts);
      const known = listed.get(path) ?? { path, alias: `r${listed.size}` };
      listed.set(path, known);
      return [root, known];
    }),
  );
}

/**
 * Matches the directory of a plugin's version in the host's cache. The first group is the directory of the plugin's
 * marketplace.
 */
const IN_CACHE = /^(.*\/plugins\/cache\/[^/]+)\/[^/]+\/[^/]+/;

/** Plugins with only one skill share the directory of their marketplace. */
function listedPath(root: string, counts: ReadonlyMap<string, number>): string {
  const [version, marketplace = root] = IN_CACHE.exec(root) ?? [root];
  return (counts.get(version) ?? 0) > 1 ? root : marketplace;
}

function locate({ root, location }: ListedSkill, roots: ReadonlyMap<string, ListedRoot>): string {
  const { path, alias } = roots.get(root.path) ?? { path: root.path, alias: "" };
  return location.startsWith(`${root.path}/`) ? alias + location.slice(path.length) : location;
}

/**
 * Subtracts the table of roots from the budget. The host compares its text with the text that it would write without
 * the table. Without the table, other lines are `SAVED` characters longer, so a table of up to two roots is usually
 * free.
 */
function withoutTable(allowance: Allowance, table: readonly ListedRoot[]): Allowance {
  const lines = table.map(({ path, alias }) => `- \`${alias}\` = \`${path}\`\n`).join("");
  const spent =
    allowance.unit === "tokens"
      ? Math.ceil((Buffer.byteLength(lines) + 2) / BYTES_PER_TOKEN) - SAVED / BYTES_PER_TOKEN
      : [...lines].length - SAVED;
  return { ...allowance, amount: Math.max(allowance.amount - Math.max(spent, 0), 0) };
}

/** The number of characters that the table saves in the host's other lines. */
const SAVED = 144;

/**
 * Keeps everything if it fits. Otherwise lengthens the descriptions in turn, by one character each. If the names alone
 * do not fit, it lists names until a name does not fit.
 */
function shortenInTurns(lines: readonly Line[], { amount, unit }: Allowance): ListingRow[] {
  const cost = unit === "tokens" ? (line: Line, characters: number) => line.tokens(characters) : charactersOf;
  const total = (of: (line: Line) => number): number => lines.reduce((sum, line) => sum + of(line), 0);
  if (total((line) => cost(line, line.length)) <= amount) return lines.map((line) => line.row(line.length));
  const bare = total((line) => cost(line, 0));
  if (bare <= amount) return inTurns(lines, amount - bare, cost);
  let left = amount;
  return lines.flatMap((line) => {
    const needed = cost(line, 0);
    if (needed > left) return [];
    left -= needed;
    return [line.row(0)];
  });
}

type Cost = (line: Line, characters: number) => number;

function inTurns(lines: readonly Line[], room: number, cost: Cost): ListingRow[] {
  const given = lines.map((line) => ({ line, characters: 0, spent: cost(line, 0) }));
  let left = room;
  for (let changed = true; changed; ) {
    changed = false;
    for (const each of given) {
      if (each.characters >= each.line.length) continue;
      const next = cost(each.line, each.characters + 1);
      if (next - each.spent > left) continue;
      left -= next - each.spent;
      each.spent = next;
      each.characters++;
      changed = true;
    }
  }
  return given.map(({ line, characters }) => line.row(characters));
}

function charactersOf(line: Line, characters: number): number {
  return line.bareCharacters + (characters === 0 ? 0 : characters + 1);
}

/** One skill, and the size of its line for each length of its description. */
class Line {
  readonly bareCharacters: number;
  readonly length: number;
  readonly #skill: ListedSkill;
  readonly #location: string;
  readonly #bareBytes: number;
  readonly #description: string;
  /** True if each character of the description is one byte. */
  readonly #plain: boolean;
  /** The bytes of the first N characters, for each N. Set only if a character has more than one byte. */
  #bytes: readonly number[] | undefined;

  constructor(skill: ListedSkill, location: string) {
    this.#skill = skill;
    this.#location = location;
    this.#description = capped(skill.description);
    this.#plain = /^[\0-\x7f]*$/.test(this.#description);
    this.length = this.#plain ? this.#description.length : [...this.#description].length;
    const bare = `- ${skill.name}: (file: ${location})\n`;
    this.bareCharacters = [...bare].length;
    this.#bareBytes = Buffer.byteLength(bare);
  }

  /** Returns the tokens of a line: four bytes each, rounded up. */
  tokens(characters: number): number {
    const bytes = characters === 0 ? 0 : this.#bytesOf(characters) + 1;
    return Math.ceil((this.#bareBytes + bytes) / 4);
  }

  #bytesOf(characters: number): number {
    if (this.#plain) return characters;
    if (characters === this.length) return Buffer.byteLength(this.#description);
    this.#bytes ??= prefixBytes(this.#description);
    return this.#bytes[characters] ?? 0;
  }

  row(characters: number): ListingRow {
    const whole = characters === this.length;
    const said = plainDescription(whole ? this.#description : [...this.#description].slice(0, characters).join(""));
    const text = `- ${quoteIfUnclear(this.#skill.name)}: ${said === "" ? "" : `${said} `}(file: ${quoteIfUnclear(this.#location)})`;
    const full = whole && !(this.length === MAX_DESCRIPTION && said.endsWith("..."));
    return { skill: this.#skill, coverage: full ? "full" : characters === 0 ? "name-only" : "shortened", text };
  }
}

function prefixBytes(text: string): number[] {
  const bytes = [0];
  for (const character of text) bytes.push((bytes.at(-1) ?? 0) + Buffer.byteLength(character));
  return bytes;
}

function capped(description: string): string {
  if (description.length <= MAX_DESCRIPTION) return description;
  const characters = [...description];
  if (characters.length <= MAX_DESCRIPTION) return description;
  return `${characters.slice(0, MAX_DESCRIPTION - 3).join("")}...`;
}
