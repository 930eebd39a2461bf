/** Skills that fit a message, as a message of their own: names and descriptions, nothing of their instructions. */
import { escapeXml, oneLine } from "../../activate/render/escape.ts";
import type { SkillItem } from "../../model/conversation/activation.ts";
import { clip } from "./notes.ts";

interface Fitting {
  readonly address: string;
  readonly description: string;
}

/** Characters of a description. */
const MAX_DESCRIPTION = 500;

export function relevantItem(
  skills: readonly Fitting[],
  tool: string | undefined,
  role: SkillItem["role"],
): SkillItem | undefined {
  if (skills.length === 0) return undefined;
  const lines = skills.map(
    ({ address, description }) =>
      `<skill><name>${escapeXml(oneLine(address))}</name><description>${escapeXml(clip(oneLine(description), MAX_DESCRIPTION))}</description></skill>`,
  );
  const how = tool === undefined ? "" : ` Load one with the \`${tool}\` tool if it does.`;
  return {
    role,
    text: [
      "<relevant_skills>",
      `Perhaps one of these skills fits what was just asked.${how}`,
      ...lines,
      "</relevant_skills>",
    ].join("\n"),
  };
}
