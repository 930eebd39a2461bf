/** Hosts that list every skill whole, each in lines of its own making. */
import type { ListedSkill, WriteListing } from "../../../model/conversation/catalog-text.ts";
import type { Scope } from "../../../model/skills/root.ts";
import { escapeXml, oneLine, quoted } from "../escape.ts";
import { byName, compareBytes, hostPage, plain, type Row } from "./host-page.ts";

/** In bullets. */
export const goose: WriteListing = ({ skills }) =>
  hostPage(
    skills,
    skills.map((skill) => row(skill, `• ${nameBefore(" - ", skill.name)} - ${plain(skill.description)}`)),
    { head: ["Skills that can be loaded when they help, or when they are asked for:"] },
  );

/** In the description of a tool, the names alone. */
export const cline: WriteListing = ({ skills }) =>
  hostPage(
    skills,
    skills.map((skill): Row => ({ skill, coverage: "name-only", text: nameBefore(",", skill.name) })),
    { head: ["Loads a skill: instructions for a kind of work. The skills:"], between: ", " },
  );

/** A name that has in it what ends a name would look like two. */
function nameBefore(end: string, name: string): string {
  const shown = quoted(name);
  return shown.includes(end) && !shown.startsWith('"') ? JSON.stringify(shown) : shown;
}

/** With the file that the model is to read. */
export const vscode: WriteListing = ({ skills }) =>
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
  extra: "project",
  repo: "project",
  user: "user",
  system: "bundled",
  admin: "bundled",
  plugin: "extension",
};

/** By name, with the level in place of the path. */
export const qwenCode: WriteListing = ({ skills }) =>
  hostPage(
    skills,
    [...skills].sort(byName).map((skill) => row(skill, qwenElement(skill))),
    { head: ["The tool skill loads a skill by its name.", "<available_skills>"], tail: ["</available_skills>"] },
  );

function qwenElement({ name, description, whenToUse, scope }: ListedSkill): string {
  const level = QWEN_LEVELS[scope];
  const when = whenToUse === undefined || whenToUse === "" ? "" : ` — ${whenToUse}`;
  const parts = { name, description: `${description}${when} (${level})`, location: level };
  const lines = Object.entries(parts).map(([tag, text]) => `<${tag}>\n${escapeXml(oneLine(text))}\n</${tag}>`);
  return ["<skill>", ...lines, "</skill>"].join("\n");
}

const KIMI_HEADINGS: readonly (readonly [heading: string, scopes: readonly Scope[]])[] = [
  ["Project", ["repo"]],
  ["User", ["user"]],
  ["Extra", ["extra", "plugin"]],
  ["Built-in", ["system", "admin"]],
];

/** Under a heading for each scope, by name. */
export const kimiCli: WriteListing = ({ skills }) => {
  const sorted = [...skills].sort((one, other) => compareBytes(one.name, other.name));
  const rows = KIMI_HEADINGS.flatMap(([heading, scopes]) =>
    sorted
      .filter(({ scope }) => scopes.includes(scope))
      .map((skill, index) => row(skill, (index === 0 ? `\n### ${heading}\n` : "") + kimiLines(skill))),
  );
  return hostPage(skills, rows, { head: ["Each skill is a file of instructions: read it when a task fits."] });
};

function kimiLines({ name, description, location }: ListedSkill): string {
  return `- ${quoted(name)}\n  - Path: ${quoted(location)}\n  - Description: ${plain(description)}`;
}

/** crabtalk tells the model nothing: its tool lists skills when it is asked. */
export const nothing: WriteListing = ({ skills }) => ({
  text: "",
  entries: skills.map(({ id, address }) => ({ id, address, coverage: "omitted", text: "" })),
});

function row(skill: ListedSkill, text: string): Row {
  return { skill, coverage: oneLine(skill.description) === "" ? "name-only" : "full", text };
}
