import { oneLine } from "../escape.ts";

export interface OmittedSkillCounts {
  /** Number of skills that the listing does not name. */
  readonly omitted: number;
  /** Number of skills that are listed without a description. */
  readonly undescribed: number;
}

/** Returns the line that tells the model how many skills are omitted or not described. */
export function closingLine({ omitted, undescribed }: OmittedSkillCounts, searchTool: string | undefined): string {
  const parts: string[] = [];
  if (omitted > 0) parts.push(`${more(omitted)} not listed here. ${wayToThem(searchTool)}`);
  if (undescribed > 0)
    parts.push(
      `${undescribed} of the skills above ${undescribed === 1 ? "has" : "have"} no description here; ${searchTool === undefined ? "load one to see what it is for" : `the \`${oneLine(searchTool)}\` tool finds them by their purpose`}.`,
    );
  return parts.join(" ");
}

function more(count: number): string {
  return count === 1 ? "1 more skill exists that is" : `${count} more skills exist that are`;
}

function wayToThem(searchTool: string | undefined): string {
  if (searchTool === undefined) return "The user can name them.";
  return `Before you say that no skill fits, search them with the \`${oneLine(searchTool)}\` tool.`;
}
