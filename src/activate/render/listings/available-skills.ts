/** `<available_skills>` as many hosts have it: an element of five lines for each skill, and no budget. */
import type { ListedSkill, ListingInput, WriteListing } from "../../../model/conversation/catalog-text.ts";
import { escapeXml, oneLine } from "../escape.ts";
import { byName, hostPage, type Row } from "./host-page.ts";

const READS = "Each skill is a file of instructions: read it at its location before work that its description names.";

/** In the order of reading. */
export const availableSkills: WriteListing = (input) => page(input, input.skills);

/** By name. */
export const opencode: WriteListing = (input) => page(input, [...input.skills].sort(byName));

function page({ skills, tool }: ListingInput, sorted: readonly ListedSkill[]) {
  const loads = `The tool ${oneLine(tool ?? "")} loads a skill by its name, before work that its description names.`;
  return hostPage(skills, sorted.map(elementRow), {
    head: [tool === undefined ? READS : loads, "<available_skills>"],
    tail: ["</available_skills>"],
  });
}

export function elementRow(skill: ListedSkill): Row {
  const { name, description, location } = skill;
  return {
    skill,
    coverage: description === "" ? "name-only" : "full",
    text: elementText({ name, description, location }),
  };
}

/** The parts in their order, each in an element of its name. */
export function elementText(parts: Readonly<Record<string, string>>): string {
  const lines = Object.entries(parts).map(([tag, text]) => `    <${tag}>${escapeXml(oneLine(text))}</${tag}>`);
  return ["  <skill>", ...lines, "  </skill>"].join("\n");
}
