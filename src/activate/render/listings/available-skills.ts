/** `<available_skills>` as in many hosts: an element of five lines for each skill. Most of these hosts have no budget. */
import type { ListedSkill, ListingInput, WriteListing } from "../../../model/conversation/catalog-text.ts";
import type { Root, Scope } from "../../../model/skills/root.ts";
import { escapeXml, oneLine } from "../escape.ts";
import { byName, compareBytes, hostPage, type ListingRow } from "./host-page.ts";

const READS = "Each skill is a file of instructions: read it at its location before work that its description names.";

/** Lists skills in the order in which they were read. */
export const availableSkillsListing: WriteListing = (input) => page(input, input.skills);

/** Lists skills by name. */
export const opencodeListing: WriteListing = (input) => page(input, [...input.skills].sort(byName));

/**
 * Sorts by name within each level, and shows the level instead of the path. After the first element that exceeds the
 * budget, only names are listed.
 */
export const copilotCliListing: WriteListing = ({ skills, tool, roots = [], allowance }) => {
  const ranks = levelRanks(roots, skills);
  const rankOf = ({ root }: ListedSkill): number => ranks.get(root.path) ?? 0;
  const sorted = [...skills].sort((one, other) => rankOf(one) - rankOf(other) || compareBytes(one.name, other.name));
  const rows = sorted.map((skill): ListingRow => {
    const { name, description, scope } = skill;
    const text = elementText({ name, description, location: COPILOT_LEVELS[scope] ?? "custom" });
    return { skill, coverage: description === "" ? "name-only" : "full", text };
  });
  const fitting = rows.slice(0, countFitting(rows, allowance.amount));
  const others = rows.slice(fitting.length).map(({ skill }): ListingRow => {
    return { skill, coverage: "name-only", text: elementText({ name: skill.name }) };
  });
  return hostPage(skills, [...fitting, ...others.slice(0, countNames(others))], {
    head: [`The tool ${oneLine(tool ?? "")} loads a skill by its name.`, "<available_skills>"],
    tail: ["</available_skills>"],
  });
};

/**
 * Returns how many rows the host writes before its budget is full. The host does not indent rows, and ends each row
 * with a line feed.
 */
function countFitting(rows: readonly ListingRow[], max: number): number {
  let used = 0;
  const first = rows.findIndex(({ text }) => {
    used += text.replace(INDENTATION, "").length + 1;
    return used > max;
  });
  return first === -1 ? rows.length : first;
}

/** Returns how many names fit into the host's line of names. */
function countNames(rows: readonly ListingRow[]): number {
  let used = NAMES_HEAD;
  const first = rows.findIndex(({ skill }, at) => {
    used += skill.name.length + (at === 0 ? 0 : 2);
    return used > MAX_NAMES_LINE;
  });
  return first === -1 ? rows.length : first;
}

/** Maximum characters of the host's line of names, and the number of characters before the first name. */
const MAX_NAMES_LINE = 5000;
const NAMES_HEAD = 46;

/** The two spaces before each line of an element. */
const INDENTATION = /^ {2}/gm;

/**
 * Returns the rank of each root. A level is the working directory, its parents, one of the user's directories, or
 * plugins. Consecutive roots of the same level share a rank.
 */
function levelRanks(roots: readonly Root[], skills: readonly ListedSkill[]): Map<string, number> {
  const repo = roots.filter(({ scope }) => scope === "repo").map(({ namedIn }) => namedIn);
  const deepest = repo.reduce((one, other) => (other.length > one.length ? other : one), "");
  const levelOf = ({ scope, namedIn, path }: Root): string => {
    if (scope === "repo") return namedIn === deepest ? "project" : "inherited";
    return scope === "user" ? path : scope;
  };
  const ranks = new Map<string, number>();
  let before = "";
  for (const { root } of skills) {
    if (ranks.has(root.path)) continue;
    const isNext = levelOf(root) !== before;
    before = levelOf(root);
    ranks.set(root.path, isNext ? ranks.size : Math.max(...ranks.values()));
  }
  return ranks;
}

const COPILOT_LEVELS: Partial<Record<Scope, string>> = { repo: "project", user: "user", plugin: "plugin" };

function page({ skills, tool }: ListingInput, sorted: readonly ListedSkill[]) {
  const loads = `The tool ${oneLine(tool ?? "")} loads a skill by its name, before work that its description names.`;
  return hostPage(skills, sorted.map(elementRow), {
    head: [tool === undefined ? READS : loads, "<available_skills>"],
    tail: ["</available_skills>"],
  });
}

function elementRow(skill: ListedSkill): ListingRow {
  const { name, description, location } = skill;
  return {
    skill,
    coverage: description === "" ? "name-only" : "full",
    text: elementText({ name, description, location }),
  };
}

/** Writes one skill: an element for each part, in the order of the parts. */
export function elementText(parts: Readonly<Record<string, string>>): string {
  const lines = Object.entries(parts).map(([tag, text]) => `    <${tag}>${escapeXml(oneLine(text))}</${tag}>`);
  return ["  <skill>", ...lines, "  </skill>"].join("\n");
}
