/** `<available_skills>` as in many hosts: an element of five lines for each skill, without a budget. */
import type { ListedSkill, ListingInput, WriteListing } from "../../../model/conversation/catalog-text.ts";
import type { Scope } from "../../../model/skills/root.ts";
import { escapeXml, oneLine } from "../escape.ts";
import { byName, compareBytes, hostPage, type ListingRow } from "./host-page.ts";

const READS = "Each skill is a file of instructions: read it at its location before work that its description names.";

/** Lists skills in the order in which they were read. */
export const availableSkills: WriteListing = (input) => page(input, input.skills);

/** Lists skills by name. */
export const opencode: WriteListing = (input) => page(input, [...input.skills].sort(byName));

/** By name within each directory, with the level in place of the path. */
export const copilotCli: WriteListing = ({ skills, tool }) => {
  const roots = [...new Set(skills.map(({ root }) => root.path))];
  const sorted = [...skills].sort(
    (one, other) => roots.indexOf(one.root.path) - roots.indexOf(other.root.path) || compareBytes(one.name, other.name),
  );
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
