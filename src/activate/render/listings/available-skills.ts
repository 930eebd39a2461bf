/** `<available_skills>` as in many hosts: an element of five lines for each skill, without a budget. */
import type { ListedSkill, ListingInput, WriteListing } from "../../../model/conversation/catalog-text.ts";
import type { Root, Scope } from "../../../model/skills/root.ts";
import { escapeXml, oneLine } from "../escape.ts";
import { byName, compareBytes, hostPage, type ListingRow } from "./host-page.ts";

const READS = "Each skill is a file of instructions: read it at its location before work that its description names.";

/** Lists skills in the order in which they were read. */
export const availableSkillsListing: WriteListing = (input) => page(input, input.skills);

/** Lists skills by name. */
export const opencodeListing: WriteListing = (input) => page(input, [...input.skills].sort(byName));

/** Sorts by name within each level, and shows the level instead of the path. */
export const copilotCliListing: WriteListing = ({ skills, tool, roots = [] }) => {
  const ranks = levelRanks(roots, skills);
  const rankOf = ({ root }: ListedSkill): number => ranks.get(root.path) ?? 0;
  const sorted = [...skills].sort((one, other) => rankOf(one) - rankOf(other) || compareBytes(one.name, other.name));
  const rows = sorted.map((skill): ListingRow => {
    const { name, description, scope } = skill;
    const text = elementText({ name, description, location: COPILOT_LEVELS[scope] ?? "custom" });
    return { skill, coverage: description === "" ? "name-only" : "full", text };
  });
  return hostPage(skills, rows, {
    head: [`The tool ${oneLine(tool ?? "")} loads a skill by its name.`, "<available_skills>"],
    tail: ["</available_skills>"],
  });
};

/**
 * Returns the rank of each root. Roots that follow each other in the list share a rank if they are of the same level:
 * the working directory, its parents, the user's directories, or plugins.
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

/** Returns the parts in order, each in an element with its name. */
export function elementText(parts: Readonly<Record<string, string>>): string {
  const lines = Object.entries(parts).map(([tag, text]) => `    <${tag}>${escapeXml(oneLine(text))}</${tag}>`);
  return ["  <skill>", ...lines, "  </skill>"].join("\n");
}
