/** Formats of hosts that list every skill in full. */
import type { ListedSkill, WriteListing } from "../../../model/conversation/catalog-text.ts";
import type { Scope } from "../../../model/skills/root.ts";
import { isSkillFile } from "../../../model/skills/skill.ts";
import { escapeXml, oneLine, quoteIfUnclear } from "../escape.ts";
import { byName, compareBytes, hostPage, type ListingRow, plainDescription } from "./host-page.ts";

/** Lists skills as bullets. */
export const gooseListing: WriteListing = ({ skills }) =>
  hostPage(
    skills,
    skills.map((skill) => row(skill, `• ${nameBefore(" - ", skill.name)} - ${plainDescription(skill.description)}`)),
    { head: ["Skills that can be loaded when they help, or when they are asked for:"] },
  );

/** Lists only names, in a tool description. */
export const clineListing: WriteListing = ({ skills }) =>
  hostPage(
    skills,
    skills.map((skill): ListingRow => ({ skill, coverage: "name-only", text: nameBefore(",", skill.name) })),
    { head: ["Loads a skill: instructions for a kind of work. The skills:"], between: ", " },
  );

/** Quotes a name that contains the separator after the name, because it would look like two names. */
function nameBefore(end: string, name: string): string {
  const shown = quoteIfUnclear(name);
  return shown.includes(end) && !shown.startsWith('"') ? JSON.stringify(shown) : shown;
}

/** Lists each skill with the file that the model must read. */
export const vscodeListing: WriteListing = ({ skills }) =>
  hostPage(
    skills,
    skills.map((skill) => row(skill, vscodeElement(skill))),
    {
      head: ["<skills>", "Each skill is a file of instructions: read it when a task falls into its domain."],
      tail: ["</skills>"],
    },
  );

function vscodeElement({ name, description, location }: ListedSkill): string {
  return `<skill>\n${inElement("name", name)}\n${inElement("description", description)}\n${inElement("file", location)}\n</skill>`;
}

function inElement(tag: string, text: string): string {
  return `<${tag}>${escapeXml(oneLine(text))}</${tag}>`;
}

const QWEN_LEVELS: Readonly<Record<Scope, string>> = {
  extra: "user",
  repo: "project",
  user: "user",
  system: "bundled",
  admin: "bundled",
  plugin: "extension",
};

/**
 * Sorts by name, and shows the level instead of the path. Commands come after all skills and have no level. If the list
 * is too long, it has only the first line of every description.
 */
export const qwenCodeListing: WriteListing = ({ skills, allowance }) => {
  const sorted = [...skills].sort(byName);
  const ordered = [...sorted.filter((skill) => !isCommand(skill)), ...sorted.filter(isCommand)];
  const whole = ordered.map((skill) => qwenElement(skill, (text) => text));
  const isTooLong = allowance.count(whole.join("\n")) > allowance.amount;
  const rows = ordered.map((skill): ListingRow => {
    const first = isTooLong ? firstLineOf(skill) : skill;
    const text = qwenElement(first, oneLine);
    return first === skill ? row(skill, text) : { skill, coverage: "shortened", text };
  });
  return hostPage(skills, rows, {
    head: ["The tool skill loads a skill by its name.", "<available_skills>"],
    tail: ["</available_skills>"],
  });
};

/**
 * Returns the skill with only the first line of its description. If the description has one line, it returns the same
 * object.
 */
function firstLineOf(skill: ListedSkill): ListedSkill {
  const { whenToUse, authored = skill.description, ...kept } = skill;
  const description = authored.split("\n", 1)[0]?.trim() ?? "";
  return description === skill.description && !whenToUse ? skill : { ...kept, description };
}

function isCommand({ location }: ListedSkill): boolean {
  return !isSkillFile(location);
}

function qwenElement(skill: ListedSkill, shown: (text: string) => string): string {
  const { name, description, whenToUse, scope } = skill;
  const level = QWEN_LEVELS[scope];
  const when = whenToUse === undefined || whenToUse === "" ? "" : ` — ${whenToUse}`;
  const parts = isCommand(skill)
    ? { name, description }
    : { name, description: `${description}${when} (${level})`, location: level };
  const lines = Object.entries(parts).map(([tag, text]) => `<${tag}>\n${escapeXml(shown(text))}\n</${tag}>`);
  return ["<skill>", ...lines, "</skill>"].join("\n");
}

const KIMI_HEADINGS: readonly (readonly [heading: string, scopes: readonly Scope[]])[] = [
  ["Project", ["repo"]],
  ["User", ["user"]],
  ["Extra", ["extra", "plugin"]],
  ["Built-in", ["system", "admin"]],
];

/** Sorts by name, with a heading for each scope. */
export const kimiCliListing: WriteListing = ({ skills }) => {
  const sorted = [...skills].sort((one, other) => compareBytes(one.name, other.name));
  const rows = KIMI_HEADINGS.flatMap(([heading, scopes]) =>
    sorted
      .filter(({ scope }) => scopes.includes(scope))
      .map((skill, index) => row(skill, (index === 0 ? `\n### ${heading}\n` : "") + kimiLines(skill))),
  );
  return hostPage(skills, rows, { head: ["Each skill is a file of instructions: read it when a task fits."] });
};

function kimiLines({ name, description, location }: ListedSkill): string {
  return `- ${quoteIfUnclear(name)}\n  - Path: ${quoteIfUnclear(location)}\n  - Description: ${plainDescription(description)}`;
}

/** Lists skills below a heading for each scope, with the path on a separate line. */
export const kimiCodeListing: WriteListing = ({ skills }) => {
  const sorted = [...skills].sort(byName);
  const rows = KIMI_HEADINGS.flatMap(([heading, scopes]) =>
    sorted
      .filter(({ scope }) => scopes.includes(scope))
      .map((skill, index): ListingRow => {
        const text = `- ${nameBefore(": ", skill.name)}: ${kimiRest(skill)}`;
        return { ...row(skill, text), ...(index === 0 ? { heading: `### ${heading}\n` } : {}) };
      }),
  );
  return hostPage(skills, rows, { head: ["Each skill is a file of instructions: read it when a task fits."] });
};

function kimiRest({ description, whenToUse, location }: ListedSkill): string {
  const when = plainDescription(whenToUse ?? "");
  return `${plainDescription(description)}${when === "" ? "" : `\n  When to use: ${when}`}\n  Path: ${quoteIfUnclear(location)}`;
}

/** crabtalk lists no skills for the model. Its tool lists them on request. */
export const writeEmptyListing: WriteListing = ({ skills }) => ({
  text: "",
  entries: skills.map(({ id, address }) => ({ id, address, coverage: "omitted", text: "" })),
});

function row(skill: ListedSkill, text: string): ListingRow {
  return { skill, coverage: oneLine(skill.description) === "" ? "name-only" : "full", text };
}
